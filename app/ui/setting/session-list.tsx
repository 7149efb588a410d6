import type { SessionEntry } from '~/domain/accounts/profile/sessions.queries.server'
import { Badge } from '../badge'
import { Button } from '../button'
import { Time } from '../time'

/** The signed-in browsers and API clients of an account: name, address and time last seen. */
export function SessionList({ sessions, canEnd = false }: { sessions: SessionEntry[]; canEnd?: boolean }) {
	return (
		<ul className="border-t border-line text-sm">
			{sessions.map(session => (
				<li
					key={session.id}
					className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-[min(1.25rem,6.25vw)] py-3 last:border-b-0 office:px-4"
				>
					<div className="grid min-w-0 gap-1">
						<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
							{session.browser}
							{session.kind === 'browser' ? null : (
								<Badge status={session.isReadOnly ? 'API, reading only' : 'API'} variant="off" />
							)}
							{session.isCurrent ? <Badge status="this browser" variant="approved" /> : null}
						</p>
						<p className="figures break-words text-muted">
							{session.address ? `From ${session.address}, last` : 'Last'} seen{' '}
							<Time at={session.lastSeenAt} />
							{session.until === null ? null : (
								<>
									, until <Time at={session.until} />
								</>
							)}
						</p>
					</div>
					{canEnd && !session.isCurrent ? (
						<form method="post" className="-mx-2">
							<input type="hidden" name="session" value={session.id} />
							<Button
								variant="quiet"
								name="intent"
								value="end-session"
								aria-label={`End session: ${session.browser}`}
							>
								End session
							</Button>
						</form>
					) : null}
				</li>
			))}
		</ul>
	)
}

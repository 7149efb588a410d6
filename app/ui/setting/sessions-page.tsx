import { sessionLifeText } from '~/domain/accounts/profile/session-text'
import type { SessionEntry } from '~/domain/accounts/profile/sessions.queries.server'
import { Button } from '../button'
import { Card } from '../card'
import { PageTitle } from '../layout/page-title'
import { SessionList } from './session-list'
import { SettingTrail } from './setting-trail'

/** Where an account is signed in, with a button for each session to end it. */
export function SessionsPage({
	area,
	life,
	sessions,
}: {
	area: 'user' | 'admin'
	/** How long a session lasts without a visit and in all, in seconds. */
	life: { idle: number; total: number }
	sessions: SessionEntry[]
}) {
	return (
		<>
			<SettingTrail area={area} />
			<PageTitle title="Sessions" intro={sessionLifeText(life)} />
			<Card title="Signed in" flush>
				<SessionList sessions={sessions} canEnd />
				{sessions.length > 1 ? (
					<form method="post" className="border-t border-line p-5">
						<Button variant="danger" name="intent" value="end-others">
							End all other sessions
						</Button>
					</form>
				) : null}
			</Card>
			<p className="max-w-text text-sm text-muted">
				A session that you end is over at once. If you do not know one of them, end it and{' '}
				<a className="link" href={`/${area}/setting/password`}>
					set a new password
				</a>
				.
			</p>
		</>
	)
}

import type { ReactNode } from 'react'
import type { Role } from '~/domain/accounts/rules'
import { brand } from '~/domain/brand'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import { invitationPath } from '~/domain/transfers/rules'
import { Button, type ButtonVariant } from '../button'
import { Time } from '../time'

type InvitationsProps = {
	area: Role
	items: IncomingTransfers['newest']
	count: number
	returnTo: string
}

/** The invitations in the bell: sender, number of pixels, date, and the two answers. */
export function Invitations({ area, items, count, returnTo }: InvitationsProps) {
	return (
		<ul className="grid">
			{items.map(({ id, version, sender, cells, until, createdAt }) => (
				<li key={id} className="grid gap-0.5 border-t border-line pt-3 pb-2">
					<span id={`offer-${id}`} className="wrap-anywhere">
						<strong className="font-semibold">{sender ?? brand.name}</strong> wants to send you{' '}
						{formatPixelCount(cells)}.
					</span>{' '}
					<span className="text-xs text-muted">
						<Time at={createdAt} />
						{until === null ? null : (
							<>
								, a loan until <Time at={until} />
							</>
						)}
					</span>
					<Decide
						action={invitationPath(area, id)}
						version={version}
						returnTo={returnTo}
						describedBy={`offer-${id}`}
						looks={['secondary', 'quiet']}
					>
						<dialog-link>
							<a className="btn btn-quiet" href={invitationPath(area, id, returnTo)}>
								Details<span className="sr-only"> of what {sender ?? brand.name} sends</span>
							</a>
						</dialog-link>
					</Decide>
				</li>
			))}
			{count > items.length ? (
				<li className="border-t border-line pt-3 text-muted">and {count - items.length} more</li>
			) : null}
		</ul>
	)
}

/** The Accept and Reject buttons of an invitation. */
export function Decide({
	action,
	version,
	returnTo,
	describedBy,
	looks: [accept, reject],
	confirmed = false,
	children,
}: {
	action: string
	version: number
	returnTo: string
	/** The id of the text that identifies the invitation. */
	describedBy: string
	looks: readonly [accept: ButtonVariant, reject: ButtonVariant]
	/** The page shows the whole invitation, so that no further confirmation is needed. */
	confirmed?: boolean
	/** Content next to the two buttons. */
	children?: ReactNode
}) {
	return (
		<form method="post" action={action} className="actions mt-2">
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="returnTo" value={returnTo} />
			{confirmed ? <input type="hidden" name="confirmed" value="yes" /> : null}
			<Button variant={accept} name="intent" value="accept" aria-describedby={describedBy}>
				Accept
			</Button>
			<Button variant={reject} name="intent" value="reject" aria-describedby={describedBy}>
				Reject
			</Button>
			{children}
		</form>
	)
}

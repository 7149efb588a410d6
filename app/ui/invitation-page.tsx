import { brand } from '~/domain/brand'
import { rectanglesOf } from '~/domain/grid/rules'
import { placeWords } from '~/domain/orders/review-words'
import type { Invitation } from '~/domain/transfers/queries.server'
import { type Area, invitationPath, NOT_DECIDED, offered } from '~/domain/transfers/rules'
import { ButtonLink } from './button'
import { DialogPage } from './dialog-page'
import { Decide } from './invitations'
import { Notice } from './notice'
import { Time } from './time'

const SHOWN = 12

/** One invitation with both answers; or, after an answer that could not be taken, why (specification 1, section 8). */
export function InvitationPage({
	area,
	invitation,
	refused,
}: {
	area: Area
	invitation: Invitation | null
	refused: string | undefined
}) {
	const home = `/${area}/dashboard`
	if (refused !== undefined || !invitation || invitation.over) {
		const title = refused !== undefined || !invitation ? 'Error' : 'Invitation'
		return (
			<DialogPage title={title} backHref={home} narrow>
				{refused === undefined ? (
					<p>{invitation?.over ?? 'There is no such invitation for you.'}</p>
				) : (
					<Notice tone="error" title={NOT_DECIDED}>
						<p>{refused}</p>
					</Notice>
				)}
				<div className="actions">
					<ButtonLink href={home}>Dashboard</ButtonLink>
					{refused !== undefined && invitation && !invitation.over ? (
						<ButtonLink variant="secondary" href={invitationPath(area, invitation.id)}>
							See the invitation
						</ButtonLink>
					) : null}
				</div>
			</DialogPage>
		)
	}
	const { id, version, sender, cells, till, createdAt } = invitation
	const areas = rectanglesOf(cells)
	return (
		<DialogPage title="Invitation" backHref={home} narrow>
			<div className="grid gap-3">
				<p id="invitation" className="wrap-anywhere">
					<strong className="font-semibold">{sender ?? brand.name}</strong> wants to send you{' '}
					{offered(cells.length)}.
				</p>
				<ul className="grid gap-1 text-sm text-muted">
					{areas.slice(0, SHOWN).map(rectangle => (
						<li key={rectangle[0]?.id}>{placeWords(rectangle)}</li>
					))}
					{areas.length > SHOWN ? <li>and {areas.slice(SHOWN).flat().length} more</li> : null}
				</ul>
				<p className="text-sm text-muted">
					Sent <Time at={createdAt} />.{' '}
					{till === null ? (
						'They come without what they show now: you choose your own image, text and link.'
					) : (
						<>
							They are yours until <Time at={till} />.
						</>
					)}
				</p>
			</div>
			<Decide
				action={invitationPath(area, id)}
				version={version}
				returnTo={home}
				describedBy="invitation"
				looks={['primary', 'secondary']}
			/>
		</DialogPage>
	)
}

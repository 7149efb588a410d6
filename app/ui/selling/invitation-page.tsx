import { brand } from '~/domain/brand'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import type { Surroundings } from '~/domain/grid/surroundings'
import type { Invitation, InvitationEnd } from '~/domain/transfers/queries.server'
import { type Area, invitationPath, offered } from '~/domain/transfers/rules'
import { PlaceCard } from '~/ui/grid/place-card'
import { ButtonLink } from '../button'
import { CertificateLink } from '../certificates/link'
import { DialogPage } from '../forms/dialog-page'
import { Money } from '../money'
import { Notice } from '../notice'
import { Places } from '../orders/places'
import { Time } from '../time'
import { Decide } from './invitations'

/** One invitation with both answers; or, after an answer that could not be taken, why. */
export function InvitationPage({
	area,
	invitation,
	place,
	returnTo,
	refused,
}: {
	area: Area
	invitation: Invitation | null
	place: Surroundings | null
	/** The page that this one stands over. */
	returnTo: string
	refused: { title: string; message: string } | undefined
}) {
	const home = `/${area}/dashboard`
	if (refused !== undefined || !invitation || invitation.over) {
		const title = refused !== undefined || !invitation ? 'Error' : 'Invitation'
		return (
			<DialogPage title={title} backHref={returnTo} narrow>
				{refused === undefined ? (
					<div className="grid gap-3">
						{invitation?.end ? (
							<InvitationOutcome
								sender={invitation.sender}
								cells={invitation.cells.length}
								end={invitation.end}
							/>
						) : (
							<p>{invitation?.over ?? 'There is no such invitation for you.'}</p>
						)}
						{invitation ? <OfferedPixels invitation={invitation} /> : null}
						{invitation?.certificate ? (
							<p>
								<CertificateLink code={invitation.certificate} />
							</p>
						) : null}
					</div>
				) : (
					<Notice tone="error" title={refused.title}>
						<p>{refused.message}</p>
					</Notice>
				)}
				<div className="actions">
					<ButtonLink href={home}>Dashboard</ButtonLink>
					{refused !== undefined && invitation && !invitation.over ? (
						<ButtonLink variant="secondary" href={invitationPath(area, invitation.id, returnTo)}>
							See the invitation
						</ButtonLink>
					) : null}
				</div>
			</DialogPage>
		)
	}
	const { id, version, sender, cells, until, pence } = invitation
	return (
		<DialogPage title="Invitation" backHref={returnTo} narrow>
			{place ? <PlaceCard place={place} title="The place" /> : null}
			<div className="grid gap-3">
				<p id="invitation" className="wrap-anywhere">
					<strong className="font-semibold">{sender ?? brand.name}</strong> wants to send you{' '}
					{offered(cells.length)}.
				</p>
				<OfferedPixels invitation={invitation} />
				<p className="text-sm text-muted">
					The list price today is <Money pence={pence} words />. Accepting costs nothing here; what you may
					have agreed with the sender is between you.{' '}
					{until === null ? (
						'What is shown there now is not passed on: you choose your own image, text and link.'
					) : (
						<>
							{cells.length === 1 ? 'It is' : 'They are'} lent to you until <Time at={until} />: you choose
							what is shown, and cannot sell. The loan ends by itself.
						</>
					)}
				</p>
			</div>
			<Decide
				action={invitationPath(area, id)}
				version={version}
				returnTo={returnTo}
				describedBy="invitation"
				looks={['primary', 'secondary']}
				confirmed
			/>
		</DialogPage>
	)
}

/** The sender who withdrew it, or the parties and end of a loan. */
function InvitationOutcome({
	sender,
	cells,
	end,
}: {
	sender: string | null
	cells: number
	end: InvitationEnd
}) {
	const name = <strong className="font-semibold wrap-anywhere">{sender ?? brand.name}</strong>
	if (end.what === 'withdrawn') {
		const day = <Time at={end.at} dateOnly />
		return (
			<p>
				{end.by === 'deleted-account' ? (
					<>This invitation was withdrawn on {day}, when the account of its sender was deleted.</>
				) : end.by === 'house' ? (
					<>
						{brand.name} withdrew this invitation by {name} on {day}: the pixels can no longer be passed on.
					</>
				) : (
					<>
						{name} withdrew this invitation on {day}.
					</>
				)}
			</p>
		)
	}
	return (
		<p>
			{name} {end.isOver ? 'lent' : 'lends'} you {offered(cells)} until <Time at={end.until} />.
			{end.isOver ? ' The loan has ended.' : null}
		</p>
	)
}

function OfferedPixels({ invitation: { cells, createdAt } }: { invitation: Invitation }) {
	return (
		<>
			<Places areas={rectanglesOf(cells)} />
			<p className="text-sm text-muted">
				Sent <Time at={createdAt} />.
			</p>
		</>
	)
}

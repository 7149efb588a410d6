import { brand } from '~/domain/brand'
import { certificatePath } from '~/domain/certificates/rules'
import { rectanglesOf } from '~/domain/grid/rectangle-rules'
import type { Invitation } from '~/domain/transfers/queries.server'
import { type Area, invitationPath, offered } from '~/domain/transfers/rules'
import { ButtonLink } from './button'
import { DialogPage } from './dialog-page'
import { Decide } from './invitations'
import { Money } from './money'
import { Notice } from './notice'
import { Places } from './orders/places'
import { Time } from './time'

/** One invitation with both answers; or, after an answer that could not be taken, why (specification 1, section 8). */
export function InvitationPage({
	area,
	invitation,
	returnTo,
	refused,
}: {
	area: Area
	invitation: Invitation | null
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
						<p>{invitation?.over ?? 'There is no such invitation for you.'}</p>
						{invitation ? <WhatIsOffered invitation={invitation} /> : null}
						{invitation?.certificate ? <CertificateLink code={invitation.certificate} /> : null}
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
	const { id, version, sender, cells, till, pence } = invitation
	return (
		<DialogPage title="Invitation" backHref={returnTo} narrow>
			<div className="grid gap-3">
				<p id="invitation" className="wrap-anywhere">
					<strong className="font-semibold">{sender ?? brand.name}</strong> wants to send you{' '}
					{offered(cells.length)}.
				</p>
				<WhatIsOffered invitation={invitation} />
				<p className="text-sm text-muted">
					Their list price today is <Money pence={pence} words />. Accepting costs nothing here; what you may
					have agreed with the sender is between you.{' '}
					{till === null ? (
						'They come without what they show now: you choose your own image, text and link.'
					) : (
						<>
							They are lent to you until <Time at={till} />: you choose what they show, and cannot sell them.
							Then they go back by themselves.
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

function WhatIsOffered({ invitation: { cells, createdAt } }: { invitation: Invitation }) {
	return (
		<>
			<Places areas={rectanglesOf(cells)} />
			<p className="text-sm text-muted">
				Sent <Time at={createdAt} />.
			</p>
		</>
	)
}

function CertificateLink({ code }: { code: string }) {
	return (
		<p>
			<a className="link inline-flex min-h-11 items-center" href={certificatePath(code)}>
				Global Ownership Certificate {code} (PDF)
			</a>
		</p>
	)
}

import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { countLabel } from '~/domain/orders/review/labels'
import { londonInput } from '~/domain/time'
import type { SentInvitation } from '~/domain/transfers/history/sent-queries.server'
import { type Area, listedPath, sentPath } from '~/domain/transfers/rules'
import type { RefusedForm } from '~/server/forms/form.server'
import { AuditLink } from '../audit-link'
import { ButtonLink } from '../button'
import { Facts } from '../facts'
import { DialogPage } from '../forms/dialog-page'
import { FormPage } from '../forms/form-page'
import { TypedNotice } from '../forms/typed-notice'
import { Places } from '../orders/places'
import { Time } from '../time'
import { BUYER_EMAIL, TRANSFER_TILL } from './offer-fields'

/** The form to change an open invitation. */
export function EditInvitation({
	area,
	sent,
	refused,
}: {
	area: Area
	sent: SentInvitation
	refused: RefusedForm | undefined
}) {
	const help = 'The former recipient gets an email that the invitation has been withdrawn.'
	return (
		<FormPage
			title="Edit Invitation"
			backHref={listedPath(area)}
			id="edit-invitation"
			action={sentPath(sent.id, 'edit', area)}
			table={{ buyer_email: { ...BUYER_EMAIL, help }, transfer_till: TRANSFER_TILL }}
			values={{
				buyer_email: sent.recipientEmail,
				transfer_till: sent.until === null ? '' : londonInput(sent.until),
			}}
			version={sent.version}
			refused={refused}
			noValidate
			above={<SentFacts sent={sent} area={area} />}
			save="Save"
			saveIntent="save"
		/>
	)
}

/** The recipient and pixels of an invitation, and when it was sent. */
export function SentFacts({ sent, area }: { sent: SentInvitation; area: Area }) {
	return (
		<div className="grid gap-3">
			<Facts
				items={{
					Email: sent.recipientEmail,
					'Total Pixels': countLabel(sent.cells.length),
					Sent: <Time at={sent.createdAt} />,
					Until: sent.until !== null && <Time at={sent.until} />,
					'On record': area === 'admin' && <AuditLink subject={sent.id} />,
				}}
			/>
			<Places areas={splitIntoRectangles(sent.cells)} />
		</div>
	)
}

/** An invitation that can no longer be changed. */
export function InvitationOver({
	area,
	title,
	text,
	typed,
}: {
	area: Area
	title: string
	text: string
	/** Input that would otherwise be lost. */
	typed?: Record<string, unknown> | null | undefined
}) {
	return (
		<DialogPage title={title} backHref={listedPath(area)} narrow>
			<p role="alert">{text}</p>
			<TypedNotice typed={typed} />
			<div className="actions">
				<ButtonLink href={listedPath(area)}>
					{area === 'admin' ? 'Pixel Management' : 'Sell Pixels'}
				</ButtonLink>
			</div>
		</DialogPage>
	)
}

import type { Role } from '~/domain/accounts/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { toDatetimeLocal } from '~/domain/time'
import type { SentInvitation } from '~/domain/transfers/history/sent-queries.server'
import { listedPath, sentPath } from '~/domain/transfers/rules'
import type { RefusedForm } from '~/server/forms/form.server'
import { AuditLink } from '../audit-link'
import { Facts } from '../facts'
import { FormPage } from '../forms/form-page'
import { Places } from '../orders/places'
import { Time } from '../time'
import { BUYER_EMAIL, TRANSFER_TILL } from './offer-fields'

/** The way back from an invitation that can no longer be changed. */
export const getBackLink = (area: Role) => ({
	backHref: listedPath(area),
	backLabel: area === 'admin' ? 'Pixel Management' : 'Sell Pixels',
})

/** The form to change an open invitation. */
export function EditInvitation({
	area,
	sent,
	refused,
}: {
	area: Role
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
				transfer_till: sent.until === null ? '' : toDatetimeLocal(sent.until),
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
export function SentFacts({ sent, area }: { sent: SentInvitation; area: Role }) {
	return (
		<div className="grid gap-3">
			<Facts
				items={{
					Email: sent.recipientEmail,
					'Total Pixels': formatPixelCount(sent.cells.length),
					Sent: <Time at={sent.createdAt} />,
					Until: sent.until !== null && <Time at={sent.until} />,
					'On record': area === 'admin' && <AuditLink subject={sent.id} />,
				}}
			/>
			<Places cells={sent.cells} />
		</div>
	)
}

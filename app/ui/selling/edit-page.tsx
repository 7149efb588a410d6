import type { SubmissionResult } from '@conform-to/react'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import { countLabel } from '~/domain/orders/review/labels'
import { londonInput } from '~/domain/time'
import type { SentInvitation } from '~/domain/transfers/history/sent-queries.server'
import { type Area, listedPath, sentPath } from '~/domain/transfers/rules'
import { AuditLink } from '../audit-link'
import { Button, ButtonLink } from '../button'
import { Facts } from '../facts'
import { CancelLink, DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { usePageForm } from '../forms/restored'
import { TypedNotice } from '../forms/typed-notice'
import { Places } from '../orders/places'
import { Time } from '../time'
import { BuyerEmail, TransferTill } from './offer-fields'

type Fields = { buyer_email: string; transfer_till: string; version: string }

/** The form on which a sender changes an invitation that waits. */
export function EditInvitation({
	area,
	sent,
	result,
	title,
}: {
	area: Area
	sent: SentInvitation
	result: SubmissionResult | null
	title: string | undefined
}) {
	const [form, fields] = usePageForm<Fields>({
		id: 'edit-invitation',
		lastResult: result,
		defaultValue: {
			buyer_email: sent.recipientEmail,
			transfer_till: sent.until === null ? '' : londonInput(sent.until),
		},
		// The server's messages are fixed (P49); the browser's own would hide all but one of them.
		defaultNoValidate: true,
	})
	return (
		<DialogPage title="Edit Invitation" backHref={listedPath(area)} narrow>
			<ErrorSummary form={form} title={title} />
			<SentFacts sent={sent} area={area} />
			<form
				id={form.id}
				method="post"
				action={sentPath(sent.id, 'edit', area)}
				noValidate={form.noValidate}
				className="form"
			>
				<input type="hidden" name="version" value={sent.version} />
				<BuyerEmail
					field={fields.buyer_email}
					help="Whoever was invited before is told that the invitation has been withdrawn."
				/>
				<TransferTill field={fields.transfer_till} />
				<div className="actions">
					<Button name="intent" value="save">
						Save
					</Button>
					<CancelLink href={listedPath(area)} variant="quiet" />
				</div>
			</form>
		</DialogPage>
	)
}

/** To whom which pixels are offered, and since when. */
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
			<Places areas={rectanglesOf(sent.cells)} />
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

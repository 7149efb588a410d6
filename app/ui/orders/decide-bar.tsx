import { formatPounds } from '~/domain/money'
import { computeOutstanding, computeToSendBack } from '~/domain/orders/balance'
import type { PendingConfirmation } from '~/domain/orders/review/four-eyes.server'
import { approvalLabel, emailNote, needsReason } from '~/domain/orders/review/labels'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { orderPath, type ReviewFilter } from '~/domain/orders/review/schema'
import { canDecide, type Decision, isFree, whyCellsForbidApproval } from '~/domain/orders/rules'
import { pluralize } from '~/domain/text'
import { Button, ButtonLink, type ButtonVariant } from '~/ui/button'
import { InputField, plainField } from '../forms/field'
import { Icon } from '../icon'

const DECISIONS: readonly (readonly [Decision, label: string, variant: ButtonVariant, key?: string])[] = [
	['reject', 'Reject', 'danger', 'r'],
	['approve', 'Approve', 'secondary', 'a'],
	['assign', 'Assign the pixels', 'secondary'],
	['refund', 'Mark as refunded', 'secondary'],
]

const refundVariant = (order: ReviewedOrder) =>
	computeToSendBack(order) > 0 ? 'primary' : order.receivedPence > 0 ? 'secondary' : 'quiet'

type Props = {
	order: ReviewedOrder
	/** The first approval, if two are needed. */
	approval: PendingConfirmation['approval']
	/** The list that the order was opened from. */
	list?: ReviewFilter | undefined
	/** The reason typed for an approval that was refused. */
	typed?: string | undefined
}

/** The possible decisions about an order, at the bottom of its page; each is confirmed on a page of its own. */
export function DecideBar({ order, approval, list, typed }: Props) {
	const isWaiting = approval?.barred !== undefined
	const open = DECISIONS.filter(
		([decision]) =>
			canDecide(order, decision) && (decision !== 'approve' || (order.lost === 0 && !isWaiting)),
	)
	const canApprove = open.some(([decision]) => decision === 'approve')
	if (open.length === 0) return null
	const asksReason = canApprove && needsReason(order)
	const next = approval ? 'Confirm and open the next' : 'Approve and open the next'
	return (
		<form method="post" className="decide-bar no-print" aria-label="Decision">
			<input type="hidden" name="version" value={order.version} />
			<p>
				{isWaiting ? 'Waits for another administrator.' : explanation(order, approval !== undefined)}
				{asksReason ? ` The reason typed here is for “${next}” alone.` : null}
			</p>
			{asksReason ? (
				<InputField
					// Another id than in the dialogs that open on this page.
					field={{ ...plainField('reason', typed ?? approval?.reason ?? undefined), id: 'bar-reason' }}
					label="Reason"
					required
					autoComplete="off"
					maxLength={1000}
				/>
			) : null}
			<div className="actions">
				{open.map(([decision, label, variant, key]) => (
					<dialog-link key={decision}>
						<ButtonLink
							variant={decision === 'refund' ? refundVariant(order) : variant}
							href={orderPath(order.id, list, decision)}
							aria-keyshortcuts={key}
						>
							{decision === 'approve' && approval ? 'Confirm approval' : label}
							{key ? (
								<span className="key" aria-hidden="true">
									{key}
								</span>
							) : null}
						</ButtonLink>
					</dialog-link>
				))}
				{canApprove ? (
					<Button
						variant={computeOutstanding(order) > 0 ? 'secondary' : 'primary'}
						busy="Processing..."
						name="intent"
						value="approve-next"
					>
						{next}
					</Button>
				) : order.status === 'pending' && order.lost > 0 ? (
					<span className="btn cursor-default border-dashed border-edge text-muted">
						<Icon name="lock" size={16} /> Cannot be approved
					</span>
				) : null}
			</div>
		</form>
	)
}

function explanation(order: ReviewedOrder, isSecond: boolean): string {
	switch (order.status) {
		case 'pending': {
			const forbidden = whyCellsForbidApproval(order.lost, order.cells.length)
			if (forbidden) return forbidden
			const money = isFree(order) ? 'Nothing is to be paid.' : (bankLabel(order) ?? approvalLabel(order))
			return `${isSecond ? 'Your confirmation completes the approval. ' : ''}${money} The buyer gets an email.`
		}
		case 'approved':
			return `This payment is approved. ${describeRejection(order)}`
		case 'failed':
			return 'The pixels can be assigned when they are free again; the order is then pending. Otherwise money that has arrived goes back.'
		case 'rejected':
			return order.receivedPence > 0
				? 'Money that has arrived for it goes back to the buyer.'
				: 'Nothing has been received for this order.'
	}
}

/** Describes an unbooked bank line that quotes an order on which nothing is booked. */
function bankLabel({ ledger, lines: [line] }: ReviewedOrder): string | undefined {
	if (!line || line.pence < 0 || ledger.length > 0) return undefined
	return `A bank line of ${formatPounds(line.pence)} names this order: book it first.`
}

function describeRejection(order: ReviewedOrder): string {
	const { lost } = order
	const bought = order.cells.length
	if (lost === 0) return 'It can still be rejected: the pixels are released and the buyer gets an email.'
	if (lost === bought) return `It can still be rejected: it no longer holds any pixels. ${emailNote(order)}`
	return `It can still be rejected: the ${pluralize(bought - lost, 'pixel that it still holds is', 'pixels that it still holds are')} released and the buyer gets an email.`
}

import { REVIEW_FAILED } from '~/domain/orders/errors'
import { pixels } from '~/domain/orders/review/labels'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { orderPath, type ReviewFilter } from '~/domain/orders/review/schema'
import type { Second } from '~/domain/orders/review/second.server'
import { canDecide, type Decision, isFree, whyCellsForbidApproval } from '~/domain/orders/rules'
import { approvalLabel, needsReason } from '~/domain/payments/balance'
import type { RefusedDecision } from '~/server/http/answers.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { InputField, plainField } from '~/ui/forms/field'
import { Notice } from '~/ui/notice'

const LABELS: Readonly<Record<Decision, string>> = {
	approve: 'Approve',
	reject: 'Reject',
	assign: 'Assign the pixels',
	refund: 'Mark as refunded',
}
const DECISIONS = Object.keys(LABELS) as Decision[]

/** What can be decided about an order; each decision is confirmed on a page of its own. */
export function Decisions({
	order,
	approval,
	list,
	refused,
}: {
	order: ReviewedOrder
	/** The first approval, where two are needed. */
	approval: Second['approval']
	/** The list that it was opened from. */
	list?: ReviewFilter | undefined
	/** Why it was not approved. */
	refused?: RefusedDecision | undefined
}) {
	const open = DECISIONS.filter(
		decision =>
			canDecide(order, decision) && (decision !== 'approve' || (order.lost === 0 && !approval?.isOwn)),
	)
	const notice = refused ? (
		<Notice tone="error" title={REVIEW_FAILED.decide}>
			<p>{refused.refused}</p>
		</Notice>
	) : null
	if (open.length === 0) return notice
	return (
		<Card title={order.status === 'approved' ? 'This payment is approved' : 'Decision'}>
			<div className="grid gap-4">
				{notice}
				<p className="text-sm text-muted">
					{approval?.isOwn ? 'Waits for another administrator.' : explanation(order)}
				</p>
				<div className="actions">
					{open.map(decision => (
						<dialog-link key={decision}>
							<ButtonLink
								variant={decision === 'approve' ? 'primary' : 'secondary'}
								href={orderPath(order.id, list, decision)}
							>
								{decision === 'approve' && approval ? 'Confirm approval' : LABELS[decision]}
							</ButtonLink>
						</dialog-link>
					))}
				</div>
				{open.includes('approve') ? (
					<form method="post" className="form">
						<input type="hidden" name="version" value={order.version} />
						{needsReason(order) ? (
							<InputField
								field={plainField('reason', refused?.typed)}
								label="Reason"
								required
								help="Kept in the audit. The buyer does not see it."
								autoComplete="off"
								maxLength={1000}
							/>
						) : null}
						<div className="actions">
							<Button variant="secondary" busy="Processing..." name="intent" value="approve-next">
								Approve and open the next
							</Button>
						</div>
					</form>
				) : null}
			</div>
		</Card>
	)
}

function rejectionOf({ lost, cells }: ReviewedOrder): string {
	const bought = cells.length
	if (lost === 0) return 'It can still be rejected: the pixels are released and the buyer is told.'
	if (lost === bought) return 'It can still be rejected: it holds no pixels any more. The buyer is told.'
	return `It can still be rejected: the ${pixels(bought - lost)} that it still holds ${bought - lost === 1 ? 'is' : 'are'} released and the buyer is told.`
}

function explanation(order: ReviewedOrder): string {
	switch (order.status) {
		case 'pending': {
			const forbidden = whyCellsForbidApproval(order.lost, order.cells.length)
			if (forbidden) return forbidden
			return isFree(order)
				? 'Nothing is to be paid. The buyer is told by email.'
				: `${approvalLabel(order)} The buyer is told by email.`
		}
		case 'approved':
			return rejectionOf(order)
		case 'failed':
			return 'The pixels can be assigned when they are free again; the order is then pending. Otherwise money that has arrived goes back.'
		case 'rejected':
			return 'Money that has arrived for it goes back to the buyer.'
	}
}

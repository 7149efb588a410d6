import { pixels } from '~/domain/orders/review/labels'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import type { Second } from '~/domain/orders/review/second.server'
import { canDecide, type Decision, isFree, whyCellsForbidApproval } from '~/domain/orders/rules'
import { approvalLabel } from '~/domain/payments/balance'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'

const LABELS: Readonly<Record<Decision, string>> = {
	approve: 'Approve',
	reject: 'Reject',
	assign: 'Assign the pixels',
	refund: 'Mark as refunded',
}
const DECISIONS = Object.keys(LABELS) as Decision[]

/** What can be decided about an order; each decision is confirmed on a page of its own. */
export function Decisions({ order, approval }: { order: ReviewedOrder; approval: Second['approval'] }) {
	const open = DECISIONS.filter(
		decision =>
			canDecide(order, decision) && (decision !== 'approve' || (order.lost === 0 && !approval?.isOwn)),
	)
	if (open.length === 0) return null
	return (
		<Card title={order.status === 'approved' ? 'This payment is approved' : 'Decision'}>
			<div className="grid gap-4">
				<p className="text-sm text-muted">
					{approval?.isOwn ? 'Waits for another administrator.' : explanation(order)}
				</p>
				<div className="actions">
					{open.map(decision => (
						<dialog-link key={decision}>
							<ButtonLink
								variant={decision === 'approve' ? 'primary' : 'secondary'}
								href={`/admin/transactions/${order.id}/${decision}`}
							>
								{decision === 'approve' && approval ? 'Confirm approval' : LABELS[decision]}
							</ButtonLink>
						</dialog-link>
					))}
				</div>
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

import { formatPounds } from '~/domain/money'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { canDecide, type Decision, isFree } from '~/domain/orders/rules'
import { ButtonLink } from '~/ui/button'
import { keptCard } from '~/ui/card'

const LABELS: Readonly<Record<Decision, string>> = {
	approve: 'Approve',
	reject: 'Reject',
	assign: 'Assign the pixels',
	refund: 'Mark as refunded',
}
const DECISIONS = Object.keys(LABELS) as Decision[]

type Order = Pick<ReviewedOrder, 'id' | 'reference' | 'status' | 'totalPence' | 'refundedAt'>

/** What can be decided about an order; each decision is confirmed on a page of its own. */
export function Decisions({ order }: { order: Order }) {
	const open = DECISIONS.filter(decision => canDecide(order, decision))
	return open.length > 0 ? <Open order={order} open={open} /> : null
}

const Open = keptCard(({ order, open }: { order: Order; open: Decision[] }) => ({
	title: order.status === 'approved' ? 'This payment is approved' : 'Decision',
	children: (
		<div className="grid gap-4">
			<p className="text-sm text-muted">{explanation(order)}</p>
			<div className="actions">
				{open.map(decision => (
					<dialog-link key={decision}>
						<ButtonLink
							variant={decision === 'approve' ? 'primary' : 'secondary'}
							href={`/admin/transactions/${order.id}/${decision}`}
						>
							{LABELS[decision]}
						</ButtonLink>
					</dialog-link>
				))}
			</div>
		</div>
	),
}))

function explanation(order: Order): string {
	switch (order.status) {
		case 'pending':
			return isFree(order)
				? 'Nothing is to be paid. The buyer is told by e-mail.'
				: `Approve once ${formatPounds(order.totalPence)} has arrived with the reference ${order.reference}. The buyer is told by e-mail.`
		case 'approved':
			return 'It can still be rejected: the pixels are released and the buyer is told.'
		case 'failed':
			return 'The pixels can be assigned when they are free again; the order is then pending. Otherwise money that has arrived goes back.'
		case 'rejected':
			return 'Money that has arrived for it goes back to the buyer.'
	}
}

import { z } from 'zod'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { dayText } from '~/domain/time'
import { Money } from '../money'
import { Notice } from '../notice'

/* What the record of an order says of a payment that was taken back. */
const TakenBack = z.object({
	statementId: z.string(),
	pence: z.number(),
	on: z.string(),
	bankReference: z.string(),
})

/** Says on an order that a payment for it did not stay, until the order is marked as refunded. */
export function TakenBackNotice({ order }: { order: ReviewedOrder }) {
	const entries = order.history.flatMap(({ id, action, detail }) => {
		const parsed = TakenBack.safeParse(detail)
		return action === 'order.payment-recall' && parsed.success ? [{ id, ...parsed.data }] : []
	})
	if (entries.length === 0 || order.refundedAt !== null) return null
	const isApproved = order.status === 'approved'
	return (
		<Notice tone={isApproved ? 'error' : 'warning'} title="A payment for this order was taken back">
			{entries.map(({ id, statementId, pence, on, bankReference }) => (
				<p key={id} className="wrap-anywhere">
					<Money pence={pence} /> on {dayText(on)}, {bankReference}.{' '}
					<a className="link" href={`/admin/statements/${statementId}`}>
						See the statement
					</a>
				</p>
			))}
			{isApproved ? (
				<p>The order stays approved, and its pixels with their holders, until you decide.</p>
			) : null}
		</Notice>
	)
}

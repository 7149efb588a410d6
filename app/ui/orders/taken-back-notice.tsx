import type { TakenBackPayment } from '~/domain/orders/review/taken-back.server'
import { dayText } from '~/domain/time'
import { Money } from '../money'
import { Notice } from '../notice'

/** Says on an order that a payment for it did not stay. */
export function TakenBackNotice({ order }: { order: { status: string; takenBack: TakenBackPayment[] } }) {
	if (order.takenBack.length === 0) return null
	const isApproved = order.status === 'approved'
	return (
		<Notice tone={isApproved ? 'error' : 'warning'} title="A payment for this order was taken back">
			{order.takenBack.map(({ id, statementId, pence, on, bankReference }) => (
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

import { dayText } from '~/domain/time'
import { Money } from '../money'
import { Notice } from '../notice'

export type Refunded = {
	refundedAt: number | null
	refundedOn: string | null
	refundedPence: number | null
	refundReference: string | null
}

/** What a buyer is told of money that was sent back. */
export function RefundNotice({ order }: { order: Refunded }) {
	const { refundedOn, refundedPence, refundReference } = order
	if (refundedOn === null || refundedPence === null) return null
	return (
		<Notice title="The money for this order has been sent back">
			<p>
				<Money pence={refundedPence} words /> on {dayText(refundedOn)}, bank reference {refundReference}.
				International transfers take 1-3 business days.
			</p>
		</Notice>
	)
}

import { brand } from '~/domain/brand'
import { isFree, type OrderStatus } from '~/domain/orders/rules'
import { Notice } from '../notice'
import { type Refunded, RefundNotice } from '../orders/refund-notice'

type Order = Refunded & {
	status: OrderStatus
	totalPence: number
	/** Why the pixels were not free, or why an administrator rejected the order. */
	failureReason: string | null
}

/** What became of a submitted order, and what comes next. */
export function Outcome({ order }: { order: Order }) {
	if (order.refundedAt !== null) {
		return (
			<>
				<h1>This order was refunded</h1>
				<RefundNotice order={order} />
			</>
		)
	}
	switch (order.status) {
		case 'failed':
			return <Failed order={order} />
		case 'rejected':
			return <Rejected order={order} />
		default:
			return <Confirmed order={order} />
	}
}

function Failed({ order }: { order: Order }) {
	const free = isFree(order)
	return (
		<>
			<h1>
				{free ? 'Your order is recorded, but' : 'Your receipt is recorded, but'} somebody else had the pixels
			</h1>
			<Notice tone="error" title={order.failureReason ?? 'The pixels were not free.'}>
				<p>
					{free ? 'Your order' : 'Your receipt'} came when they were not on hold for you any more. Nothing you
					sent is lost: this order is kept{free ? '' : ' with your receipt'}. If the pixels become free again
					we may still assign them to you
					{free ? '.' : '; otherwise money that you have transferred is refunded to you in full.'}
				</p>
				<p>
					{free ? '' : 'If you have not made the transfer yet, please do not make it. '}
					{`Questions: ${brand.supportEmail}.`}
				</p>
			</Notice>
		</>
	)
}

function Rejected({ order }: { order: Order }) {
	return (
		<>
			<h1>This order was rejected</h1>
			<Notice tone="error" title="Its pixels have been released">
				{order.failureReason ? <p>Our reason: {order.failureReason}</p> : null}
				<p>{`If you ${isFree(order) ? '' : 'have made the transfer, or '}believe that this is a mistake, write to ${brand.supportEmail} and quote the reference.`}</p>
			</Notice>
		</>
	)
}

function Confirmed({ order }: { order: Order }) {
	const free = isFree(order)
	const promises = [
		'Your pixels are activated immediately.',
		'You can upload your logo and link now.',
		...(free ? [] : ['International transfers take 1-3 business days.']),
		`An official receipt plus Global Ownership Certificate is sent once ${free ? 'the order is approved' : 'the payment has been received'}.`,
	]
	return (
		<>
			<header className="grid gap-2">
				<h1>Success! Your Purchase Is Confirmed</h1>
				<p className="text-sm text-muted">{standing(order)}</p>
			</header>
			<ul className="promises">
				{promises.map(text => (
					<li key={text}>{text}</li>
				))}
			</ul>
		</>
	)
}

function standing(order: Order): string {
	const free = isFree(order)
	if (order.status === 'approved') {
		return `Your ${free ? 'order is approved' : 'payment has been verified'}. Please keep this page with your records.`
	}
	return free
		? 'Your coupon covers the whole amount, so there is nothing to pay. We look at your order and tell you when it is approved.'
		: 'We have your receipt and compare it with our account. Ownership is confirmed within 24 hours of payment verification.'
}

import type { ReactNode } from 'react'
import { brand } from '~/domain/brand'
import { isFree, isRefunded } from '~/domain/orders/rules'
import type { OrderMoney } from '~/domain/payments/balance'
import type { SentBack } from '~/domain/payments/ledger.server'
import { Notice } from '../notice'
import { RefundNotice, ReleasedNotice } from '../orders/notices'
import { Time } from '../time'

type Order = OrderMoney & {
	id: string
	sentBack: readonly SentBack[]
	/** When it was submitted, and the latest end of its review (UTC ms); null once that has passed. */
	submittedAt: number | null
	reviewUntil: number | null
	/** Why the pixels were not free, or why an administrator rejected the order. */
	failureReason: string | null
	/** When and why the house took back some of its pixels. */
	releasedAt: number | null
	releaseReason: string | null
}

const SUCCESS = 'Success! Your Purchase Is Confirmed'

/** Describes the result of a submitted order: page title, introduction and notice. */
export function describeOutcome(order: Order): { title: string; intro?: ReactNode; notice?: ReactNode } {
	if (isRefunded(order)) {
		return { title: 'This order was refunded', notice: <RefundNotice sentBack={order.sentBack} isWhole /> }
	}
	const free = isFree(order)
	switch (order.status) {
		case 'failed':
			return {
				title: `${free ? 'Your order is recorded, but' : 'Your receipt is recorded, but'} somebody else had the pixels`,
				notice: <Failed order={order} />,
			}
		case 'rejected':
			return { title: 'This order was rejected', notice: <Rejected order={order} /> }
		case 'approved':
			return { title: SUCCESS, intro: <Approved order={order} />, notice: <ReleasedNotice order={order} /> }
		default:
			return order.releasedAt === null
				? { title: SUCCESS, intro: <Pending order={order} /> }
				: { title: 'This order cannot be completed', notice: <ReleasedNotice order={order} /> }
	}
}

function Failed({ order }: { order: Order }) {
	const free = isFree(order)
	return (
		<Notice tone="error" title={order.failureReason ?? 'The pixels were not free.'}>
			<p>
				{free ? 'Your order' : 'Your receipt'} came when they were not on hold for you any more. Nothing you
				sent is lost: this order is kept{free ? '' : ' with your receipt'}. If the pixels become free again we
				may still assign them to you
				{free ? '.' : '; otherwise money that you have transferred is refunded to you in full.'}
			</p>
			<p>
				{free ? '' : 'If you have not made the transfer yet, please do not make it. '}
				{`Questions: ${brand.supportEmail}.`}
			</p>
		</Notice>
	)
}

function Rejected({ order }: { order: Order }) {
	return (
		<Notice tone="error" title="You hold no pixels from this order">
			{order.failureReason ? <p>Our reason: {order.failureReason}</p> : null}
			<p>{`If you ${isFree(order) ? '' : 'have made the transfer, or '}believe that this is a mistake, write to ${brand.supportEmail} and quote the reference.`}</p>
		</Notice>
	)
}

function Approved({ order }: { order: Order }) {
	return (
		<>
			{isFree(order) ? 'Your order is approved.' : 'Your payment has been verified.'}{' '}
			<a className="link" href={`/user/history/${order.id}`}>
				See the documents of this order
			</a>
		</>
	)
}

function Pending({ order }: { order: Order }) {
	const what = isFree(order)
		? 'Your coupon covers the whole amount. Your order is with us'
		: 'Your receipt is with us'
	return (
		<>
			{what}, in review
			{order.reviewUntil === null ? null : (
				<>
					{' until '}
					<Time at={order.reviewUntil} />
				</>
			)}
			. The pixels are yours to fill now.
		</>
	)
}

/** The steps of an order in review. */
export function ReviewSteps({ order }: { order: Order }) {
	const free = isFree(order)
	const { submittedAt, reviewUntil } = order
	return (
		<ol className="stations">
			<li data-done="">
				<h3>{free ? 'Order received' : 'Receipt received'}</h3>
				<p>{submittedAt === null ? null : <Time at={submittedAt} />}</p>
			</li>
			<li aria-current="step">
				<h3>In review</h3>
				<p>
					{reviewUntil === null ? (
						'It takes longer than a day.'
					) : (
						<>
							Until <Time at={reviewUntil} />.
						</>
					)}
					{' You hear from us either way.'}
				</p>
			</li>
			<li>
				<h3>{free ? 'Certificate' : 'Receipt and certificate'}</h3>
				<p>By email, once {free ? 'the order is approved' : 'the payment is verified'}.</p>
			</li>
		</ol>
	)
}

/** Promises to the buyer while the order is in review. */
export function Promises({ order }: { order: Pick<Order, 'totalPence'> }) {
	const free = isFree(order)
	const promises = [
		'Your pixels are activated immediately.',
		'You can upload your logo and link now.',
		...(free ? [] : ['International transfers take 1-3 business days.']),
		free
			? 'A Global Ownership Certificate is sent once the order is approved.'
			: 'An official receipt plus Global Ownership Certificate is sent once the payment has been received.',
	]
	return (
		<ul className="promises">
			{promises.map(text => (
				<li key={text}>{text}</li>
			))}
		</ul>
	)
}

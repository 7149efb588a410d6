import { brand } from '~/domain/brand'
import { isFree } from '~/domain/orders/rules'
import { isRefunded, type OrderMoney } from '~/domain/payments/balance'
import type { SentBack } from '~/domain/payments/ledger.server'
import { Card } from '../card'
import { Notice } from '../notice'
import { RefundNotice } from '../orders/refund-notice'
import { ReleasedNotice } from '../orders/released-notice'
import { Time } from '../time'

type Order = OrderMoney & {
	id: string
	sentBack: readonly SentBack[]
	/** When it came, and until when it is in review at the latest (UTC ms); null once that has passed. */
	submittedAt: number | null
	reviewUntil: number | null
	/** Why the pixels were not free, or why an administrator rejected the order. */
	failureReason: string | null
	/** When the house took pixels of it back, and why. */
	releasedAt: number | null
	releaseReason: string | null
}

/** What became of a submitted order, and what comes next. */
export function Outcome({ order }: { order: Order }) {
	if (isRefunded(order)) {
		return (
			<>
				<h1>This order was refunded</h1>
				<RefundNotice sentBack={order.sentBack} isWhole />
			</>
		)
	}
	switch (order.status) {
		case 'failed':
			return <Failed order={order} />
		case 'rejected':
			return <Rejected order={order} />
		case 'approved':
			return <Approved order={order} />
		default:
			return <Pending order={order} />
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
			<Notice tone="error" title="You hold no pixels from it">
				{order.failureReason ? <p>Our reason: {order.failureReason}</p> : null}
				<p>{`If you ${isFree(order) ? '' : 'have made the transfer, or '}believe that this is a mistake, write to ${brand.supportEmail} and quote the reference.`}</p>
			</Notice>
		</>
	)
}

function Approved({ order }: { order: Order }) {
	return (
		<>
			<header className="grid gap-2">
				<h1>Success! Your Purchase Is Confirmed</h1>
				<p className="text-sm text-muted">
					{isFree(order) ? 'Your order is approved.' : 'Your payment has been verified.'} Please keep this
					page with your records.{' '}
					<a className="link" href={`/user/history/${order.id}`}>
						See the documents of this order
					</a>
				</p>
			</header>
			<ReleasedNotice order={order} />
		</>
	)
}

function Pending({ order }: { order: Order }) {
	const free = isFree(order)
	if (order.releasedAt !== null) {
		return (
			<>
				<h1>This order cannot be completed</h1>
				<ReleasedNotice order={order} />
			</>
		)
	}
	return (
		<>
			<header className="grid gap-2">
				<h1>Success! Your Purchase Is Confirmed</h1>
				<p className="text-muted">
					{free
						? 'Your coupon covers the whole amount. Your order is in review; the pixels are yours to fill now.'
						: 'Your receipt is with us, in review. The pixels are yours to fill now.'}
				</p>
			</header>
			<Card title="What happens next">
				<Stations order={order} />
			</Card>
		</>
	)
}

function Stations({ order }: { order: Order }) {
	const free = isFree(order)
	const { submittedAt, reviewUntil } = order
	const arrives = free ? '' : ' An international transfer takes 1-3 business days to arrive.'
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
					{arrives} You hear from us either way.
				</p>
			</li>
			<li>
				<h3>{free ? 'Certificate' : 'Receipt and certificate'}</h3>
				<p>By email, once {free ? 'the order is approved' : 'the payment is verified'}.</p>
			</li>
		</ol>
	)
}

/** What the buyer is promised while the order is in review. */
export function Promises({ order }: { order: Pick<Order, 'totalPence'> }) {
	const free = isFree(order)
	const promises = [
		'Your pixels are activated immediately.',
		'You can upload your logo and link now.',
		...(free ? [] : ['International transfers take 1-3 business days.']),
		`An official receipt plus Global Ownership Certificate is sent once ${free ? 'the order is approved' : 'the payment has been received'}.`,
	]
	return (
		<ul className="promises">
			{promises.map(text => (
				<li key={text}>{text}</li>
			))}
		</ul>
	)
}

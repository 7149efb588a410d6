import { isFree } from '~/domain/orders/rules'
import { Time } from '../time'

/** An order in review: when it was submitted, and the latest end of the review (UTC ms); null once that has passed. */
type Order = { totalPence: number; submittedAt: number | null; reviewUntil: number | null }

/** Says that an order is in review, and until when. */
export function ReviewIntro({ order }: { order: Order }) {
	return (
		<>
			{isFree(order)
				? 'Your coupon covers the whole amount. Your order is with us, in review'
				: 'Your receipt is with us, in review'}
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
	const isFreeOrder = isFree(order)
	const { submittedAt, reviewUntil } = order
	return (
		<ol className="stations">
			<li data-done="">
				<h3>{isFreeOrder ? 'Order received' : 'Receipt received'}</h3>
				<p>{submittedAt === null ? null : <Time at={submittedAt} />}</p>
			</li>
			<li data-done="">
				<h3>Pixels activated</h3>
				<p>Your pixels are activated immediately. You can upload your logo and link now.</p>
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
					{isFreeOrder ? null : ' International transfers take 1-3 business days.'}
					{' You hear from us either way.'}
				</p>
			</li>
			<li>
				<h3>{isFreeOrder ? 'Certificate' : 'Receipt and certificate'}</h3>
				<p>
					{isFreeOrder
						? 'A Global Ownership Certificate is sent once the order is approved.'
						: 'An official receipt plus Global Ownership Certificate is sent once the payment has been received.'}
				</p>
			</li>
		</ol>
	)
}

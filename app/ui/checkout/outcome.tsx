import { brand } from '~/domain/brand'
import type { OrderStatus } from '~/domain/orders/rules'
import { Notice } from '../notice'

const PROMISES = [
	'Your pixels are activated immediately.',
	'You can upload your logo and link now.',
	'International transfers take 1-3 business days.',
	'An official receipt plus Global Ownership Certificate is sent once the payment has been received.',
]

/** What became of a submitted order, and what comes next. */
export function Outcome({ status, failureReason }: { status: OrderStatus; failureReason: string | null }) {
	if (status === 'failed') {
		return (
			<>
				<h1>Your receipt is recorded, but the pixels are gone</h1>
				<Notice tone="error" title={failureReason ?? 'The pixels are no longer free.'}>
					<p>
						Your receipt came after the hold had run out, and by then they had been bought in another order.
						Nothing you sent is lost: this order is kept with your receipt, and money that you have
						transferred is refunded to you in full.
					</p>
					<p>{`If you have not made the transfer yet, please do not make it. Questions: ${brand.supportEmail}.`}</p>
				</Notice>
			</>
		)
	}
	if (status === 'rejected') {
		return (
			<>
				<h1>This order was rejected</h1>
				<Notice tone="error" title="Its pixels have been released">
					{failureReason ? <p>Our reason: {failureReason}</p> : null}
					<p>{`If you have made the transfer, or believe that this is a mistake, write to ${brand.supportEmail} and quote the reference.`}</p>
				</Notice>
			</>
		)
	}
	return (
		<>
			<header className="grid gap-2">
				<h1>Success! Your Purchase Is Confirmed</h1>
				<p className="text-sm text-muted">
					{status === 'approved'
						? 'Your payment has been verified. Please keep this page with your records.'
						: 'We have your receipt and compare it with our account. Ownership is confirmed within 24 hours of payment verification.'}
				</p>
			</header>
			<ul className="promises">
				{PROMISES.map(text => (
					<li key={text}>{text}</li>
				))}
			</ul>
		</>
	)
}

import { formatPounds, poundsInWords } from '~/domain/money'
import { isFree } from '~/domain/orders/rules'
import { dayText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { type OrderForMail, orderFacts } from './order-mails'
import { type Part, renderEmail } from './render-email'

/* Emails about what an administrator has decided about an order, or writes to its buyer. */

/**
 * Where the papers of an order are, absolute. No receipt: nothing was paid. No certificate: none of the pixels is left.
 */
export type PaperUrls = { receiptUrl: string | null; certificateUrl: string | null }

/** After an approval. */
export function orderApprovedMail(order: OrderForMail, { receiptUrl, certificateUrl }: PaperUrls): Mail {
	return renderEmail({
		kind: 'order-approved',
		subject: `Your order ${order.reference} is confirmed`,
		to: order.fullName,
		parts: [
			`${isFree(order) ? 'Your' : 'Your payment has arrived and your'} order is approved. The pixels below are yours.`,
			{ facts: orderFacts(order) },
			'Please keep this email with your records.',
			...(receiptUrl ? [{ button: 'Your official receipt', url: receiptUrl }] : []),
			...(certificateUrl ? [{ button: 'Your Global Ownership Certificate', url: certificateUrl }] : []),
			{ button: 'See your order', url: order.url },
		],
	})
}

/** After the rejection of a pending or an approved order, whose cells may have been released before. */
export function orderRejectedMail(order: OrderForMail, reason?: string): Mail {
	const because: Part[] = reason ? ['Our reason:', { quote: reason }] : []
	return renderEmail({
		kind: 'order-rejected',
		subject: `Your order ${order.reference} has been rejected`,
		to: order.fullName,
		parts: [
			'We are sorry to tell you that your order could not be upheld. You hold no pixels from it, and what you showed on them has been taken off the grid.',
			...because,
			{ facts: orderFacts(order) },
			`If you ${isFree(order) ? '' : 'have made the transfer, or '}believe that this is a mistake, please answer this email or write to us, and quote the reference ${order.reference}.`,
			{ button: 'See your order', url: order.url },
		],
	})
}

/** When the pixels of a failed order were free again and have been assigned after all: it is pending. */
export function orderAssignedMail(order: OrderForMail): Mail {
	return renderEmail({
		kind: 'order-assigned',
		subject: `The pixels of your order ${order.reference} are yours after all`,
		to: order.fullName,
		parts: [
			'The pixels of your order have become free again, and we have assigned them to you. They are activated: you can already choose the image, the text and the link that they show.',
			{ facts: orderFacts(order) },
			isFree(order)
				? 'There is nothing to pay. You will hear from us as soon as the order is approved.'
				: 'We shall now compare your receipt with our account, and you will hear from us either way. You need not transfer anything again.',
			{ button: 'See your order', url: order.url },
		],
	})
}

/** `on`: a day, as '2026-11-21'. `pence`: what was sent back. `bankReference`: how the bank names the transfer. */
export type Refund = { on: string; pence: number; bankReference: string }

/** When the money of a failed or rejected order has been sent back. */
export function orderRefundedMail(order: OrderForMail, { on, pence, bankReference }: Refund): Mail {
	return renderEmail({
		kind: 'order-refunded',
		subject: `Your order ${order.reference} has been refunded`,
		to: order.fullName,
		parts: [
			'We have sent the money for your order back to the account that it came from.',
			{
				facts: [
					['Refunded', `${formatPounds(pence)} (${poundsInWords(pence)})`],
					['On', dayText(on)],
					['Bank reference', bankReference],
				],
			},
			'International transfers take 1-3 business days. If the money has not arrived by then, please answer this email.',
			{ facts: orderFacts(order) },
			{ button: 'See your order', url: order.url },
		],
	})
}

/** What an administrator writes to the buyer; an empty line of `text` begins a paragraph. */
export function orderMessageMail(order: OrderForMail, text: string): Mail {
	return renderEmail({
		kind: 'order-message',
		subject: `About your order ${order.reference}`,
		to: order.fullName,
		parts: [
			...text.split(/\n{2,}/).map(lines => ({ lines })),
			`You can answer this email. Please quote the reference ${order.reference}.`,
			{ button: 'See your order', url: order.url },
		],
	})
}

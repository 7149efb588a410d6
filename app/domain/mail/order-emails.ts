import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { formatPounds, poundsInWords, poundsWithWords } from '~/domain/money'
import { isFree } from '~/domain/orders/rules'
import { formatDateTime, formatDay } from '~/domain/time'
import { type Fact, type Part, pixelsFact, renderEmail } from './render-email'

/* Emails to a buyer about an order, from the hold to the refund. */

/** An order in an email. Amounts are integer pence, times UTC ms, `url` is absolute. */
export type OrderForEmail = {
	reference: string
	fullName: string
	cells: CellPosition[]
	subtotalPence: number
	discountPence: number
	couponCode: string | null
	totalPence: number
	submittedAt: number | null
	/** The buyer's page of the order. */
	url: string
}

const seeOrder = ({ url }: OrderForEmail) => ({ button: 'See your order', url })
const getAwaited = (order: OrderForEmail) => (isFree(order) ? 'your confirmation' : 'your receipt')

/* Criminals steal transfers with emails that name another account. */
const COMPARE =
	'Our bank details are shown only in your checkout; we never send them by email. If a message gives you an account to pay into, compare it with your checkout before you pay.'

/** The end of an email about a hold: the order, `request`, and a link back to the checkout. */
const holdParts = (order: OrderForEmail, checkoutUrl: string, request: string): (Part | false)[] => [
	{ facts: orderFacts(order) },
	request,
	!isFree(order) && COMPARE,
	{ button: 'Return to the checkout', url: checkoutUrl },
	`If the hold ends before ${getAwaited(order)} arrives, you can still send it: the pixels are yours as long as nobody else has taken them.`,
]

/** Sent when the checkout puts cells on hold, with a link back to it and the end of the hold. */
export const checkoutHeldEmail = (order: OrderForEmail, checkoutUrl: string, until: number) =>
	renderEmail('checkout-held', `Your pixels are on hold, reference ${order.reference}`, order.fullName, [
		`We are holding the following pixels for you until ${formatDateTime(until)}.`,
		...holdParts(
			order,
			checkoutUrl,
			isFree(order)
				? 'Your coupon covers the whole amount, so there is nothing to pay. Please confirm your order before then. You can return to your checkout at any time.'
				: `Please make the bank transfer with the reference ${order.reference} and send us the receipt before then. You can return to your checkout at any time.`,
		),
	])

/** Sent some time before a hold ends (P6). */
export const holdReminderEmail = (order: OrderForEmail, checkoutUrl: string, until: number) =>
	renderEmail('hold-reminder', `Your hold ends soon, reference ${order.reference}`, order.fullName, [
		`Your pixels are on hold for you until ${formatDateTime(until)}. After that anybody can buy them.`,
		...holdParts(
			order,
			checkoutUrl,
			isFree(order)
				? 'There is nothing to pay. Please confirm your order before then.'
				: `If you have made the bank transfer with the reference ${order.reference}, please send us the receipt before then.`,
		),
	])

/** Sent after the receipt: the order is pending, and the buyer can manage the cells. */
export const orderReceivedEmail = (order: OrderForEmail) =>
	renderEmail('order-received', `We have received your order ${order.reference}`, order.fullName, [
		`Thank you for your order${isFree(order) ? '' : ' and for the receipt of your payment'}. Your pixels are activated: you can already choose the image, the text and the link that they show.`,
		{ facts: orderFacts(order) },
		isFree(order)
			? 'Your coupon covers the whole amount, so there is nothing to pay. We will now review your order, and you will hear from us either way.'
			: 'We will now compare the receipt with our bank account. Ownership is confirmed within 24 hours of payment verification, and you will hear from us either way.',
		seeOrder(order),
	])

/** Sent when somebody else had the pixels, sold or on hold; `reason` says which (P8, P9). */
export const orderFailedEmail = (
	order: OrderForEmail,
	reason: string,
	{ lostHold = true }: { lostHold?: boolean } = {},
) =>
	renderEmail('order-failed', `Your order ${order.reference} could not be completed`, order.fullName, [
		`We are sorry. When ${getAwaited(order)} reached us, ${lostHold ? 'your pixels were no longer on hold for you' : 'your order could not be completed'}. ${reason}`,
		isFree(order)
			? 'We keep your order, and there is nothing to pay. If the pixels become free again, we may still assign them to you.'
			: 'Nothing you sent is lost: we keep your order and your receipt. If the pixels become free again, we may still assign them to you; otherwise, we refund any money that you have transferred for this order in full.',
		{ facts: orderFacts(order) },
		!isFree(order) &&
			`If you have already made the transfer, please reply to this email with the reference ${order.reference}. If you have not, please do not make it.`,
		seeOrder(order),
	])

/**
 * Absolute URLs of the pixels' public page and of the order's documents. No receipt if nothing was paid. No page and no
 * certificate if none of the pixels is left.
 */
export type ApprovedUrls = {
	pageUrl: string | null
	receiptUrl: string | null
	certificateUrl: string | null
}

/** Sent after an approval. */
export const orderApprovedEmail = (
	order: OrderForEmail,
	{ pageUrl, receiptUrl, certificateUrl }: ApprovedUrls,
) =>
	renderEmail('order-approved', `Your order ${order.reference} is confirmed`, order.fullName, [
		`${isFree(order) ? 'Your' : 'Your payment is verified, and your'} order is approved. The pixels below are yours.`,
		{ facts: orderFacts(order) },
		pageUrl !== null && { button: 'See your page', url: pageUrl },
		'Please keep this email with your records.',
		receiptUrl !== null && { button: 'Your official receipt', url: receiptUrl },
		certificateUrl !== null && { button: 'Your Global Ownership Certificate', url: certificateUrl },
		seeOrder(order),
	])

/** Sent after the rejection of a pending or approved order, whose cells may have been released before. */
export const orderRejectedEmail = (order: OrderForEmail, reason?: string) =>
	renderEmail('order-rejected', `Your order ${order.reference} has been rejected`, order.fullName, [
		'We are sorry to tell you that your order was rejected. Its pixels are no longer yours, and their content has been removed from the grid.',
		...(reason ? ['Our reason:', { quote: reason }] : []),
		{ facts: orderFacts(order) },
		`If you ${isFree(order) ? '' : 'have made the transfer, or '}believe that this is a mistake, please reply to this email or write to us, and quote the reference ${order.reference}.`,
		seeOrder(order),
	])

/** Sent when the free pixels of a failed order were assigned after all: it is pending. */
export const orderAssignedEmail = (order: OrderForEmail) =>
	renderEmail(
		'order-assigned',
		`The pixels of your order ${order.reference} are yours after all`,
		order.fullName,
		[
			'The pixels of your order have become free again, and we have assigned them to you. They are activated: you can already choose the image, the text and the link that they show.',
			{ facts: orderFacts(order) },
			isFree(order)
				? 'There is nothing to pay. You will hear from us as soon as the order is approved.'
				: 'We will now compare your receipt with our bank account, and you will hear from us either way. You do not need to make another transfer.',
			seeOrder(order),
		],
	)

/**
 * `on`: a day, as '2026-11-21'. `pence`: the amount sent back. `bankReference`: the bank's reference of the transfer.
 */
export type Refund = { on: string; pence: number; bankReference: string }

/** Sent when the money of a failed or rejected order has been sent back. */
export const orderRefundedEmail = (order: OrderForEmail, { on, pence, bankReference }: Refund) =>
	renderEmail('order-refunded', `Your order ${order.reference} has been refunded`, order.fullName, [
		'We have refunded your order to the account from which you paid.',
		{
			facts: [
				['Refunded', `${formatPounds(pence)} (${poundsInWords(pence)})`],
				['Date', formatDay(on)],
				['Bank reference', bankReference],
			],
		},
		'International transfers take 1-3 business days. If the money has not arrived by then, please reply to this email.',
		{ facts: orderFacts(order) },
		seeOrder(order),
	])

/** An administrator's message to the buyer; an empty line of `text` begins a paragraph. */
export const orderMessageEmail = (order: OrderForEmail, text: string) =>
	renderEmail('order-message', `About your order ${order.reference}`, order.fullName, [
		...text.split(/\n{2,}/).map(lines => ({ lines })),
		`You can reply to this email. Please quote the reference ${order.reference}.`,
		seeOrder(order),
	])

/** Lists the figures of the order for every email about it. */
export function orderFacts(order: Omit<OrderForEmail, 'fullName' | 'url'>): (Fact | false)[] {
	const { reference, cells, discountPence, subtotalPence, totalPence, couponCode, submittedAt } = order
	return [
		['Reference', reference],
		submittedAt !== null && ['Received', formatDateTime(submittedAt)],
		pixelsFact(cells),
		discountPence > 0 && ['Subtotal', formatPounds(subtotalPence)],
		discountPence > 0 && [couponCode ? `Coupon ${couponCode}` : 'Discount', formatPounds(-discountPence)],
		['Total', poundsWithWords(totalPence)],
	]
}

import type { CellType } from '~/domain/grid/layout'
import { type Place, rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import { formatPounds, poundsWithWords } from '~/domain/money'
import { isFree } from '~/domain/orders/rules'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { renderEmail } from './render-email'

/* Emails about an order, from the hold to the receipt. What an administrator decides about it is in
   decision-mails.ts. */

/** What an email says about an order. Money is integer pence, times are UTC ms, `url` is absolute. */
export type OrderForMail = {
	reference: string
	fullName: string
	cells: { type: CellType; row: number; col: number; pricePence: number }[]
	subtotalPence: number
	discountPence: number
	couponCode: string | null
	totalPence: number
	submittedAt: number | null
	/** Where the buyer sees the order. */
	url: string
}

/* Emails that name another account are how transfers are stolen. */
const COMPARE =
	'The account to pay to stands in your checkout alone; we never send it by email. Should any message name one, compare it with your checkout before you pay.'

/** When the checkout puts cells on hold: the way back to it, and until when. */
export function checkoutHeldMail(order: OrderForMail, checkoutUrl: string, until: number): Mail {
	return renderEmail({
		kind: 'checkout-held',
		subject: `Your pixels are on hold, reference ${order.reference}`,
		to: order.fullName,
		parts: [
			`We are holding the following pixels for you until ${momentText(until)}.`,
			{ facts: orderFacts(order) },
			isFree(order)
				? 'Your coupon covers the whole amount, so there is nothing to pay. Please confirm your order before then. You can return to your checkout at any time.'
				: `Please make the bank transfer with the reference ${order.reference} and send us the receipt before then. You can return to your checkout at any time.`,
			...(isFree(order) ? [] : [COMPARE]),
			{ button: 'Return to the checkout', url: checkoutUrl },
			`If the hold has run out before ${whatIsSent(order)} arrives, you can still send it: as long as nobody else holds the pixels, they are yours.`,
		],
	})
}

/** Some time before a hold ends (P6). */
export function holdReminderMail(order: OrderForMail, checkoutUrl: string, until: number): Mail {
	return renderEmail({
		kind: 'hold-reminder',
		subject: `Your hold ends soon, reference ${order.reference}`,
		to: order.fullName,
		parts: [
			`Your pixels are on hold for you until ${momentText(until)}. After that anybody can buy them.`,
			{ facts: orderFacts(order) },
			isFree(order)
				? 'There is nothing to pay. Please confirm your order before then.'
				: `If you have made the bank transfer with the reference ${order.reference}, please send us the receipt before then.`,
			...(isFree(order) ? [] : [COMPARE]),
			{ button: 'Return to the checkout', url: checkoutUrl },
			`If the hold has run out before ${whatIsSent(order)} arrives, you can still send it: as long as nobody else holds the pixels, they are yours.`,
		],
	})
}

/** After the receipt was sent: pending, and the cells are the buyer's to manage. */
export function orderReceivedMail(order: OrderForMail): Mail {
	const free = isFree(order)
	return renderEmail({
		kind: 'order-received',
		subject: `We have received your order ${order.reference}`,
		to: order.fullName,
		parts: [
			`Thank you for your order${free ? '' : ' and for the receipt of your payment'}. Your pixels are activated: you can already choose the image, the text and the link that they show.`,
			{ facts: orderFacts(order) },
			free
				? 'Your coupon covers the whole amount, so there is nothing to pay. We shall now look at your order, and you will hear from us either way.'
				: 'We shall now compare the receipt with our account. Ownership is confirmed within 24 hours of payment verification, and you will hear from us either way.',
			{ button: 'See your order', url: order.url },
		],
	})
}

/** For an order that came when somebody else had its pixels, sold or on hold; `taken` says which (P8, P9). */
export function orderFailedMail(
	order: OrderForMail,
	reason: string,
	{ lostHold = true }: { lostHold?: boolean } = {},
): Mail {
	const hold = lostHold ? 'your pixels were not on hold for you any more' : 'it could not be completed'
	const fate = isFree(order)
		? 'Your order is kept with us, and there is nothing to pay. If the pixels become free again we may still assign them to you.'
		: 'Nothing you sent is lost: your order and your receipt are kept with us. If the pixels become free again we may still assign them to you; otherwise money that you have transferred for this order is refunded to you in full.'
	const request = `If you have already made the transfer, please answer this email with the reference ${order.reference}. If you have not, please do not make it.`
	return renderEmail({
		kind: 'order-failed',
		subject: `Your order ${order.reference} could not be completed`,
		to: order.fullName,
		parts: [
			`We are sorry. When ${whatIsSent(order)} reached us, ${hold}. ${reason}`,
			fate,
			{ facts: orderFacts(order) },
			...(isFree(order) ? [] : [request]),
			{ button: 'See your order', url: order.url },
		],
	})
}

const whatIsSent = (order: OrderForMail) => (isFree(order) ? 'your confirmation' : 'your receipt')

/** The order in figures, for every email about it. */
export function orderFacts(order: OrderForMail): [string, string][] {
	const { discountPence, subtotalPence, totalPence, couponCode, submittedAt } = order
	const lines: [string, string][] = [['Reference', order.reference]]
	if (submittedAt !== null) lines.push(['Received', momentText(submittedAt)])
	lines.push(['Pixels', describeCells(order.cells)])
	if (discountPence > 0) {
		lines.push(['Subtotal', formatPounds(subtotalPence)])
		lines.push([couponCode ? `Coupon ${couponCode}` : 'Discount', formatPounds(-discountPence)])
	}
	lines.push(['Total', poundsWithWords(totalPence)])
	return lines
}

/** '6 tiny pixels, rows 8 to 9, columns 3 to 5'; what is no rectangle, as the rectangles it is made of. */
export function describeCells(cells: readonly Place[]): string {
	const types = [...new Set(cells.map(cell => cell.type))]
	return types
		.map(type => {
			const group = cells.filter(cell => cell.type === type)
			const rectangles = rectanglesOf(group)
			const figure = group.length < 1_000 ? group.length : group.length.toLocaleString('en-GB')
			const count = `${figure} ${type} ${group.length === 1 ? 'pixel' : 'pixels'}`
			const places = rectangles.slice(0, 12).map(placeText)
			const more = rectangles.slice(12).flat().length
			return `${count}${places.length > 1 ? ':' : ','} ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
		})
		.join('. ')
}

function placeText(rectangle: readonly Place[]): string {
	const [first, last] = [rectangle[0], rectangle.at(-1)]
	if (!first || !last) return ''
	return `${span('row', first.row, last.row)}, ${span('column', first.col, last.col)}`
}

function span(name: string, from: number, to: number): string {
	return from === to ? `${name} ${from}` : `${name}s ${from} to ${to}`
}

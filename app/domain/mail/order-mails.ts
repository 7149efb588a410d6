import type { CellType } from '~/domain/grid/layout'
import { type Place, rectanglesOf } from '~/domain/grid/rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import type { Mail } from '~/server/outbox.server'
import { momentText, type Part, typeset } from './letter'

/* Letters about an order. */

/** What a letter says about an order. Money is integer pence, times are UTC ms, `url` is absolute. */
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

/** When the checkout puts cells on hold: the way back to it, and until when. */
export function checkoutHeldMail(order: OrderForMail, checkoutUrl: string, until: number): Mail {
	return typeset({
		kind: 'checkout-held',
		subject: `Your pixels are on hold, reference ${order.reference}`,
		to: order.fullName,
		parts: [
			`We are holding the following pixels for you until ${momentText(until)}.`,
			{ facts: facts(order) },
			`Please make the bank transfer with the reference ${order.reference} and send us the receipt before then. You can return to your checkout at any time.`,
			{ button: 'Return to the checkout', url: checkoutUrl },
			'If the hold has run out before your receipt arrives, you can still send it: as long as nobody else holds the pixels, they are yours.',
		],
	})
}

/** After the receipt was sent: pending, and the cells are the buyer's to manage. */
export function orderReceivedMail(order: OrderForMail): Mail {
	return typeset({
		kind: 'order-received',
		subject: `We have received your order ${order.reference}`,
		to: order.fullName,
		parts: [
			'Thank you for your order and for the receipt of your payment. Your pixels are activated: you can already choose the image, the text and the link that they show.',
			{ facts: facts(order) },
			'We shall now compare the receipt with our account. Ownership is confirmed within 24 hours of payment verification, and you will hear from us either way.',
			{ button: 'See your order', url: order.url },
		],
	})
}

/** After an administrator's approval. */
export function orderApprovedMail(order: OrderForMail): Mail {
	return typeset({
		kind: 'order-approved',
		subject: `Your order ${order.reference} is confirmed`,
		to: order.fullName,
		parts: [
			'Your payment has arrived and your order is approved. The pixels below are yours.',
			{ facts: facts(order) },
			'Please keep this letter with your records.',
			{ button: 'See your order', url: order.url },
		],
	})
}

/** After an administrator's rejection of a pending or an approved order: the cells are released. */
export function orderRejectedMail(order: OrderForMail, reason?: string): Mail {
	const because: Part[] = reason ? ['Our reason:', { quote: reason }] : []
	return typeset({
		kind: 'order-rejected',
		subject: `Your order ${order.reference} has been rejected`,
		to: order.fullName,
		parts: [
			'We are sorry to tell you that your order could not be upheld. Its pixels have been released, and what they showed has been taken off the grid.',
			...because,
			{ facts: facts(order) },
			`If you have made the transfer, or believe that this is a mistake, please answer this letter or write to us, and quote the reference ${order.reference}.`,
			{ button: 'See your order', url: order.url },
		],
	})
}

/** For a receipt that came after the hold had run out and the cells had gone in another order (decision 8). */
export function orderFailedMail(order: OrderForMail): Mail {
	return typeset({
		kind: 'order-failed',
		subject: `Your order ${order.reference} could not be completed`,
		to: order.fullName,
		parts: [
			'We are sorry. Your receipt reached us after the hold on your pixels had run out, and by then they had been bought in another order.',
			'Nothing you sent is lost: your order and your receipt are kept with us. Money that you have transferred for this order will be refunded to you in full.',
			{ facts: facts(order) },
			`If you have already made the transfer, please answer this letter with the reference ${order.reference}. If you have not, please do not make it.`,
			{ button: 'See your order', url: order.url },
		],
	})
}

function facts(order: OrderForMail): [string, string][] {
	const { discountPence, subtotalPence, totalPence, couponCode, submittedAt } = order
	const lines: [string, string][] = [['Reference', order.reference]]
	if (submittedAt !== null) lines.push(['Received', momentText(submittedAt)])
	lines.push(['Pixels', describeCells(order.cells)])
	if (discountPence > 0) {
		lines.push(['Subtotal', formatPounds(subtotalPence)])
		lines.push([couponCode ? `Coupon ${couponCode}` : 'Discount', `-${formatPounds(discountPence)}`])
	}
	lines.push(['Total', `${formatPounds(totalPence)} (${poundsInWords(totalPence)})`])
	return lines
}

/** '6 tiny pixels, rows 8 to 9, columns 3 to 5'; what is no rectangle, as the rectangles it is made of. */
export function describeCells(cells: readonly Place[]): string {
	const types = [...new Set(cells.map(cell => cell.type))]
	return types
		.map(type => {
			const group = cells.filter(cell => cell.type === type)
			const rectangles = rectanglesOf(group)
			const count = `${group.length.toLocaleString('en-GB')} ${type} ${group.length === 1 ? 'pixel' : 'pixels'}`
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

import type { CellType } from '~/domain/grid/layout'
import type { Place } from '~/domain/grid/rules'

/* Words of the administrators' pages about orders. */

const ACTIONS: Readonly<Record<string, string>> = {
	'order.open': 'Checkout opened',
	'order.hold': 'Pixels put on hold',
	'order.proceed': 'Bank details opened without a hold',
	'order.coupon': 'Coupon applied',
	'order.coupon-remove': 'Coupon removed',
	'order.submit': 'Receipt submitted',
	'order.approve': 'Approved',
	'order.reject': 'Rejected',
	'order.fail': 'Failed: the pixels were gone',
}

/** What an entry of the audit says happened to an order. */
export function actionWords(action: string): string {
	return ACTIONS[action] ?? action.replace(/^order\./, '').replaceAll('-', ' ')
}

/** 'Tiny, row 8, column 3', or 'Tiny, rows 3–6, columns 10–14' of a rectangle as `rectanglesOf` gives it. */
export function placeWords(rectangle: readonly Place[]): string {
	const [first, last] = [rectangle[0], rectangle.at(-1)]
	if (!first || !last) return ''
	return `${typeWord(first.type)}, ${span('row', first.row, last.row)}, ${span('column', first.col, last.col)}`
}

function span(name: string, from: number, to: number): string {
	return from === to ? `${name} ${from}` : `${name}s ${from}–${to}`
}

/** 'Tiny'. */
export function typeWord(type: CellType): string {
	return type.charAt(0).toUpperCase() + type.slice(1)
}

/** '1 pixel', '6 pixels', '1,040 pixels'. */
export function pixels(count: number): string {
	return `${count.toLocaleString('en-GB')} ${count === 1 ? 'pixel' : 'pixels'}`
}

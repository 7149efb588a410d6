import { type CellType, cellById } from '~/domain/grid/layout'

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

/** 'Tiny, column 3, row 8'. */
export function placeWords(cell: number): string {
	const place = cellById(cell)
	if (!place) return `Pixel ${cell}`
	return `${typeWord(place.type)}, column ${place.col}, row ${place.row}`
}

/** 'Tiny'. */
export function typeWord(type: CellType): string {
	return type.charAt(0).toUpperCase() + type.slice(1)
}

/** '1 pixel', '6 pixels'. */
export function pixels(count: number): string {
	return `${count} ${count === 1 ? 'pixel' : 'pixels'}`
}

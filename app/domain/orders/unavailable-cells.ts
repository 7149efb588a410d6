import { nameCells } from '~/domain/grid/cell-names'
import { formatDateTime } from '~/domain/time'

/* Messages for cells that somebody else has (P8), which tell a hold from a sale. Safe for the browser. */

/** A cell that somebody else has. `holdUntil`: on hold until then (UTC ms); null: sold, or the house's. */
export type UnavailableCell = {
	readonly cell: number
	readonly holdUntil: number | null
	readonly isHouse?: boolean
}

/** Returns when the last hold on these cells ends (UTC ms), if all are on hold; null when one of them is sold. */
export function availableAgainAt(taken: readonly UnavailableCell[]): number | null {
	const ends = taken.flatMap(cell => cell.holdUntil ?? [])
	return ends.length > 0 && ends.length === taken.length ? Math.max(...ends) : null
}

/**
 * Returns "This pixel is no longer available: ..." and "These pixels are on hold for another buyer until ...: ...", as
 * applicable. `own`: the cells that the reader already has.
 */
export function unavailableMessage(taken: readonly UnavailableCell[], own: readonly number[] = []): string {
	const yours = taken.filter(cell => own.includes(cell.cell))
	const others = taken.filter(cell => !own.includes(cell.cell))
	const { house, sold, held } = groupByReason(others)
	const sentences = []
	if (yours.length > 0) sentences.push(`${describeAs(yours, 'yours already')}: ${listNames(yours)}.`)
	if (house.length > 0) sentences.push(`${describeAs(house, 'reserved by the house')}: ${listNames(house)}.`)
	if (sold.length > 0) sentences.push(`${describeAs(sold, 'no longer available')}: ${listNames(sold)}.`)
	if (held.length > 0) sentences.push(`${describeAs(held, describeHolds(held))}: ${listNames(held)}.`)
	return sentences.join(' ')
}

/**
 * Returns the message stored with an order that came too late, in words that stay true later. `arrived`: what was
 * received.
 */
export function failureMessage(taken: readonly UnavailableCell[], arrived: 'receipt' | 'order'): string {
	const { house, sold, held } = groupByReason(taken)
	const parts = [
		[house, 'reserved by the house'],
		[sold, 'no longer available'],
		[held, 'on hold for another buyer'],
	] as const
	return parts
		.filter(([cells]) => cells.length > 0)
		.map(([cells, what]) => {
			const subject = cells.length === 1 ? 'This pixel was' : 'These pixels were'
			return `${subject} ${what} when your ${arrived} arrived: ${listNames(cells)}.`
		})
		.join(' ')
}

function groupByReason(taken: readonly UnavailableCell[]) {
	return {
		house: taken.filter(cell => cell.isHouse),
		sold: taken.filter(cell => !cell.isHouse && cell.holdUntil === null),
		held: taken.filter(cell => cell.holdUntil !== null),
	}
}

function describeAs(cells: readonly UnavailableCell[], what: string): string {
	return cells.length === 1 ? `This pixel is ${what}` : `These pixels are ${what}`
}

function describeHolds(held: readonly UnavailableCell[]): string {
	const ends = held.flatMap(cell => cell.holdUntil ?? [])
	const last = formatDateTime(Math.max(...ends))
	return new Set(ends).size === 1
		? `on hold for another buyer until ${last}`
		: `on hold for other buyers, the last of them until ${last}`
}

/** Returns advice for a buyer who wants them. */
export function unavailableAdvice(taken: readonly UnavailableCell[]): string {
	return availableAgainAt(taken) === null
		? 'Please choose other pixels.'
		: 'Nothing is sold yet: you can wait until then, or choose other pixels.'
}

const listNames = (cells: readonly UnavailableCell[]) => nameCells(cells.map(cell => cell.cell))

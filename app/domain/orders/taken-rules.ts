import { momentText } from '~/domain/time'
import { nameCells } from './rules'

/* What is said of cells that somebody else has (decision 45): on hold is not sold. Pure, safe for the browser. */

/** A cell that somebody else has. `holdUntil`: merely on hold, until then (UTC ms); null: sold, or the house's. */
export type Taken = { readonly cell: number; readonly holdUntil: number | null }

/**
 * When the last hold on these cells ends at the latest (UTC ms), if they are merely on hold; null when one of them is
 * sold.
 */
export function freeAgainAt(taken: readonly Taken[]): number | null {
	const ends = taken.flatMap(one => one.holdUntil ?? [])
	return ends.length > 0 && ends.length === taken.length ? Math.max(...ends) : null
}

/**
 * "This pixel is no longer available: ..." and "These pixels are on hold for another buyer until ...: ...", as far as
 * it is so.
 */
export function takenMessage(taken: readonly Taken[]): string {
	const sold = taken.filter(one => one.holdUntil === null)
	const held = taken.filter(one => one.holdUntil !== null)
	const sentences = []
	if (sold.length > 0) sentences.push(`${these(sold, 'no longer available')}: ${named(sold)}.`)
	if (held.length > 0) sentences.push(`${these(held, onHold(held))}: ${named(held)}.`)
	return sentences.join(' ')
}

function these(cells: readonly Taken[], what: string): string {
	return cells.length === 1 ? `This pixel is ${what}` : `These pixels are ${what}`
}

function onHold(held: readonly Taken[]): string {
	const ends = held.flatMap(one => one.holdUntil ?? [])
	const last = momentText(Math.max(...ends))
	return new Set(ends).size === 1
		? `on hold for another buyer until ${last}`
		: `on hold for other buyers, the last of them until ${last}`
}

/** What somebody can do who wants them. */
export function takenAdvice(taken: readonly Taken[]): string {
	return freeAgainAt(taken) === null
		? 'Please choose other pixels.'
		: 'Nothing is sold yet: you can wait until then, or choose other pixels.'
}

const named = (cells: readonly Taken[]) => nameCells(cells.map(one => one.cell))

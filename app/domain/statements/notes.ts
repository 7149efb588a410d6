import type { Statement } from './parse.server'
import type { TakenBack } from './taken-back.server'

/* What the preview and the import of a statement say beside its payments. */

/** In sentences. `known`: how many payments were imported before. */
export function notesOf(
	{ outgoing, foreign, reversals }: Pick<Statement, 'outgoing' | 'foreign' | 'reversals'>,
	known: number,
	{ taken, approved, unclear, named }: TakenBack,
): string[] {
	const their = taken.map(({ entry, orders }) =>
		orders.length > 0
			? orders.map(one => one.reference)
			: [entry.bankReference || entry.text || 'no reference'],
	)
	return [
		...(known > 0 ? [`${payments(known)} imported before ${known === 1 ? 'is' : 'are'} left out.`] : []),
		...(outgoing > 0 ? [`${lines(outgoing)} of outgoing money left out.`] : []),
		...(reversals > 0
			? [`The bank calls ${reversals} of them ${reversals === 1 ? 'a reversal' : 'reversals'}.`]
			: []),
		...(taken.length > 0
			? [
					`${payments(taken.length)} imported before ${taken.length === 1 ? 'was' : 'were'} taken back (${first(their.flat())}).`,
				]
			: []),
		...(approved.length > 0
			? [
					`Approved already: ${first(approved)}. Please look at what becomes of ${approved.length === 1 ? 'it' : 'them'}.`,
				]
			: []),
		...(unclear.length > 0
			? [`Not clear which payment was taken back (${first(unclear)}): none is marked.`]
			: []),
		...(named.length > 0
			? [
					`Money that went out names ${first(named)}: see what came in for ${named.length === 1 ? 'it' : 'them'}.`,
				]
			: []),
		...(foreign > 0 ? [`${lines(foreign)} in another currency left out.`] : []),
	]
}

/** What somebody has to look at, for the record; undefined where there is nothing. */
export function alarmsOf({ approved, unclear, named }: TakenBack): Record<string, string[]> | undefined {
	const all = Object.entries({ approved, unclear, named }).filter(([, some]) => some.length > 0)
	return all.length > 0 ? Object.fromEntries(all) : undefined
}

/* Notes have to find room in a cookie. */
const MOST_NAMED = 5
const LONGEST_NAME = 40

function first(all: string[]): string {
	const names = [...new Set(all)]
	const more = names.length - MOST_NAMED
	const shown = names.slice(0, MOST_NAMED).map(name => name.slice(0, LONGEST_NAME))
	return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** '1 payment', '2 payments'. */
export const payments = (count: number) =>
	`${count.toLocaleString('en-GB')} ${count === 1 ? 'payment' : 'payments'}`
const lines = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'line' : 'lines'}`

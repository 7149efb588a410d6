import type { Arrived, Line, Payment, Recall } from './entry'
import { quotedIn } from './references'

/**
 * Which payments of a file went out again in it: an outgoing line of the same amount, not earlier, quotes the same
 * reference. Of several equal ones the last is meant. `recalls`: all outgoing lines that may name an order.
 */
export function withReturns(
	payments: readonly Payment[],
	outgoing: readonly Pick<Line, 'bookedOn' | 'pence' | 'text' | 'bankReference'>[],
): { payments: Arrived[]; recalls: Recall[] } {
	const arrived: (Arrived & { quoted?: string[] })[] = payments.map(payment => ({ ...payment }))
	const recalls = outgoing.flatMap(({ pence, bookedOn: on, text, bankReference }) => {
		const quoted = quotedIn(text)
		if (quoted.length === 0) return []
		const fitting = arrived.flatMap((one, place) => {
			if (one.pence !== -pence || one.bookedOn > on) return []
			one.quoted ??= quotedIn(one.text)
			return one.quoted.some(reference => quoted.includes(reference)) ? [place] : []
		})
		const reference = bankReference || quoted.join(' ')
		const meant = fitting.findLast(place => !arrived[place]?.back)
		const its = arrived[meant ?? -1]
		if (its) its.back = { on, reference }
		return [{ on, pence: -pence, reference, quoted, fitting, ...(meant === undefined ? {} : { meant }) }]
	})
	return { payments: arrived.map(({ quoted: _, ...payment }) => payment), recalls }
}

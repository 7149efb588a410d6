import type { Arrived, Line, Payment } from './entry'
import { quotedIn } from './references'

/**
 * Which payments of a file went out again in it: an outgoing line of the same amount, not earlier, quotes the same
 * reference. Of several equal ones the last is meant. `others`: the references that other outgoing lines quote.
 */
export function withReturns(
	payments: readonly Payment[],
	outgoing: readonly Pick<Line, 'bookedOn' | 'pence' | 'text' | 'bankReference'>[],
): { payments: Arrived[]; others: string[] } {
	const arrived: (Arrived & { quoted?: string[] })[] = payments.map(payment => ({ ...payment }))
	const others = outgoing.flatMap(({ pence, bookedOn: on, text, bankReference }) => {
		const references = quotedIn(text)
		if (references.length === 0) return []
		const its = arrived.findLast(one => {
			if (one.back || one.pence !== -pence || one.bookedOn > on) return false
			one.quoted ??= quotedIn(one.text)
			return one.quoted.some(reference => references.includes(reference))
		})
		if (!its) return references
		its.back = { on, reference: bankReference || references.join(' ') }
		return []
	})
	return { payments: arrived.map(({ quoted: _, ...payment }) => payment), others: [...new Set(others)] }
}

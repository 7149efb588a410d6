import { createHash } from 'node:crypto'
import type { BankLine } from './formats/entry'
import { normaliseLetters } from './references'

/**
 * Fingerprints each payment of a file: all fields from the bank, and its index among equal payments. So the same entry
 * in another file has the same fingerprint, and two equal payments of one day have two.
 */
export function computeFingerprints(payments: readonly BankLine[]): string[] {
	const counts = new Map<string, number>()
	return payments.map(({ bookedOn, pence, payer, text, bankReference }) => {
		const said = JSON.stringify([bookedOn, pence, ...[payer, text, bankReference].map(plain)])
		const count = (counts.get(said) ?? 0) + 1
		counts.set(said, count)
		return createHash('sha256').update(`${said} ${count}`).digest('hex')
	})
}

/* Letters of any script, so that blanks and case make no other payment of it. */
function plain(text: string): string {
	return normaliseLetters(text) + text.replace(/[\p{ASCII}\s]/gu, '').toUpperCase()
}

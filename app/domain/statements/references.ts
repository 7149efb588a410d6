import { ALPHABET, isReference } from '~/domain/orders/reference'

/* Payment references in what people wrote with a payment. */

export type Slip = 'One character differs' | 'Two characters exchanged'

const LENGTH = 8

/* Letters of other scripts that look like ours: somebody's keyboard. */
const LOOK_ALIKES = 'АВЕКМНОРСТХЗЈԌԜΑΒΕΗΙΚΜΝΟΡΤΧΖϜ'
const OURS = 'ABEKMHOPCTX3JGWABEHIKMNOPTXZF'

/** Letters and figures alone, as capitals of the Latin script: blanks, signs and line breaks part nothing. */
export function normaliseLetters(text: string): string {
	return [...text.normalize('NFKC').toUpperCase()]
		.map(letter => OURS[LOOK_ALIKES.indexOf(letter)] ?? letter)
		.join('')
		.replace(/[^A-Z0-9]/g, '')
}

function windowsOf(text: string): string[] {
	const letters = normaliseLetters(text)
	const starts = Array.from({ length: Math.max(0, letters.length - LENGTH + 1) }, (_, start) => start)
	return [...new Set(starts.map(start => letters.slice(start, start + LENGTH)))]
}

/** Finds all possible references: those with a correct check character. The database tells which exist. */
export function findQuoted(text: string): string[] {
	return windowsOf(text).filter(isReference)
}

const TWO_STRANGERS = new RegExp(`[^${ALPHABET}].*[^${ALPHABET}]`)

/**
 * Finds which of some references a text holds with one wrong character, or with two exchanged ones. It looks at the
 * slips that can be made with those references, which are few, and not at the references that a text may mean; and it
 * collects them when a text may hold one.
 */
export function nearFinder(references: readonly string[]): (text: string) => Map<string, Slip> {
	let meant: Map<string, string[]> | undefined
	return text => {
		if (references.length === 0) return new Map()
		const slips = windowsOf(text).filter(one => !TWO_STRANGERS.test(one) && !isReference(one))
		return new Map(
			slips.flatMap(one => {
				meant ??= bySlips(references)
				return slippedFrom(one, meant)
			}),
		)
	}
}

/* With a character left open they are told by what remains, with two exchanged by the same letters in some order. */
function bySlips(references: readonly string[]): Map<string, string[]> {
	const meant = new Map<string, string[]>()
	for (const reference of references) {
		for (const slip of [...gapsIn(reference), sorted(reference)]) {
			meant.get(slip)?.push(reference) ?? meant.set(slip, [reference])
		}
	}
	return meant
}

function slippedFrom(text: string, meant: ReadonlyMap<string, string[]>): [reference: string, slip: Slip][] {
	const exchanged = (meant.get(sorted(text)) ?? []).filter(reference => differences(text, reference) === 2)
	const differing = gapsIn(text).flatMap(slip => meant.get(slip) ?? [])
	return [
		...exchanged.map(reference => [reference, 'Two characters exchanged'] as [string, Slip]),
		...differing.map(reference => [reference, 'One character differs'] as [string, Slip]),
	]
}

/** A text with each of its characters left open in turn. */
function gapsIn(text: string): string[] {
	return Array.from(text, (_, place) => `${text.slice(0, place)}?${text.slice(place + 1)}`)
}

function sorted(text: string): string {
	return [...text].sort().join('')
}

function differences(one: string, other: string): number {
	return [...one].filter((letter, place) => letter !== other[place]).length
}

import { groupBy } from '~/domain/group-by'
import { ALPHABET, isReference } from '~/domain/orders/reference'

/* Finds payment references in the text of payments. */

export type Typo = 'One character differs' | 'Two characters exchanged'

const LENGTH = 8

/* Look-alike letters of other scripts, from a foreign keyboard layout. */
const LOOK_ALIKES = 'АВЕКМНОРСТХЗЈԌԜΑΒΕΗΙΚΜΝΟΡΤΧΖϜ'
const LATIN = 'ABEKMHOPCTX3JGWABEHIKMNOPTXZF'
const LOOK_ALIKE = new RegExp(`[${LOOK_ALIKES}]`, 'g')

/** Keeps only letters and digits, as Latin capitals, so that separators and line breaks do not matter. */
export function normaliseLetters(text: string): string {
	return text
		.normalize('NFKC')
		.toUpperCase()
		.replace(LOOK_ALIKE, letter => LATIN.charAt(LOOK_ALIKES.indexOf(letter)))
		.replace(/[^A-Z0-9]+/g, '')
}

/** Returns the parts of a text that may be a reference, with at most one invalid letter. */
function getWindows(text: string): string[] {
	const letters = normaliseLetters(text)
	const isStranger = Array.from(letters, letter => !ALPHABET.includes(letter))
	const windows = []
	let strangers = 0
	for (let end = 1; end <= letters.length; end++) {
		if (isStranger[end - 1]) strangers++
		if (isStranger[end - 1 - LENGTH]) strangers--
		if (end >= LENGTH && strangers < 2) windows.push(letters.slice(end - LENGTH, end))
	}
	return windows
}

/** Finds all possible references: those with a correct check character. The database tells which exist. */
export function findQuoted(text: string): string[] {
	return [...new Set(getWindows(text).filter(isReference))]
}

/* With two wrong characters, one of three pieces is still intact. */
const PIECES = [
	[0, 3],
	[3, 6],
	[6, LENGTH],
] as const

/**
 * Creates a function that finds which of some references a text contains with one wrong character, or with two swapped
 * ones.
 */
export function createFuzzyFinder(references: readonly string[]): (text: string) => Map<string, Typo> {
	if (references.length === 0) return () => new Map()
	const indexes = PIECES.map(piece => ({
		piece,
		byPiece: groupBy(references, reference => reference.slice(...piece)),
	}))
	return text => {
		const near = new Map<string, Typo>()
		for (const window of getWindows(text)) {
			for (const { piece, byPiece } of indexes) {
				for (const reference of byPiece.get(window.slice(...piece)) ?? []) {
					const slip = findTypo(window, reference)
					if (slip) near.set(reference, slip)
				}
			}
		}
		return near
	}
}

function findTypo(text: string, reference: string): Typo | undefined {
	const wrong: number[] = []
	for (let place = 0; place < LENGTH && wrong.length < 3; place++) {
		if (text[place] !== reference[place]) wrong.push(place)
	}
	if (wrong.length === 1) return 'One character differs'
	const [one = 0, other = 0] = wrong
	const isExchange = text[one] === reference[other] && text[other] === reference[one]
	return wrong.length === 2 && isExchange ? 'Two characters exchanged' : undefined
}

/**
 * Payment references (decision 29): eight characters that survive being read aloud, written by hand and typed into a
 * bank's form. No vowels, so no words; none of 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, which are taken for one another.
 */
export const ALPHABET = '34679CDFGHJKMNPRTWX'
const BODY_LENGTH = 7

/**
 * The reference whose first seven characters are `digits`, whole numbers from 0 to 18. The last character is the
 * weighted sum of the others modulo 19. The weights differ and 19 is prime, so one wrong character and any two
 * exchanged ones are always noticed.
 */
export function referenceFrom(digits: readonly number[]): string {
	if (digits.length !== BODY_LENGTH) throw new Error(`A reference has ${BODY_LENGTH} random characters`)
	return [...digits, checkDigit(digits)].map(digit => ALPHABET.charAt(digit)).join('')
}

/** How many values each of the seven characters can have. */
export const REFERENCE_BASE = ALPHABET.length
export const REFERENCE_LENGTH = BODY_LENGTH

/** What a person typed, as references are stored: capitals, no spaces, no hyphens. */
export function normaliseReference(text: string): string {
	return text.toUpperCase().replace(/[\s-]/g, '')
}

/** Whether a (normalised) text is a reference that could have been given out: its check character is right. */
export function isReference(text: string): boolean {
	const digits = [...text].map(character => ALPHABET.indexOf(character))
	if (digits.length !== BODY_LENGTH + 1 || digits.includes(-1)) return false
	return checkDigit(digits.slice(0, BODY_LENGTH)) === digits[BODY_LENGTH]
}

function checkDigit(digits: readonly number[]): number {
	return digits.reduce((sum, digit, place) => sum + digit * (place + 1), 0) % ALPHABET.length
}

/**
 * The references that a (normalised) text of eight characters becomes when one wrong character is put right, or two
 * exchanged ones are put back. A character outside the alphabet is the wrong one. None for a text that is a reference.
 */
export function nearReferences(text: string): string[] {
	const digits = [...text].map(character => ALPHABET.indexOf(character))
	const wrong = digits.flatMap((digit, place) => (digit === -1 ? [place] : []))
	if (digits.length !== BODY_LENGTH + 1 || wrong.length > 1) return []
	if (wrong.length === 0 && isReference(text)) return []
	const places = wrong.length === 1 ? wrong : [...digits.keys()]
	const near = [
		...places.map(place => replaced(digits, place)),
		...(wrong.length === 0 ? exchanged(digits) : []),
	]
	return [...new Set(near.map(one => one.map(digit => ALPHABET.charAt(digit)).join('')))]
}

/** With the one digit at a place that makes the check right. */
function replaced(digits: readonly number[], place: number): number[] {
	if (place === BODY_LENGTH) return digits.with(place, checkDigit(digits.slice(0, BODY_LENGTH)))
	const digit = (missing(digits.with(place, 0)) * (INVERSES[place] ?? 0)) % ALPHABET.length
	return digits.with(place, (digit + ALPHABET.length) % ALPHABET.length)
}

/** By how much the sum of the first seven falls short of the last one, modulo 19. */
function missing(digits: readonly number[]): number {
	return ((digits[BODY_LENGTH] ?? 0) - checkDigit(digits.slice(0, BODY_LENGTH))) % ALPHABET.length
}

/* By which a weight, the place counted from 1, is divided modulo 19. */
const INVERSES = Array.from({ length: BODY_LENGTH }, (_, place) =>
	[...ALPHABET].findIndex((_, factor) => (factor * (place + 1)) % ALPHABET.length === 1),
)

/** With two digits exchanged, wherever that makes the check right. */
function exchanged(digits: readonly number[]): number[][] {
	const short = missing(digits)
	return digits.flatMap((one, a) =>
		digits.slice(a + 1).flatMap((other, ahead) => {
			const b = a + 1 + ahead
			const gained = (weight(a) - weight(b)) * (other - one)
			return (gained - short) % ALPHABET.length === 0 ? [digits.with(a, other).with(b, one)] : []
		}),
	)
}

/* The last digit is what the others have to add up to. */
function weight(place: number): number {
	return place === BODY_LENGTH ? -1 : place + 1
}

/**
 * Payment references: eight characters that survive being read aloud, written by hand and typed into a bank's form. No
 * vowels, so no words; none of 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, which are easily confused.
 */
export const ALPHABET = '34679CDFGHJKMNPRTWX'
const BODY_LENGTH = 7

/**
 * Creates the reference whose first seven characters are `digits` (0 to 18); the last is their check digit.
 */
export function referenceFrom(digits: readonly number[]): string {
	if (digits.length !== BODY_LENGTH) throw new Error(`A reference has ${BODY_LENGTH} random characters`)
	return [...digits, checkDigit(digits)].map(digit => ALPHABET.charAt(digit)).join('')
}

/** The number of values of each of the seven characters. */
export const REFERENCE_BASE = ALPHABET.length
export const REFERENCE_LENGTH = BODY_LENGTH

/** Normalises a typed reference: capitals, no spaces, no hyphens. */
export function normaliseReference(text: string): string {
	return text.toUpperCase().replace(/[\s-]/g, '')
}

/** Tests the check character of a (normalised) reference. */
export function isReference(text: string): boolean {
	if (text.length !== BODY_LENGTH + 1) return false
	const digits = text.split('').map(character => ALPHABET.indexOf(character))
	return !digits.includes(-1) && checkDigit(digits.slice(0, BODY_LENGTH)) === digits[BODY_LENGTH]
}

/**
 * The weighted sum of digits modulo 19. The weights differ and 19 is prime, so one wrong character and any two
 * exchanged ones are always noticed.
 */
export function checkDigit(digits: readonly number[]): number {
	return digits.reduce((sum, digit, place) => sum + digit * (place + 1), 0) % ALPHABET.length
}

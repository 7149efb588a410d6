import { ALPHABET, checkDigit } from '~/domain/orders/reference'

/** Random characters of a code, each one of `CODE_BASE` values: too many to guess. A check character follows. */
export const CODE_LENGTH = 11
export const CODE_BASE = ALPHABET.length

/** Formats the code whose first eleven characters are `digits` (0 to 18): '34CD-67FG-9HJK'. */
export function formatCode(digits: readonly number[]): string {
	if (digits.length !== CODE_LENGTH) throw new Error(`A code has ${CODE_LENGTH} random characters`)
	const characters = [...digits, checkDigit(digits)].map(digit => ALPHABET.charAt(digit)).join('')
	return characters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Normalises a typed or scanned code to its stored form; undefined when it is not a code. */
export function normaliseCode(text: string): string | undefined {
	const characters = text.toUpperCase().replace(/[\s-]/g, '')
	const digits = [...characters].map(character => ALPHABET.indexOf(character))
	if (digits.length !== CODE_LENGTH + 1 || digits.includes(-1)) return undefined
	const code = formatCode(digits.slice(0, CODE_LENGTH))
	return code.replaceAll('-', '') === characters ? code : undefined
}

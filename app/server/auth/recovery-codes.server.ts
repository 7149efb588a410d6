import { createHash, randomInt } from 'node:crypto'

/* Letters and digits that do not look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

/** Creates a random recovery code of 80 bits, in groups of four characters. */
export function newRecoveryCode(): string {
	const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
	return code.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * Hashes a recovery code, ignoring case and grouping. Its 80 random bits need no key, so the codes survive the loss of
 * SESSION_SECRET.
 */
export function hashRecoveryCode(accountId: string, code: string): string {
	const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
	return createHash('sha256').update(`${accountId}:${plain}`).digest('base64url')
}

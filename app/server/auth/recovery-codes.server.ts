import { createHash, randomInt } from 'node:crypto'

/* No letters or digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

/** A random recovery code of 80 bits, in groups of four. */
export function newRecoveryCode(): string {
	const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
	return code.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * What is stored of a recovery code, whatever its groups and case. 80 bits of chance need no key, so that the codes
 * outlive a SESSION_SECRET that was lost.
 */
export function hashRecoveryCode(accountId: string, code: string): string {
	const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
	return createHash('sha256').update(`${accountId}:${plain}`).digest('base64url')
}

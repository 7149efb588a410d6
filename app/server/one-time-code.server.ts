import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { env } from './env.server'

/** Six random digits. */
export function newCode(): string {
	return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is stored of a code: keyed with the session secret, because a million codes are tried in a second, and bound to its challenge. */
export function hashCode(challengeId: string, code: string): string {
	return keyed(env.sessionSecrets[0] ?? '', challengeId, code)
}

/** Whether `code` is the one whose hash was stored, under any of the secrets that are valid now. */
export function isCode(challengeId: string, code: string, stored: string): boolean {
	const expected = Buffer.from(stored)
	return env.sessionSecrets.some(secret => {
		const actual = Buffer.from(keyed(secret, challengeId, code))
		return actual.length === expected.length && timingSafeEqual(actual, expected)
	})
}

function keyed(secret: string, challengeId: string, code: string): string {
	return createHmac('sha256', secret).update(`code:${challengeId}:${code}`).digest('base64url')
}

import { hash, verify } from '@node-rs/argon2'

/* Argon2id, the library's default, with the first of OWASP's recommended settings: 19 MiB, two passes, about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_AT_MOST = 64

/** Too many passwords wait to be checked; the caller should ask to try again in a few seconds. */
export class PasswordsBusyError extends Error {
	override name = 'PasswordsBusyError'
}

let running = 0
const waiting: (() => void)[] = []

/* A hash takes 19 MiB and a core. Without a limit, a flood of log-ins would take all memory and every thread of the pool. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	if (running >= AT_ONCE) {
		if (waiting.length >= WAITING_AT_MOST)
			throw new PasswordsBusyError('Too many passwords are being checked')
		await new Promise<void>(resolve => waiting.push(resolve))
	} else running++
	try {
		return await work()
	} finally {
		const next = waiting.shift()
		if (next) next()
		else running--
	}
}

/** @returns the Argon2id hash to store. @throws PasswordsBusyError */
export function hashPassword(password: string): Promise<string> {
	return inTurn(() => hash(password, COST))
}

const nobodysHash = hash('the password of nobody', COST)

/**
 * Whether `password` is the one behind `stored`. Without a stored hash (no such account, or one that signs in with Google)
 * the answer is no, after the same work, so that the time tells nothing. @throws PasswordsBusyError
 */
export function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
	return inTurn(async () => {
		const right = await verify(stored ?? (await nobodysHash), password)
		return right && Boolean(stored)
	})
}

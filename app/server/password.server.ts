import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'

/* Argon2id, the library's default, with the first of OWASP's recommended settings: 19 MiB, two passes, about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const WAITING_AT_MOST = 64

/** Too many passwords wait to be checked; the caller should ask to try again in a few seconds. */
export class PasswordsBusyError extends Error {
	override name = 'PasswordsBusyError'
}

const queue = new PQueue({ concurrency: 2 })

/* A hash takes 19 MiB and a core. Without a limit, a flood of log-ins would take all memory and every thread of the
   pool. Those who go first have a queue of their own before the others, so that a flood of strangers does not shut them
   out. */
async function inTurn<T>(work: () => Promise<T>, { first = false } = {}): Promise<T> {
	const priority = first ? 1 : 0
	if (queue.sizeBy({ priority }) >= WAITING_AT_MOST) {
		throw new PasswordsBusyError('Too many passwords are being checked')
	}
	return await queue.add(work, { priority, throwOnTimeout: true })
}

/** @returns the Argon2id hash to store. @throws PasswordsBusyError */
export function hashPassword(password: string): Promise<string> {
	return inTurn(() => hash(password, COST))
}

const nobodysHash = hash('the password of nobody', COST)

/**
 * Whether `password` is the one behind `stored`. Without a stored hash (no such account, or one that signs in with
 * Google) the answer is no, after the same work, so that the time tells nothing. `first`: before those who are
 * strangers.
 * @throws PasswordsBusyError
 */
export function verifyPassword(
	stored: string | null | undefined,
	password: string,
	options: { first?: boolean } = {},
): Promise<boolean> {
	return inTurn(async () => {
		const right = await verify(stored ?? (await nobodysHash), password)
		return right && Boolean(stored)
	}, options)
}

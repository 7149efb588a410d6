import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { requestContext } from '../http/request-context.server'
import { addressBlock } from './address-block.server'

/* Argon2id (the library's default) with the first of OWASP's recommended settings: 19 MiB, two passes, about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_WAITING = 64

/** Thrown when too many passwords wait to be hashed; ask the visitor to try again in a few seconds. */
export class PasswordsBusyError extends Error {
	override name = 'PasswordsBusyError'
}

const CONCURRENCY = 2
const queue = new PQueue({ concurrency: CONCURRENCY })
/** Waiting attempts, by account or client address. */
const subjectQueues = new Map<string, PQueue>()

/* Hashes take 19 MiB and a core each, so a flood of sign-ins would take all memory and every thread of the pool. Each
   account or address therefore has a queue of its own and at most two hashes in the common one, so that a flood from
   one address delays nobody else. `first`: ahead of all others. */
async function queueHash<T>(work: () => Promise<T>, { first = false } = {}): Promise<T> {
	if (first) return await enqueue(queue, work, 1)
	const { accountId, address = '' } = requestContext() ?? {}
	const subject = accountId ?? addressBlock(address)
	const line = subjectQueues.get(subject) ?? new PQueue({ concurrency: CONCURRENCY })
	subjectQueues.set(subject, line)
	try {
		return await enqueue(line, () => enqueue(queue, work))
	} finally {
		if (line.size + line.pending === 0) subjectQueues.delete(subject)
	}
}

async function enqueue<T>(to: PQueue, work: () => Promise<T>, priority = 0): Promise<T> {
	if (to.sizeBy({ priority }) >= MAX_WAITING) {
		throw new PasswordsBusyError('Too many passwords are being checked')
	}
	return await to.add(work, { priority, throwOnTimeout: true })
}

/**
 * Hashes a password with Argon2id.
 * @throws PasswordsBusyError
 */
export function hashPassword(password: string): Promise<string> {
	return queueHash(() => hash(password, COST))
}

const decoyHash = hash('the password of nobody', COST)

/**
 * Verifies `password` against the hash `stored`. Without a hash (no such account, or one that signs in with Google) it
 * does the same work and returns false, so that timing reveals nothing. `first`: ahead of attempts by strangers.
 * @throws PasswordsBusyError
 */
export function verifyPassword(
	stored: string | null | undefined,
	password: string,
	options: { first?: boolean } = {},
): Promise<boolean> {
	return queueHash(async () => {
		const right = await verify(stored ?? (await decoyHash), password)
		return right && Boolean(stored)
	}, options)
}

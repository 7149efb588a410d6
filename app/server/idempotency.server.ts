import { createHash } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { type Tx, write } from './db.server'
import { idempotencyKeys } from './schema.server'
import { throttleIn } from './throttle.server'

/* The same key gives the same answer and one effect (docs/decisions/0092). */

/** A process that took a request and died is not waited for longer than this. */
const WORK_MS = 10 * 60_000
/** Each is a row for a day. */
const KEYS_PER_HOUR = 600

export type KeptAnswer = { status: number; body: string }
type Claim = { accountId: string; key: string; requestHash: string; now: number }

/** What a client may send as an Idempotency-Key. */
export function isIdempotencyKey(key: string): boolean {
	return /^[\x21-\x7e]{1,200}$/.test(key)
}

/** One request as a hash: the call, and the fields and bytes that were sent. */
export async function hashRequest(call: string, fields: Iterable<[string, unknown]>): Promise<string> {
	const hash = createHash('sha256').update(call)
	for (const [name, value] of fields) {
		hash.update(`\0${name}\0`)
		hash.update(value instanceof File ? await value.bytes() : (JSON.stringify(value) ?? ''))
	}
	return hash.digest('base64url')
}

/**
 * Takes a key for a request that is about to be carried out. `answered`: it was, with this answer; `working`: another
 * one is at it; `other`: the key was used for something else; `too-many`: the account has used very many in this hour
 * (`retryAfter`: seconds).
 */
export async function claimKey(
	claim: Claim,
): Promise<
	| { kind: 'new' }
	| { kind: 'answered'; answer: KeptAnswer }
	| { kind: 'working' }
	| { kind: 'other' }
	| { kind: 'too-many'; retryAfter: number }
> {
	const { now, ...row } = claim
	return await write(async tx => {
		const [known] = await tx.select().from(idempotencyKeys).where(isRow(claim))
		if (!known) {
			const counted = await throttleIn(tx, `idempotency:${row.accountId}`, KEYS_PER_HOUR, 3_600, now)
			if (!counted.ok) return { kind: 'too-many', retryAfter: counted.retryAfter }
			await tx.insert(idempotencyKeys).values({ ...row, createdAt: now })
			return { kind: 'new' }
		}
		if (known.requestHash !== row.requestHash) return { kind: 'other' }
		if (known.status !== null) {
			return { kind: 'answered', answer: { status: known.status, body: known.body ?? '' } }
		}
		return (await takeOver(tx, claim)) ? { kind: 'new' } : { kind: 'working' }
	})
}

async function takeOver(tx: Tx, claim: Claim): Promise<boolean> {
	const taken = await tx
		.update(idempotencyKeys)
		.set({ createdAt: claim.now })
		.where(
			and(isRow(claim), isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, claim.now - WORK_MS)),
		)
		.returning({ key: idempotencyKeys.key })
	return taken.length === 1
}

/** Keeps the answer of a request; null gives the key back, for what may be tried again as it is. */
export async function settleKey(claim: Claim, answer: KeptAnswer | null): Promise<void> {
	await write(async tx => {
		if (answer) await tx.update(idempotencyKeys).set(answer).where(isRow(claim))
		else await tx.delete(idempotencyKeys).where(isRow(claim))
	})
}

const isRow = ({ accountId, key }: Claim) =>
	and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key))

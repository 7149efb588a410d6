import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { throttle } from '../auth/throttle.server'
import { db, type Readable, write } from '../db/db.server'
import { auditEntries, idempotencyKeys } from '../db/schema.server'
import { log } from '../ops/log.server'

/* Idempotency keys: repeated requests get the same response and take effect once (docs/decisions/0092). */

/** After this time without renewal, the next request with the key takes over the claim. */
const CLAIM_MS = 45_000
const RENEW_MS = 15_000
/** Audit entries have the start time of the request, which is before the claim if the body arrives slowly. */
const BODY_MS = 30 * 60_000
/** The limit of keys per account; each is a row for a day. */
const KEYS = { attempts: 600, seconds: 3600 }

export type StoredResponse = { status: number; body: string }
/** `requestId`: of the running request, as in the audit log. */
type Claim = { accountId: string; key: string; requestHash: string; requestId: string; now: number }

/** A change that a request has committed, from the audit log. */
export type Committed = Pick<
	typeof auditEntries.$inferSelect,
	'action' | 'subjectType' | 'subjectId' | 'detail'
>

/** Validates an Idempotency-Key. */
export function isIdempotencyKey(key: string): boolean {
	return /^[\x21-\x7e]{1,200}$/.test(key)
}

/** Hashes a request: its operation, fields and files. */
export async function hashRequest(operation: string, fields: Iterable<[string, unknown]>): Promise<string> {
	const hash = createHash('sha256').update(operation)
	for (const [name, value] of fields) {
		hash.update(`\0${name}\0`)
		hash.update(value instanceof File ? await value.bytes() : (JSON.stringify(value) ?? ''))
	}
	return hash.digest('base64url')
}

/**
 * Claims a key for a request about to run. `completed`: it has run, with this response; `interrupted`: its process
 * died after committing these changes; `running`: another request with the key is running; `mismatch`: the key belongs
 * to a different request; `too-many`: the account has used too many keys this hour (`retryAfter`: seconds).
 */
export async function claimKey(
	claim: Claim,
): Promise<
	| { kind: 'new' }
	| { kind: 'completed'; response: StoredResponse }
	| { kind: 'interrupted'; committed: Committed[] }
	| { kind: 'running' }
	| { kind: 'mismatch' }
	| { kind: 'too-many'; retryAfter: number }
> {
	const { now, requestId, ...row } = claim
	return await write(async tx => {
		const [known] = await tx.select().from(idempotencyKeys).where(isRow(claim))
		if (!known) {
			const counted = await throttle(tx, { key: `idempotency:${row.accountId}`, ...KEYS, now })
			if (!counted.ok) return { kind: 'too-many', retryAfter: counted.retryAfter }
			await tx.insert(idempotencyKeys).values({ ...row, requestIds: [requestId], createdAt: now })
			return { kind: 'new' }
		}
		if (known.requestHash !== row.requestHash) return { kind: 'mismatch' }
		if (known.status !== null) {
			return { kind: 'completed', response: { status: known.status, body: known.body ?? '' } }
		}
		if (known.createdAt > now - CLAIM_MS) return { kind: 'running' }
		const requestIds = [...known.requestIds, requestId]
		await tx.update(idempotencyKeys).set({ requestIds, createdAt: now }).where(isRow(claim))
		const committed = await committedBy(tx, known)
		return committed.length > 0 ? { kind: 'interrupted', committed } : { kind: 'new' }
	})
}

/* Complete, because every command writes to the audit log in the transaction of its change. */
function committedBy(
	from: Readable,
	{
		accountId,
		requestIds,
		createdAt,
	}: Pick<typeof idempotencyKeys.$inferSelect, 'accountId' | 'requestIds' | 'createdAt'>,
): Promise<Committed[]> {
	const { action, subjectType, subjectId, detail } = auditEntries
	return from
		.select({ action, subjectType, subjectId, detail })
		.from(auditEntries)
		.where(
			and(
				eq(auditEntries.actorId, accountId),
				gt(auditEntries.at, createdAt - BODY_MS),
				inArray(auditEntries.requestId, requestIds),
			),
		)
}

/** Reads the changes that the request of a claim has committed. */
export async function readCommitted({ accountId, requestId, now }: Claim): Promise<Committed[]> {
	return await committedBy(db, { accountId, requestIds: [requestId], createdAt: now })
}

/**
 * Renews a claim while its request is running.
 * @returns a function that ends the renewal.
 */
export function renewClaim(claim: Claim): () => void {
	const renew = () =>
		write(tx => tx.update(idempotencyKeys).set({ createdAt: Date.now() }).where(isRunning(claim))).catch(
			(error: unknown) => log.warn({ err: error }, 'the claim of an Idempotency-Key could not be renewed'),
		)
	const timer = setInterval(renew, RENEW_MS)
	return () => clearInterval(timer)
}

/** Stores the response of a request; null releases the key, so that the request can be repeated. */
export async function storeResponse(claim: Claim, response: StoredResponse | null): Promise<void> {
	await write(async tx => {
		if (response) await tx.update(idempotencyKeys).set(response).where(isRow(claim))
		else await tx.delete(idempotencyKeys).where(isRow(claim))
	})
}

const isRunning = (claim: Claim) => and(isRow(claim), isNull(idempotencyKeys.status))

const isRow = ({ accountId, key }: Claim) =>
	and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key))

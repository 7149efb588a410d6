import { and, eq, sql } from 'drizzle-orm'
import { formatPounds } from '~/domain/money'
import { getSetting } from '~/domain/settings/queries.server'
import { auditOrder } from '~/server/db/audit.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { accounts, bankEntries, firstConfirmations, orders } from '~/server/db/schema.server'

/* Four eyes: above the limit of the settings, one administrator decides and another confirms (P53). */

/** The decision. `pence` > 0; `total`: pence compared with the limit. Days as `2026-11-21`. */
export type Matter = { pence: number; total: number; reason?: string | null } & (
	| { kind: 'approve' }
	| { kind: 'send-back'; bookedOn: string; bankReference: string; bankEntryId?: string | undefined }
)

type By = { actorId: string; now: number }
type VersionedOrder = { id: string; version: number }

/** The words for somebody who would confirm the own decision. */
export const OWN_FIRST = 'You have decided this already. Another administrator confirms it.'

/** The message for the first of the two. */
export const AWAITS_SECOND = 'Your decision is recorded. Another administrator confirms it.'

/**
 * `go`: it may be carried out; `first`: who decided it before. `waits`: it was recorded as the first of two, and the
 * version of the order raised. `own`: the same administrator was the first.
 */
export type Asked = { answer: 'go'; first?: string } | { answer: 'waits' } | { answer: 'own' }

/** Asks whether a decision may be carried out now. */
export async function requestSecondApproval(
	tx: Tx,
	order: VersionedOrder,
	matter: Matter,
	{ actorId, now }: By,
): Promise<Asked> {
	const first = await findFirst(tx, order, matter)
	if (first) return first.byId === actorId ? { answer: 'own' } : { answer: 'go', first: first.by }
	const limit = await getSetting('secondAbovePence', tx)
	if (limit === 0 || matter.total <= limit) return { answer: 'go' }
	const { total: _, kind, reason = null, ...rest } = matter
	const row = {
		bookedOn: null,
		bankReference: null,
		bankEntryId: null,
		...rest,
		reason,
		orderVersion: order.version + 1,
		confirmedAt: now,
		confirmedBy: actorId,
	}
	await tx
		.insert(firstConfirmations)
		.values({ orderId: order.id, kind, ...row })
		.onConflictDoUpdate({ target: [firstConfirmations.orderId, firstConfirmations.kind], set: row })
	await tx
		.update(orders)
		.set({ version: sql`${orders.version} + 1` })
		.where(eq(orders.id, order.id))
	const { bookedOn, bankReference } = row
	const detail = {
		pence: matter.pence,
		...(kind === 'send-back' ? { on: bookedOn, bankReference } : {}),
		...(reason ? { reason } : {}),
	}
	await auditOrder(tx, order.id, `order.${kind}-first`, { actorId, now }, detail)
	return { answer: 'waits' }
}

/**
 * Tests whether the last change of an order was this first decision by this administrator, who saw `version` before it.
 */
export async function isOwnFirst(
	tx: Tx,
	order: VersionedOrder,
	matter: Matter,
	{ actorId, version }: { actorId: string; version: number },
): Promise<boolean> {
	return order.version === version + 1 && (await findFirst(tx, order, matter))?.byId === actorId
}

/** The first decision about this very matter, while nothing about the order has changed since. */
async function findFirst(tx: Tx, order: VersionedOrder, matter: Matter): Promise<FirstApproval | undefined> {
	const first = (await readFirstApprovals(tx, order)).find(({ kind }) => kind === matter.kind)
	if (!first || matter.kind === 'approve') return first
	const isSame =
		first.pence === matter.pence &&
		first.bookedOn === matter.bookedOn &&
		first.bankReference === matter.bankReference &&
		first.bankEntryId === (matter.bankEntryId ?? null)
	return isSame ? first : undefined
}

/** Reads the decisions about an order that wait for a second administrator. */
export async function readFirstApprovals(from: Readable, { id, version }: VersionedOrder) {
	return await from
		.select({
			kind: firstConfirmations.kind,
			pence: firstConfirmations.pence,
			bookedOn: firstConfirmations.bookedOn,
			bankReference: firstConfirmations.bankReference,
			bankEntryId: firstConfirmations.bankEntryId,
			statementId: bankEntries.statementId,
			reason: firstConfirmations.reason,
			at: firstConfirmations.confirmedAt,
			byId: firstConfirmations.confirmedBy,
			by: accounts.fullName,
		})
		.from(firstConfirmations)
		.innerJoin(accounts, eq(accounts.id, firstConfirmations.confirmedBy))
		.leftJoin(bankEntries, eq(bankEntries.id, firstConfirmations.bankEntryId))
		.where(and(eq(firstConfirmations.orderId, id), eq(firstConfirmations.orderVersion, version)))
}

export type FirstApproval = Awaited<ReturnType<typeof readFirstApprovals>>[number]

/** Forgets the first decisions about an order, which has changed. */
export async function deleteFirstApproval(tx: Tx, orderId: string): Promise<void> {
	await tx.delete(firstConfirmations).where(eq(firstConfirmations.orderId, orderId))
}

/** Reads the limit and the first decisions for the administrator viewing the page. */
export async function readSecondApproval(order: VersionedOrder, viewerId: string) {
	const [limit, waiting] = await Promise.all([getSetting('secondAbovePence'), readFirstApprovals(db, order)])
	const shown = waiting.map(({ byId, ...first }) => ({ ...first, isOwn: byId === viewerId }))
	return {
		/** In words; null where there is none. */
		rule: limit === 0 ? null : `Above ${formatPounds(limit)} a second administrator confirms.`,
		limit,
		approval: shown.find(({ kind }) => kind === 'approve'),
		sendBack: shown.find(({ kind }) => kind === 'send-back'),
	}
}

export type SecondApproval = Awaited<ReturnType<typeof readSecondApproval>>

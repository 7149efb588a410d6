import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import {
	canDecide,
	DECIDABLE,
	type Decision,
	shownStatus,
	whyCellsForbidApproval,
} from '~/domain/orders/rules'
import { lostCells } from '~/domain/ownership/orders.server'
import { type Refusal, refusal } from '~/domain/refusal'
import { auditOrder } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { enqueueEmail, type Mail } from '~/server/mail/outbox.server'
import { deleteFirstDecisions, isOwnFirstDecision, requestConfirmation } from './four-eyes.server'
import { needsReason, REASON_NEEDED, whyNotDecidable } from './labels'

/** `version`: of the order as the administrator saw it (P17). `now`: UTC ms. */
export type DecisionInput = Actor & { orderId: string; version: number }
/**
 * `gone`: the order no longer holds all its cells. `taken`: somebody else has one of them. `deleted`: the buyer's
 * account was deleted. `reason`: approving with a part of the total needs one. `second`: another administrator has to
 * confirm it.
 */
export type DecisionRefusal = Refusal<
	'unknown' | 'status' | 'changed' | 'gone' | 'taken' | 'deleted' | 'reason' | 'second'
>
/** `isWaiting`: it was the first of two confirmations, and nothing is done yet (P53). */
export type DecisionResult = { ok: true; isWaiting?: true } | DecisionRefusal

/**
 * Applies a decision in one conditional update, so that of two decisions one succeeds and the other is refused.
 * `change`: the new values of the order. `kind`: `repeated` if the same administrator sent the same decision before, so
 * that nothing is left to do; `waiting` if a second administrator has to confirm it. `first`: the administrator who
 * decided first.
 */
export async function applyDecision(
	tx: Tx,
	decision: Decision,
	{ orderId, version, actorId, now, reason }: DecisionInput & { reason?: string },
	change: Partial<typeof orders.$inferInsert>,
): Promise<Applied | DecisionRefusal> {
	const before = await readOrder(tx, orderId)
	if (!before) return refusal('unknown', 'This order does not exist')
	if (isOnRecord(before, version, change)) return { ok: true, kind: 'repeated', order: before }
	if (before.version === version && !canDecide(before, decision)) {
		return refusal('status', whyNotDecidable(before, decision))
	}
	if (before.version === version && decision === 'approve') {
		const [{ lost } = { lost: 0 }] = await tx
			.select({ lost: lostCells })
			.from(orders)
			.where(eq(orders.id, orderId))
		const message = whyCellsForbidApproval(lost, before.cells.length)
		if (message) return refusal('gone', message)
		if (needsReason(before) && !reason?.trim()) return refusal('reason', REASON_NEEDED)
	}
	let first: string | undefined
	if (decision === 'approve') {
		const { totalPence } = before
		const proposal = {
			kind: 'approve',
			pence: totalPence,
			total: totalPence,
			reason: reason || null,
		} as const
		if (await isOwnFirstDecision(tx, before, proposal, { actorId, version })) return waitingFor(before)
		if (before.version === version) {
			const confirmation = await requestConfirmation(tx, before, proposal, { actorId, now })
			if (!confirmation.ok) return confirmation
			if (confirmation.isWaiting) return waitingFor(before)
			first = confirmation.first
		}
	}
	const { rowsAffected } = await tx
		.update(orders)
		.set({ ...change, version: sql`${orders.version} + 1` })
		.where(
			and(
				eq(orders.id, orderId),
				eq(orders.version, version),
				inArray(orders.status, [...DECIDABLE[decision]]),
			),
		)
	const order = await readOrder(tx, orderId)
	if (rowsAffected === 1 && order) {
		await deleteFirstDecisions(tx, orderId)
		return { ok: true, kind: 'applied', order, ...(first ? { first } : {}) }
	}
	const isNow = `it is ${shownStatus(before)} now`
	return refusal('changed', `This order has changed since you opened it: ${isNow}. Please look at it again.`)
}

type Applied = { ok: true; kind: 'applied' | 'repeated' | 'waiting'; order: Order; first?: string }

function waitingFor(order: Order): Applied {
	return { ok: true, kind: 'waiting', order }
}

/* Tests whether the last change of an order was this one, by the same administrator, at any time. */
function isOnRecord(order: Order, seen: number, change: Partial<typeof orders.$inferInsert>): boolean {
	const { decidedAt: _, ...values } = change
	const stored: Record<string, unknown> = order
	return (
		'decidedBy' in values &&
		order.version === seen + 1 &&
		Object.entries(values).every(([name, value]) => stored[name] === value)
	)
}

/** Writes the audit entry of a decision and emails the buyer, if the account still exists. */
export async function recordAndNotify(
	tx: Tx,
	{ orderId, actorId, now }: DecisionInput,
	{
		order,
		action,
		detail,
		mail,
	}: { order: Order; action: `order.${string}`; detail: Record<string, unknown>; mail: Mail },
): Promise<void> {
	await auditOrder(tx, orderId, action, { actorId, now }, detail)
	if (order.accountDeletedAt !== null) return
	await enqueueEmail(tx, order.accountEmail, mail, { now, dedupeKey: `${mail.kind}:${orderId}`, orderId })
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import {
	canDecide,
	DECIDABLE,
	type Decision,
	shownStatus,
	whyCellsForbidApproval,
} from '~/domain/orders/rules'
import { lostCells } from '~/domain/ownership/orders.server'
import { audit } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { enqueueMail, type Mail } from '~/server/mail/outbox.server'
import { cannotDecide } from './labels'

/** `version`: of the order as the administrator saw it (P17). `now`: UTC ms. */
export type DecisionInput = { orderId: string; version: number; actorId: string; now: number }
export type DecisionRefusal = {
	ok: false
	/**
	 * `gone`: the order does not hold all its cells any more. `taken`: somebody else has one of them. `deleted`: the
	 * buyer's account is gone. `reason`: approving with a part of the total needs one.
	 */
	code: 'unknown' | 'status' | 'changed' | 'gone' | 'taken' | 'deleted' | 'reason'
	message: string
}
export type DecisionResult = { ok: true } | DecisionRefusal

/**
 * The decision itself: one conditional update, so of two decisions one happens and the other is told. `change`: what
 * becomes of the order. `isRepeated`: the same person sent the same decision before; nothing is left to do.
 */
export async function applyDecision(
	tx: Tx,
	decision: Decision,
	{ orderId, version }: DecisionInput,
	change: Partial<typeof orders.$inferInsert>,
): Promise<{ ok: true; order: Order; isRepeated: boolean } | DecisionRefusal> {
	const before = await readOrder(tx, orderId)
	if (!before) return { ok: false, code: 'unknown', message: 'This order does not exist' }
	if (isOnRecord(before, version, change)) return { ok: true, order: before, isRepeated: true }
	if (before.version === version && !canDecide(before, decision)) {
		return { ok: false, code: 'status', message: cannotDecide(before, decision) }
	}
	if (before.version === version && decision === 'approve') {
		const [{ lost } = { lost: 0 }] = await tx
			.select({ lost: lostCells })
			.from(orders)
			.where(eq(orders.id, orderId))
		const message = whyCellsForbidApproval(lost, before.cells.length)
		if (message) return { ok: false, code: 'gone', message }
	}
	const taking = tx
		.update(orders)
		.set({ ...change, version: sql`${orders.version} + 1` })
		.where(
			and(
				eq(orders.id, orderId),
				eq(orders.version, version),
				inArray(orders.status, [...DECIDABLE[decision]]),
			),
		)
		.returning({ id: orders.id })
	const [changed, order] = await Promise.all([taking, readOrder(tx, orderId)])
	if (changed.length === 1 && order) return { ok: true, order, isRepeated: false }
	return {
		ok: false,
		code: 'changed',
		message: `This order has changed since you opened it: it is ${shownStatus(before)} now. Please look at it again.`,
	}
}

/* Whether the last change of an order was this one, by the same person, at whatever time. */
function isOnRecord(order: Order, seen: number, change: Partial<typeof orders.$inferInsert>): boolean {
	const { decidedAt: _, ...said } = change
	const stored: Record<string, unknown> = order
	return (
		'decidedBy' in said &&
		order.version === seen + 1 &&
		Object.entries(said).every(([name, value]) => stored[name] === value)
	)
}

/** Puts a decision on record and tells the buyer, if there still is one. */
export async function recordAndNotify(
	tx: Tx,
	{ orderId, actorId, now }: DecisionInput,
	{
		order,
		action,
		detail,
		mail,
	}: { order: Order; action: string; detail: Record<string, unknown>; mail: Mail },
): Promise<void> {
	await audit(tx, { at: now, actorId, action, subjectType: 'order', subjectId: orderId, detail })
	if (order.accountDeletedAt !== null) return
	await enqueueMail(tx, order.accountEmail, mail, { now, dedupeKey: `${mail.kind}:${orderId}`, orderId })
}

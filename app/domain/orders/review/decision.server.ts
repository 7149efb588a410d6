import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import { canDecide, DECIDABLE, type Decision, shownStatus } from '~/domain/orders/rules'
import { audit } from '~/server/audit.server'
import type { Tx } from '~/server/db.server'
import { enqueueMail, type Mail } from '~/server/outbox.server'
import { orders } from '~/server/schema.server'
import { cannotDecide } from './labels'

/** `version`: of the order as the administrator saw it (decision 32). `now`: UTC ms. */
export type DecisionInput = { orderId: string; version: number; actorId: string; now: number }
export type DecisionRefusal = {
	ok: false
	/** `taken`: somebody else has one of the cells. `deleted`: the buyer's account is gone. */
	code: 'unknown' | 'status' | 'changed' | 'taken' | 'deleted'
	message: string
}
export type DecisionResult = { ok: true } | DecisionRefusal

/**
 * The decision itself: one conditional update, so of two decisions one happens and the other is told. `change`: what
 * becomes of the order.
 */
export async function take(
	tx: Tx,
	decision: Decision,
	{ orderId, version }: DecisionInput,
	change: Partial<typeof orders.$inferInsert>,
): Promise<{ ok: true; order: Order } | DecisionRefusal> {
	const before = await readOrder(tx, orderId)
	if (!before) return { ok: false, code: 'unknown', message: 'This order does not exist' }
	if (before.version === version && !canDecide(before, decision)) {
		return { ok: false, code: 'status', message: cannotDecide(before, decision) }
	}
	const taking = tx
		.update(orders)
		.set({ ...change, version: sql`${orders.version} + 1` })
		.where(
			and(
				eq(orders.id, orderId),
				eq(orders.version, version),
				inArray(orders.status, [...DECIDABLE[decision]]),
				isNull(orders.refundedAt),
			),
		)
		.returning({ id: orders.id })
	const [changed, order] = await Promise.all([taking, readOrder(tx, orderId)])
	if (changed.length === 1 && order) return { ok: true, order }
	return {
		ok: false,
		code: 'changed',
		message: `This order has changed since you opened it: it is ${shownStatus(before)} now. Please look at it again.`,
	}
}

/** Puts a decision on record and tells the buyer, if there still is one. */
export async function announce(
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
	await enqueueMail(tx, order.accountEmail, mail, { now, dedupeKey: `${mail.kind}:${orderId}` })
}

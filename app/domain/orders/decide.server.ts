import { and, eq, inArray, sql } from 'drizzle-orm'
import { dropUnheld } from '~/domain/creatives/commands.server'
import { discard } from '~/domain/files/commands.server'
import { orderApprovedMail, orderRejectedMail } from '~/domain/mail/order-mails'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { orders } from '~/server/schema.server'
import { releaseCells, withdrawTransfersOf } from './cells.server'
import { type Order, orderForMail, readOrder } from './queries.server'
import { canDecide, DECIDABLE, type Decision } from './rules'

/** `version`: of the order as the administrator saw it (decision 32). `now`: UTC ms. */
export type DecisionInput = { orderId: string; version: number; actorId: string; now: number }
export type DecisionResult =
	| { ok: true }
	| { ok: false; reason: 'unknown' | 'status' | 'changed'; message: string }

/** Approves a pending order: the payment has arrived. On record, with a letter to the buyer. */
export async function approveOrder(input: DecisionInput): Promise<DecisionResult> {
	return await write(async tx => {
		const taken = await take(tx, 'approve', input)
		if (!taken.ok) return taken
		await record(tx, 'order.approve', input, {})
		await enqueueMail(tx, taken.order.accountEmail, orderApprovedMail(orderForMail(taken.order)), {
			now: input.now,
			dedupeKey: `order-approved:${input.orderId}`,
		})
		return { ok: true }
	})
}

/**
 * Rejects a pending or an approved order: the cells that the buyer still has from it become available, what they alone showed is
 * erased, and open transfers of them are withdrawn. On record, with a letter to the buyer that gives the reason, if any.
 */
export async function rejectOrder(input: DecisionInput & { reason?: string }): Promise<DecisionResult> {
	const { outcome, unused } = await write(async tx => {
		const taken = await take(tx, 'reject', input)
		if (!taken.ok) return { outcome: taken, unused: [] }
		const { cells: released, creativeIds } = await releaseCells(tx, taken.order)
		await withdrawTransfersOf(tx, released, input.now)
		const unused = await dropUnheld(tx, creativeIds)
		const reason = input.reason?.trim() || undefined
		if (reason) {
			await tx.update(orders).set({ failureReason: reason }).where(eq(orders.id, input.orderId))
		}
		await record(tx, 'order.reject', input, { released, reason })
		await enqueueMail(tx, taken.order.accountEmail, orderRejectedMail(orderForMail(taken.order), reason), {
			now: input.now,
			dedupeKey: `order-rejected:${input.orderId}`,
		})
		return { outcome: { ok: true } as const, unused }
	})
	await discard(unused)
	return outcome
}

/** The change of status itself: one conditional update, so of two decisions one happens and the other is told. */
async function take(
	tx: Tx,
	decision: Decision,
	{ orderId, version, actorId, now }: DecisionInput,
): Promise<{ ok: true; order: Order } | Extract<DecisionResult, { ok: false }>> {
	const changed = await tx
		.update(orders)
		.set({
			status: decision === 'approve' ? 'approved' : 'rejected',
			version: sql`${orders.version} + 1`,
			decidedAt: now,
			decidedBy: actorId,
		})
		.where(
			and(
				eq(orders.id, orderId),
				eq(orders.version, version),
				inArray(orders.status, [...DECIDABLE[decision]]),
			),
		)
		.returning({ id: orders.id })
	const order = await readOrder(tx, orderId)
	if (!order) return { ok: false, reason: 'unknown', message: 'This order does not exist' }
	if (changed.length === 1) return { ok: true, order }
	if (order.version !== version) {
		return {
			ok: false,
			reason: 'changed',
			message: `This order has changed since you opened it: it is ${order.status} now. Please look at it again.`,
		}
	}
	if (canDecide(order.status, decision)) throw new Error('A decision was neither taken nor refused')
	const verb = decision === 'approve' ? 'approved' : 'rejected'
	return {
		ok: false,
		reason: 'status',
		message: `An order that is ${order.status} cannot be ${verb}.`,
	}
}

function record(tx: Tx, action: string, input: DecisionInput, detail: Record<string, unknown>) {
	return audit(tx, {
		at: input.now,
		actorId: input.actorId,
		action,
		subjectType: 'order',
		subjectId: input.orderId,
		detail,
	})
}

import { and, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { issueReceipt } from '~/domain/certificates/issue.server'
import { paperPath } from '~/domain/certificates/rules'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import { pixelPath } from '~/domain/grid/pixel-path'
import {
	orderApprovedEmail,
	orderAssignedEmail,
	orderMessageEmail,
	orderRejectedEmail,
} from '~/domain/mail/order-emails'
import { computeBalance } from '~/domain/orders/balance'
import { type Order, orderForEmail, readOrder } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { unavailableMessage } from '~/domain/orders/unavailable-cells'
import { buyCells, confirmOwnership, revokeCells } from '~/domain/ownership/orders.server'
import { type Refusal, refusal } from '~/domain/refusal'
import { MINUTE_MS } from '~/domain/time'
import { withdrawTransfers } from '~/domain/transfers/end-invitations.server'
import { notifyReleased } from '~/domain/transfers/loans.server'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write, writeUnlessRefused } from '~/server/db/db.server'
import { orders, outbox } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { applyDecision, type DecisionInput, type DecisionResult, recordAndNotify } from './decision.server'
import { isReviewStatus } from './queries.server'

/**
 * Approves a pending order that holds all its cells, with a reason if only a part of the total has been received.
 * Records it and emails the buyer. Above the limit of the settings the first approval waits for a second administrator (P53).
 */
export async function approveOrder(input: DecisionInput & { reason?: string }): Promise<DecisionResult> {
	return await write(tx => approveOrderIn(tx, input))
}

/** Like {@link approveOrder}, if the order is paid to the penny. */
export async function approvePaidOrder(input: DecisionInput): Promise<DecisionResult> {
	return await write(async tx => {
		const order = await readOrder(tx, input.orderId)
		if (order?.version === input.version && computeBalance(order) !== order.totalPence) {
			return { ok: false, code: 'changed', message: 'This order is not paid to the penny.' }
		}
		return await approveOrderIn(tx, input)
	})
}

/** Like {@link approveOrder}, in the caller's transaction. */
export async function approveOrderIn(
	tx: Tx,
	input: DecisionInput & { reason?: string },
): Promise<DecisionResult> {
	const reason = input.reason?.trim() || null
	const change = { status: 'approved', decidedAt: input.now, decidedBy: input.actorId } as const
	const applied = await applyDecision(tx, 'approve', input, change)
	if (!applied.ok) return applied
	if (applied.kind === 'waiting') return { ok: true, isWaiting: true }
	if (applied.kind === 'repeated') return { ok: true }
	const { order, first } = applied
	const [own] = await confirmOwnership(tx, { ...input, order })
	const hasReceipt = !isFree(order)
	if (hasReceipt) await issueReceipt(tx, order.id, input.now)
	const getPaperUrl = (paper: 'receipt' | 'certificate') => absoluteUrl(paperPath(order.id, paper))
	const mail = orderApprovedEmail(orderForEmail(order), {
		pageUrl: own ? absoluteUrl(pixelPath(own)) : null,
		receiptUrl: hasReceipt ? getPaperUrl('receipt') : null,
		certificateUrl: own ? getPaperUrl('certificate') : null,
	})
	const detail = {
		receivedPence: computeBalance(order),
		...(reason ? { reason } : {}),
		...(first ? { first } : {}),
	}
	await recordAndNotify(tx, input, { order, action: 'order.approve', detail, mail })
	return { ok: true }
}

/**
 * Rejects a pending or approved order: the cells that the buyer still has from it become available, creatives shown
 * only there are erased, and open invitations to them are withdrawn. Records it and emails the buyer with the reason,
 * if any.
 */
export async function rejectOrder(input: DecisionInput & { reason?: string }): Promise<DecisionResult> {
	return await write(async tx => {
		const reason = input.reason?.trim() || null
		const decided = { decidedAt: input.now, decidedBy: input.actorId }
		const applied = await applyDecision(tx, 'reject', input, {
			status: 'rejected',
			failureReason: reason,
			...decided,
		})
		if (!applied.ok) return applied
		if (applied.kind !== 'applied') return { ok: true }
		const { order } = applied
		const { cells: released, creativeIds, loans } = await revokeCells(tx, { ...input, order })
		await notifyReleased(tx, loans, input.now)
		await withdrawTransfers(tx, released, input.now)
		await deleteOrphaned(tx, creativeIds)
		const mail = orderRejectedEmail(orderForEmail(order), reason ?? undefined)
		const detail = { released, ...(reason ? { reason } : {}) }
		await recordAndNotify(tx, input, { order, action: 'order.reject', detail, mail })
		return { ok: true }
	})
}

/**
 * Rejects the pending orders of an account that is being deleted (P41), and records it; the caller emails its owner.
 * @returns the references of the orders, and the creatives that their cells showed.
 */
export async function rejectPendingOrders(
	tx: Tx,
	accountId: string,
	{ actorId, reason, now }: Actor & { reason: string },
) {
	const rejected = await tx
		.update(orders)
		.set({
			status: 'rejected',
			decidedAt: now,
			decidedBy: actorId,
			failureReason: reason,
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending')))
		.returning({ id: orders.id, reference: orders.reference })
	const creativeIds: (string | null)[] = []
	for (const { id } of rejected) {
		const lost = await revokeCells(tx, { order: { id, accountId }, actorId, now })
		creativeIds.push(...lost.creativeIds)
		await auditOrder(tx, id, 'order.reject', { actorId, now }, { released: lost.cells, reason })
	}
	return { references: rejected.map(order => order.reference), creativeIds }
}

/**
 * Makes the buyer of a failed order the owner of its cells after all: the order is pending again. All or none; when
 * somebody else has one of them, sold or on hold, nothing changes. Records it and emails the buyer.
 */
export async function assignOrder(input: DecisionInput): Promise<DecisionResult> {
	return await writeUnlessRefused(async (tx): Promise<DecisionResult> => {
		const applied = await applyDecision(tx, 'assign', input, { status: 'pending', failureReason: null })
		if (!applied.ok) return applied
		const { order } = applied
		const { id: orderId, accountId } = order
		if (order.accountDeletedAt !== null) {
			return { ok: false, code: 'deleted', message: 'The buyer’s account has been deleted.' }
		}
		const { actorId, now } = input
		const others = await buyCells(tx, { orderId, accountId, cells: order.cells, now, actorId })
		if (others.length > 0) {
			return { ok: false, code: 'taken', message: `${unavailableMessage(others)} Nothing has changed.` }
		}
		const mail = orderAssignedEmail(orderForEmail(order))
		const detail = { cells: order.cells.map(cell => cell.cell) }
		await recordAndNotify(tx, input, { order, action: 'order.assign', detail, mail })
		return { ok: true }
	})
}

const SAME_MESSAGE_MS = 10 * MINUTE_MS

/** Returns why the buyer of an order cannot be emailed, or undefined. */
export function whyNoMessage(order: Pick<Order, 'accountDeletedAt'>): string | undefined {
	return order.accountDeletedAt === null
		? undefined
		: 'The account of the buyer was deleted, and its email address with it.'
}

/**
 * Emails a message from an administrator to the buyer of a submitted order, and records it. The same text within ten
 * minutes is sent once. `now`: UTC ms.
 */
export async function sendOrderMessage(input: {
	orderId: string
	text: string
	actorId: string
	now: number
}): Promise<{ ok: true } | Refusal<'unknown' | 'deleted'>> {
	const { orderId, actorId, now } = input
	return await write(async tx => {
		const order = await readOrder(tx, orderId)
		if (!order || !isReviewStatus(order.status)) return refusal('unknown', 'This order does not exist')
		const message = whyNoMessage(order)
		if (message) return refusal('deleted', message)
		const mail = orderMessageEmail(orderForEmail(order), input.text)
		const isSame = and(
			eq(outbox.orderId, orderId),
			gt(outbox.createdAt, now - SAME_MESSAGE_MS),
			eq(outbox.kind, mail.kind),
			eq(outbox.recipient, order.accountEmail),
			eq(outbox.text, mail.text),
		)
		if ((await tx.$count(outbox, isSame)) > 0) return { ok: true }
		const email = await enqueueEmail(tx, order.accountEmail, mail, { now, orderId })
		await auditOrder(tx, orderId, 'order.message', { actorId, now }, { email })
		return { ok: true }
	})
}

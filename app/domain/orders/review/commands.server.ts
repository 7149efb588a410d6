import { issueReceipt } from '~/domain/certificates/issue.server'
import { paperPath } from '~/domain/certificates/rules'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import { pixelPath } from '~/domain/grid/pixel-path'
import { orderApprovedEmail, orderRejectedEmail } from '~/domain/mail/order-emails'
import { computeBalance } from '~/domain/orders/balance'
import { orderForEmail, readOrder } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { confirmOwnership, revokeCells } from '~/domain/ownership/orders.server'
import { withdrawTransfers } from '~/domain/transfers/ends.server'
import { notifyReleased } from '~/domain/transfers/loans.server'
import { type Tx, write } from '~/server/db/db.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { applyDecision, type DecisionInput, type DecisionResult, recordAndNotify } from './decision.server'

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
	if (applied.kind === 'waiting') return { ok: true, waits: true }
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

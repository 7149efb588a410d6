import { eq } from 'drizzle-orm'
import { issueReceipt } from '~/domain/certificates/issue.server'
import { paperPath } from '~/domain/certificates/rules'
import { dropUnheld } from '~/domain/creatives/commands.server'
import { discard } from '~/domain/files/commands.server'
import { orderApprovedMail, orderRejectedMail } from '~/domain/mail/decision-mails'
import { orderForMail } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { confirmOwnership, takeBack } from '~/domain/ownership/orders.server'
import { tellReleased } from '~/domain/transfers/loans.server'
import { withdrawTransfersOf } from '~/domain/transfers/withdraw.server'
import { absoluteUrl } from '~/server/absolute-url.server'
import { type Tx, write } from '~/server/db.server'
import { orders } from '~/server/schema.server'
import { announce, type DecisionInput, type DecisionResult, take } from './decision.server'

/** Approves a pending order: the payment has arrived, or there is none. On record, with an email to the buyer. */
export async function approveOrder(input: DecisionInput): Promise<DecisionResult> {
	return await write(tx => approveOrderIn(tx, input))
}

/** {@link approveOrder} as a part of something else that is decided. `detail`: for the record. */
export async function approveOrderIn(
	tx: Tx,
	input: DecisionInput,
	detail: Record<string, unknown> = {},
): Promise<DecisionResult> {
	const change = { status: 'approved', decidedAt: input.now, decidedBy: input.actorId } as const
	const taken = await take(tx, 'approve', input, change)
	if (!taken.ok) return taken
	const { order } = taken
	const { hasCertificate } = await confirmOwnership(tx, { ...input, order })
	const hasReceipt = !isFree(order)
	if (hasReceipt) await issueReceipt(tx, order.id, input.now)
	const address = (paper: 'receipt' | 'certificate') => absoluteUrl(paperPath(order.id, paper))
	const mail = orderApprovedMail(orderForMail(order), {
		receiptUrl: hasReceipt ? address('receipt') : null,
		certificateUrl: hasCertificate ? address('certificate') : null,
	})
	await announce(tx, input, { order, action: 'order.approve', detail, mail })
	return { ok: true }
}

/**
 * Rejects a pending or an approved order: the cells that the buyer still has from it become available, what they alone
 * showed is erased, and open transfers of them are withdrawn. On record, with an email to the buyer that gives the
 * reason, if any.
 */
export async function rejectOrder(input: DecisionInput & { reason?: string }): Promise<DecisionResult> {
	const { outcome, unused } = await write(async tx => {
		const change = { status: 'rejected', decidedAt: input.now, decidedBy: input.actorId } as const
		const taken = await take(tx, 'reject', input, change)
		if (!taken.ok) return { outcome: taken, unused: [] }
		const { order } = taken
		const { cells: released, creativeIds, loans } = await takeBack(tx, { ...input, order })
		await tellReleased(tx, loans, input.now)
		await withdrawTransfersOf(tx, released, input.now)
		const unused = await dropUnheld(tx, creativeIds)
		const reason = input.reason?.trim() || undefined
		if (reason) {
			await tx.update(orders).set({ failureReason: reason }).where(eq(orders.id, input.orderId))
		}
		const mail = orderRejectedMail(orderForMail(order), reason)
		await announce(tx, input, { order, action: 'order.reject', detail: { released, reason }, mail })
		return { outcome: { ok: true } as const, unused }
	})
	await discard(unused)
	return outcome
}

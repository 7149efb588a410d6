import { orderAssignedMail, orderRefundedMail, type Refund } from '~/domain/mail/decision-mails'
import { orderForMail } from '~/domain/orders/queries.server'
import { takenMessage } from '~/domain/orders/taken-rules'
import { CellsTaken } from '~/domain/ownership/cells-taken'
import { buyCells } from '~/domain/ownership/orders.server'
import { write } from '~/server/db.server'
import { announce, type DecisionInput, type DecisionResult, take } from './decision.server'

/* What ends an order that failed or was rejected (decision 46). */

/**
 * Makes the cells of a failed order its buyer's after all: the order is pending again. All or none; when somebody else
 * has one of them, sold or on hold, nothing changes. On record, with an email to the buyer.
 */
export async function assignOrder(input: DecisionInput): Promise<DecisionResult> {
	try {
		return await write(async tx => {
			const taken = await take(tx, 'assign', input, { status: 'pending', failureReason: null })
			if (!taken.ok) return taken
			const { order } = taken
			const { id: orderId, accountId } = order
			if (order.accountDeletedAt !== null) throw new BuyerDeleted('the account is deleted')
			const cells = order.cells.map(one => one.cell)
			const { actorId, now } = input
			const others = await buyCells(tx, { orderId, accountId, cells: order.cells, now, actorId })
			if (others.length > 0) throw new CellsTaken(others)
			const mail = orderAssignedMail(orderForMail(order))
			await announce(tx, input, { order, action: 'order.assign', detail: { cells }, mail })
			return { ok: true }
		})
	} catch (error) {
		if (error instanceof CellsTaken) {
			return { ok: false, code: 'taken', message: `${takenMessage(error.taken)} Nothing has changed.` }
		}
		if (error instanceof BuyerDeleted) {
			return { ok: false, code: 'deleted', message: 'The buyer’s account has been deleted.' }
		}
		throw error
	}
}

class BuyerDeleted extends Error {}

/**
 * Marks the money of a failed or rejected order as sent back. On record, with an email to the buyer. `refund.pence`: at
 * most its total.
 */
export async function refundOrder(input: DecisionInput & { refund: Refund }): Promise<DecisionResult> {
	const { refund, actorId, now } = input
	return await write(async tx => {
		const taken = await take(tx, 'refund', input, {
			refundedOn: refund.on,
			refundedPence: refund.pence,
			refundReference: refund.bankReference,
			refundedBy: actorId,
			refundedAt: now,
		})
		if (!taken.ok) return taken
		const { order } = taken
		const mail = orderRefundedMail(orderForMail(order), refund)
		await announce(tx, input, { order, action: 'order.refund', detail: { ...refund }, mail })
		return { ok: true }
	})
}

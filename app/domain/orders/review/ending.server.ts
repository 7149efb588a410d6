import { orderAssignedEmail } from '~/domain/mail/order-emails'
import { orderForEmail } from '~/domain/orders/queries.server'
import { unavailableMessage } from '~/domain/orders/unavailable-cells'
import { buyCells } from '~/domain/ownership/orders.server'
import { writeUnlessRefused } from '~/server/db/db.server'
import { applyDecision, type DecisionInput, type DecisionResult, recordAndNotify } from './decision.server'

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

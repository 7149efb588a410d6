import { and, eq, sql } from 'drizzle-orm'
import { checkoutHeldMail } from '~/domain/mail/order-mails'
import { isHeld, type NextHold, nextHold } from '~/domain/orders/hold-rules'
import { addressOf, orderForMail, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree, isSubmitted } from '~/domain/orders/rules'
import { heldByOthers, holdCells } from '~/domain/ownership/orders.server'
import { getSetting } from '~/domain/settings/queries.server'
import { audit } from '~/server/audit.server'
import { write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { orders } from '~/server/schema.server'
import { pastHolds } from './holds.server'
import { couponRefusal, pendingRefusal } from './limits.server'
import { ALREADY_SUBMITTED, CellsTaken, NO_ORDER, REPLACED, type Refusal, takenRefusal } from './refusals'

/**
 * "Next" at step 1: puts the order's cells on hold, all or none (decision 7), and opens the bank details. Within the
 * cooling-off of an earlier hold nothing is held, and `hold` says so. Again while the hold runs: nothing changes.
 */
export async function proceedToPayment(
	orderId: string,
	accountId: string,
	now: number,
): Promise<{ ok: true; hold: NextHold } | Refusal> {
	try {
		return await write(async tx => {
			const order = await readOwnOrder(tx, orderId, accountId)
			if (!order) return NO_ORDER
			if (isSubmitted(order.status)) return ALREADY_SUBMITTED
			if (order.status !== 'open') return REPLACED
			const refusal = isHeld(order, now)
				? undefined
				: ((await pendingRefusal(tx, accountId)) ?? (await couponRefusal(tx, order, now)))
			if (refusal) return refusal
			const cells = order.cells.map(one => one.cell)
			const claim = { orderId, accountId, cells, now }
			const minutes = await getSetting('holdMinutes', tx)
			const hold = nextHold(await pastHolds(tx, claim), now, minutes)
			const taken =
				hold.kind === 'hold'
					? await holdCells(tx, { ...claim, holdUntil: hold.until })
					: await heldByOthers(tx, claim)
			if (taken.length > 0) throw new CellsTaken(taken)
			const isNew = hold.kind === 'hold' && order.holdUntil !== hold.until
			if (!isNew && order.proceededAt !== null) return { ok: true, hold } as const
			await tx
				.update(orders)
				.set({
					proceededAt: order.proceededAt ?? now,
					version: sql`${orders.version} + 1`,
					...(isNew ? { heldAt: hold.heldAt, holdUntil: hold.until, holdEndedAt: null } : {}),
				})
				.where(and(eq(orders.id, orderId), eq(orders.status, 'open')))
			await audit(tx, {
				at: now,
				actorId: accountId,
				action: isNew ? 'order.hold' : 'order.proceed',
				subjectType: 'order',
				subjectId: orderId,
				detail: { hold },
			})
			if (isNew) {
				const mail = checkoutHeldMail(
					orderForMail(order),
					addressOf(orderId, isFree(order) ? 'confirm' : 'payment').href,
					hold.until,
				)
				await enqueueMail(tx, order.accountEmail, mail, {
					now,
					dedupeKey: `checkout-held:${orderId}:${hold.until}`,
				})
			}
			return { ok: true, hold } as const
		})
	} catch (error) {
		if (!(error instanceof CellsTaken)) throw error
		return takenRefusal(error.taken)
	}
}

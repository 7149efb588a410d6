import { and, eq, sql } from 'drizzle-orm'
import { checkoutHeldMail } from '~/domain/mail/order-mails'
import { isHeld, type NextHold, nextHold } from '~/domain/orders/hold-rules'
import { addressOf, orderForMail, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree, isSubmitted } from '~/domain/orders/rules'
import { heldByOthers, holdCells, readHolds } from '~/domain/ownership/orders.server'
import { getSetting } from '~/domain/settings/queries.server'
import { audit } from '~/server/audit.server'
import { putOff, type Tx, write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { prepared } from '~/server/prepared.server'
import { orders } from '~/server/schema.server'
import { pastHolds } from './holds.server'
import { couponRefusal, pendingRefusal } from './limits.server'
import { ALREADY_SUBMITTED, NO_ORDER, REPLACED, type Refusal, takenRefusal } from './refusals'

/**
 * "Next" at step 1: puts the order's cells on hold, all or none (decision 7), and opens the bank details. Within the
 * cooling-off of an earlier hold nothing is held, and `hold` says so. Again while the hold runs: nothing changes.
 */
export async function proceedToPayment(orderId: string, accountId: string, now: number): Promise<Proceeded> {
	return await write(tx => proceedIn(tx, orderId, accountId, now))
}

type Proceeded = { ok: true; hold: NextHold } | Refusal

/** {@link proceedToPayment} in the transaction that goes on with it. */
export async function proceedIn(tx: Tx, orderId: string, accountId: string, now: number): Promise<Proceeded> {
	const [order, tooMany, minutes, past, holds] = await Promise.all([
		readOwnOrder(tx, orderId, accountId),
		pendingRefusal(tx, accountId),
		getSetting('holdMinutes', tx),
		pastHolds(tx, { accountId, cells: { orderId }, now }),
		readHolds(tx, orderId),
	])
	if (!order) return NO_ORDER
	if (isSubmitted(order.status)) return ALREADY_SUBMITTED
	if (order.status !== 'open') return REPLACED
	const refusal = isHeld(order, now) ? undefined : (tooMany ?? (await couponRefusal(tx, order, now)))
	if (refusal) return refusal
	const cells = order.cells.map(one => one.cell)
	const claim = { orderId, accountId, cells, now }
	const hold = nextHold(past, now, minutes)
	const hasThem = holds.length === cells.length && holds.every(until => until === hold.until)
	const taken =
		hold.kind === 'cooling'
			? await heldByOthers(tx, claim)
			: hasThem
				? []
				: await holdCells(tx, { ...claim, holdUntil: hold.until })
	if (taken.length > 0) return takenRefusal(taken)
	const isNew = hold.kind === 'hold' && order.holdUntil !== hold.until
	if (!isNew && order.proceededAt !== null) return { ok: true, hold }
	const { heldAt, holdUntil, holdEndedAt } = isNew
		? { heldAt: hold.heldAt, holdUntil: hold.until, holdEndedAt: null }
		: order
	const proceededAt = order.proceededAt ?? now
	putOff(proceeding.of({ orderId, proceededAt, heldAt, holdUntil, holdEndedAt }))
	await audit(tx, {
		at: now,
		actorId: accountId,
		action: isNew ? 'order.hold' : 'order.proceed',
		subjectType: 'order',
		subjectId: orderId,
		detail: { hold },
	})
	if (isNew) {
		const address = addressOf(orderId, isFree(order) ? 'confirm' : 'payment').href
		const mail = checkoutHeldMail(orderForMail(order), address, hold.until)
		const dedupeKey = `checkout-held:${orderId}:${hold.until}`
		await enqueueMail(tx, order.accountEmail, mail, { now, dedupeKey })
	}
	return { ok: true, hold }
}

const proceeding = prepared(on =>
	on
		.update(orders)
		.set({
			proceededAt: sql`${sql.placeholder('proceededAt')}`,
			heldAt: sql`${sql.placeholder('heldAt')}`,
			holdUntil: sql`${sql.placeholder('holdUntil')}`,
			holdEndedAt: sql`${sql.placeholder('holdEndedAt')}`,
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.id, sql.placeholder('orderId')), eq(orders.status, 'open'))),
)

import { and, eq, sql } from 'drizzle-orm'
import { checkoutHeldEmail } from '~/domain/mail/order-emails'
import { computeNextHold, isHeld, type NextHold } from '~/domain/orders/hold-rules'
import { buildCheckoutUrl, orderForEmail, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree, isSubmitted } from '~/domain/orders/rules'
import { findUnavailableCells, holdCells, readHolds } from '~/domain/ownership/orders.server'
import { getSetting } from '~/domain/settings/queries.server'
import { addressBlock } from '~/server/auth/address-block.server'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { pastHolds } from './holds.server'
import { checkHoldLimits, checkOrderCoupon, checkPendingOrders } from './limits.server'
import { checkNewHold } from './price-change.server'
import { ALREADY_SUBMITTED, type CheckoutRefusal, NO_ORDER, REPLACED, refuseUnavailable } from './refusals'

/**
 * "Next" at step 1: puts the order's cells on hold, all or none (P6), and opens the bank details. During the
 * cooling-off after an earlier hold nothing is held, and `hold` says so. Repeating it while the hold runs changes
 * nothing. `address`: the client's, null if unknown; holds are limited by person and address (P7).
 */
export async function proceedToPayment(
	orderId: string,
	accountId: string,
	now: number,
	address: string | null = null,
): Promise<Proceeded> {
	return await write(tx => startPayment(tx, { orderId, accountId, now, address }))
}

type Proceeding = { orderId: string; accountId: string; now: number; address: string | null }
type Proceeded = { ok: true; hold: NextHold } | CheckoutRefusal

/** Like {@link proceedToPayment}, in the caller's transaction. */
export async function startPayment(
	tx: Tx,
	{ orderId, accountId, now, address }: Proceeding,
): Promise<Proceeded> {
	const [order, tooMany, minutes, past, holds] = await Promise.all([
		readOwnOrder(tx, orderId, accountId),
		checkPendingOrders(tx, accountId),
		getSetting('holdMinutes', tx),
		pastHolds(tx, { accountId, cells: { orderId }, now }),
		readHolds(tx, orderId),
	])
	if (!order) return NO_ORDER
	if (isSubmitted(order.status)) return ALREADY_SUBMITTED
	if (order.status !== 'open') return REPLACED
	const refusal = isHeld(order, now)
		? undefined
		: (tooMany ?? (await checkOrderCoupon(tx, order, now)) ?? (await checkNewHold(tx, order, now)))
	if (refusal) return refusal
	const cells = order.cells.map(cell => cell.cell)
	const claim = { orderId, accountId, cells, now }
	const hold = computeNextHold(past, now, minutes)
	const hasThem = holds.length === cells.length && holds.every(until => until === hold.until)
	const heldFrom = address === null ? null : addressBlock(address, 56)
	/* Also during the cooling-off, when an order can be submitted without a hold. */
	const isGranted = hasThem || (hold.kind === 'cooling' && order.proceededAt !== null)
	const tooMuch = isGranted ? undefined : await checkHoldLimits(tx, { order, heldFrom, now })
	if (tooMuch) return tooMuch
	const taken =
		hold.kind === 'cooling'
			? await findUnavailableCells(tx, claim)
			: hasThem
				? []
				: await holdCells(tx, { ...claim, holdUntil: hold.until, heldFrom })
	if (taken.length > 0) return refuseUnavailable(taken)
	const isNew = hold.kind === 'hold' && order.holdUntil !== hold.until
	if (!isNew && order.proceededAt !== null) return { ok: true, hold }
	await tx
		.update(orders)
		.set({
			proceededAt: order.proceededAt ?? now,
			...(isNew ? { heldAt: hold.heldAt, holdUntil: hold.until, holdEndedAt: null } : {}),
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.id, orderId), eq(orders.status, 'open')))
	const action = isNew ? 'order.hold' : 'order.proceed'
	await auditOrder(tx, orderId, action, { actorId: accountId, now }, { hold })
	if (isNew) {
		const address = buildCheckoutUrl(orderId, isFree(order) ? 'confirm' : 'payment').href
		const mail = checkoutHeldEmail(orderForEmail(order), address, hold.until)
		const dedupeKey = `checkout-held:${orderId}:${hold.until}`
		await enqueueEmail(tx, order.accountEmail, mail, { now, dedupeKey, orderId })
	}
	return { ok: true, hold }
}

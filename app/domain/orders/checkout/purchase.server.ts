import { countCouponTry, type TooManyTries } from '~/domain/coupons/tries.server'
import { acceptReceipt } from '~/domain/files/commands.server'
import type { FileRefusal } from '~/domain/files/rules'
import { findOwnOrder, type Order } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { applyCoupon, removeCoupon } from './coupon.server'
import { openCheckout } from './open.server'
import { proceedToPayment } from './proceed.server'
import { keepReceipts } from './receipts.server'
import { NO_ORDER, type Refusal } from './refusals'
import { FreeOrderForm, PaymentForm } from './schema'
import { submitPayment } from './submit.server'

/* The whole checkout in one step, for those who have paid already: the same commands in the same order as its pages. */

type Receipts = { payment: File | undefined; swift: File | undefined }
type Purchase = {
	cells: readonly number[]
	/** As typed; empty: none. */
	couponCode: string
	/** The fields of step 3. */
	form: object
	receipts: Receipts
}
type CouponRefusal = { ok: false; code: 'coupon'; field: 'coupon_code'; message: string }
type ReceiptRefusal = Omit<FileRefusal, 'ok'> & { ok: false; field: 'payment_receipt' | 'swift_receipt' }
export type Bought = { ok: true; order: Order; status: 'pending' | 'failed' }

/** Opens the checkout of a selection, with its coupon if any, as step 1 does. Nothing is on hold yet. */
export async function startCheckout(
	accountId: string,
	{ cells, couponCode }: Pick<Purchase, 'cells' | 'couponCode'>,
	now: number,
): Promise<{ ok: true; order: Order } | Refusal | CouponRefusal | TooManyTries> {
	const counted = couponCode ? await countCouponTry(accountId, now) : { ok: true as const }
	if (!counted.ok) return counted
	const opened = await openCheckout(accountId, cells, now)
	if (!opened.ok) return opened
	const coupon = couponCode
		? await applyCoupon(opened.orderId, accountId, couponCode, now)
		: await removeCoupon(opened.orderId, accountId, now)
	if (!coupon.ok) return { ...coupon, code: 'coupon' }
	const order = await findOwnOrder(opened.orderId, accountId)
	return order ? { ok: true, order } : NO_ORDER
}

/**
 * Buys cells that a transfer was made for: checks everything that was sent, then checkout, coupon, receipts, hold and
 * submission.
 * @throws ZodError for the fields of step 3.
 */
export async function purchase(
	accountId: string,
	{ cells, couponCode, form, receipts }: Purchase,
	{ now, signal }: { now: number; signal: AbortSignal },
): Promise<Bought | Refusal | CouponRefusal | TooManyTries | ReceiptRefusal> {
	// Whether a coupon covers everything shows later; without one all of it is needed.
	if (couponCode) FreeOrderForm.parse(form)
	else PaymentForm.parse(form)
	if (!couponCode && !receipts.payment) return NO_RECEIPT
	const started = await startCheckout(accountId, { cells, couponCode }, now)
	if (!started.ok) return started
	const { order } = started
	const details = (isFree(order) ? FreeOrderForm : PaymentForm).parse(form)
	if (!isFree(order) && !receipts.payment) return NO_RECEIPT
	const payment = receipts.payment && (await acceptReceipt(receipts.payment, accountId, now, signal))
	if (payment && !payment.ok) return { ...payment, field: 'payment_receipt' }
	const swift = receipts.swift && (await acceptReceipt(receipts.swift, accountId, now, signal))
	if (swift && !swift.ok) return { ...swift, field: 'swift_receipt' }
	await keepReceipts(order.id, accountId, { payment: payment?.key, swift: swift?.key })
	const proceeded = await proceedToPayment(order.id, accountId, now)
	if (!proceeded.ok) return proceeded
	const submitted = await submitPayment(order.id, accountId, details, now)
	if (!submitted.ok) return submitted
	const after = await findOwnOrder(order.id, accountId)
	return after ? { ok: true, order: after, status: submitted.status } : NO_ORDER
}

const NO_RECEIPT = {
	ok: false,
	code: 'no-receipt',
	field: 'payment_receipt',
	message: 'Payment receipt is required',
} as const

import { countCouponTry, type TooManyTries } from '~/domain/coupons/tries.server'
import { acceptReceipt, discard, releaseFiles } from '~/domain/files/commands.server'
import type { FileRefusal } from '~/domain/files/rules'
import { type Order, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { finish, type Tx, write } from '~/server/db.server'
import { applyCouponIn, removeCouponIn } from './coupon.server'
import { checkCells, openCheckoutIn } from './open.server'
import { proceedIn } from './proceed.server'
import { keepReceipts, replaceReceipts } from './receipts.server'
import { NO_ORDER, type Refusal } from './refusals'
import { FreeOrderForm, PaymentForm } from './schema'
import { submitIn } from './submit.server'

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
type Wanted = Pick<Purchase, 'cells' | 'couponCode'>
type Started<More = unknown> = ({ ok: true; order: Order } & More) | Refusal | CouponRefusal | TooManyTries
export type Bought = { ok: true; order: Order; status: 'pending' | 'failed' }

/** Opens the checkout of a selection, with its coupon if any, as step 1 does. Nothing is on hold yet. */
function startCheckout(accountId: string, wanted: Wanted, now: number): Promise<Started> {
	return openAndGoOn(accountId, wanted, now, (tx, orderId) => finish(() => ownOrder(tx, orderId, accountId)))
}

/**
 * Opens the checkout of a selection, with its coupon if any, and puts its cells on hold, as step 1 does. `bankDetails`:
 * the account to pay to.
 */
export function holdSelection(
	accountId: string,
	wanted: Wanted,
	now: number,
): Promise<Started<{ bankDetails: SettingValue<'bankDetails'> }>> {
	return openAndGoOn(accountId, wanted, now, async (tx, orderId) => {
		const proceeded = await proceedIn(tx, orderId, accountId, now)
		if (!proceeded.ok) return proceeded
		const read = () => Promise.all([ownOrder(tx, orderId, accountId), getSetting('bankDetails', tx)])
		const [order, bankDetails] = await finish(read)
		return order.ok ? { ...order, bankDetails } : order
	})
}

async function openAndGoOn<More>(
	accountId: string,
	{ cells, couponCode }: Wanted,
	now: number,
	goOn: (tx: Tx, orderId: string) => Promise<Started<More>>,
): Promise<Started<More>> {
	const counted = couponCode ? await countCouponTry(accountId, now) : { ok: true as const }
	if (!counted.ok) return counted
	const selection = checkCells(cells)
	if (!selection.ok) return selection
	return await write(async tx => {
		const opened = await openCheckoutIn(tx, accountId, selection.cells, now)
		if (!opened.ok) return opened
		const { orderId } = opened
		let coupon: Awaited<ReturnType<typeof applyCouponIn>> = { ok: true }
		if (couponCode) coupon = await applyCouponIn(tx, orderId, accountId, couponCode, now)
		else if (opened.hasCoupon) coupon = await removeCouponIn(tx, orderId, accountId, now)
		return coupon.ok ? await goOn(tx, orderId) : { ...coupon, code: 'coupon' }
	})
}

async function ownOrder(
	tx: Tx,
	orderId: string,
	accountId: string,
): Promise<{ ok: true; order: Order } | Refusal> {
	const order = await readOwnOrder(tx, orderId, accountId)
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
	if (swift && !swift.ok) {
		await keepReceipts(order.id, accountId, { payment })
		return { ...swift, field: 'swift_receipt' }
	}
	const submitting = write(async tx => {
		const replaced = await replaceReceipts(tx, order.id, accountId, { payment, swift })
		const proceeded = await proceedIn(tx, order.id, accountId, now)
		const submitted = proceeded.ok ? await submitIn(tx, order.id, accountId, details, now) : proceeded
		return await finish(async () => {
			const released = releaseFiles(tx, replaced)
			const after = await ownOrder(tx, order.id, accountId)
			return { submitted, unused: await released, after }
		})
	})
	const { submitted, unused, after } = await submitting.catch(async error => {
		await Promise.allSettled([keepReceipts(order.id, accountId, { payment, swift })])
		throw error
	})
	await discard(unused)
	if (!submitted.ok) return submitted
	return after.ok ? { ...after, status: submitted.status } : after
}

const NO_RECEIPT = {
	ok: false,
	code: 'no-receipt',
	field: 'payment_receipt',
	message: 'Payment receipt is required',
} as const

import { ZodError } from 'zod'
import { countCouponTry } from '~/domain/coupons/check.server'
import { acceptReceipt, deleteUnreferenced, type NewFile } from '~/domain/files/commands.server'
import type { FileRefusal } from '~/domain/files/rules'
import type { TooMany } from '~/domain/limits.server'
import { type Order, readOpenCheckout, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree } from '~/domain/orders/rules'
import { refusal } from '~/domain/refusal'
import { getSetting } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { afterCommit, type Tx, write } from '~/server/db/db.server'
import { applyCouponIn, removeCouponIn } from './coupon.server'
import { checkCells, openCheckoutIn } from './open.server'
import { startPayment } from './proceed.server'
import { replaceReceipts } from './receipts.server'
import { type CheckoutRefusal, NO_ORDER } from './refusals'
import { FreeOrderForm, PaymentForm } from './schema'
import { submitIn } from './submit.server'

/* The whole checkout in one step, for API clients: the same commands in the same order as on its pages. */

type SelectionRequest = {
	cells: readonly number[]
	/** As typed. Empty: a checkout on hold keeps its coupon, any other has none. */
	couponCode: string
	/** The checkout whose hold may end for this one. */
	replaces?: string | undefined
}
type Purchase = SelectionRequest & {
	/** The fields of step 3. */
	form: object
	receipts: { payment: File | undefined; swift: File | undefined }
}
/** The caller: `now` in UTC ms, and the client's address. */
type Client = { now: number; address: string | null }
type CouponRefusal = { ok: false; code: 'coupon'; field: 'coupon_code'; message: string }
type ReceiptRefusal = Omit<FileRefusal, 'ok'> & { ok: false; field: 'payment_receipt' | 'swift_receipt' }
type Started<More = unknown> = ({ ok: true; order: Order } & More) | CheckoutRefusal | CouponRefusal | TooMany
export type PurchaseResult = { ok: true; order: Order; status: 'pending' | 'failed' }

/**
 * Opens the checkout of a selection with its coupon, if any, and puts its cells on hold, like step 1. `bankDetails`:
 * the account to pay to.
 */
export async function holdSelection(
	accountId: string,
	requested: SelectionRequest,
	by: Client,
): Promise<Started<{ bankDetails: SettingValue<'bankDetails'> }>> {
	const tooMany = await countTry(accountId, requested, by.now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const started = await startCheckout(tx, accountId, requested, by.now)
		if (!started.ok) return started
		const proceeded = await startPayment(tx, { orderId: started.orderId, accountId, ...by })
		if (!proceeded.ok) return proceeded
		const order = await readOwnOrder(tx, started.orderId, accountId)
		const bankDetails = await getSetting('bankDetails', tx)
		return order ? { ok: true, order, bankDetails } : NO_ORDER
	})
}

async function countTry(accountId: string, { couponCode }: SelectionRequest, now: number) {
	return couponCode ? await countCouponTry(accountId, now) : undefined
}

async function startCheckout(
	tx: Tx,
	accountId: string,
	{ cells, couponCode, replaces }: SelectionRequest,
	now: number,
): Promise<{ ok: true; orderId: string } | CheckoutRefusal | CouponRefusal> {
	const selection = checkCells(cells)
	if (!selection.ok) return selection
	const opened = await openCheckoutIn(tx, { accountId, cells: selection.cells, replaces, now })
	if (!opened.ok) return opened
	const { orderId, hasCoupon, isHeld } = opened
	const coupon = couponCode
		? await applyCouponIn(tx, orderId, accountId, couponCode, now)
		: hasCoupon && !isHeld
			? await removeCouponIn(tx, orderId, accountId, now)
			: { ok: true as const }
	return coupon.ok ? { ok: true, orderId } : { ...coupon, code: 'coupon' }
}

/**
 * Buys cells for which the money has already been sent: validates the input, then runs checkout, coupon, receipts, hold
 * and submission in one transaction, so that no other purchase of the account comes between.
 * @throws ZodError for the fields of step 3.
 */
export async function buyDirectly(
	accountId: string,
	{ form, receipts, ...requested }: Purchase,
	{ signal, ...by }: Client & { signal: AbortSignal },
): Promise<PurchaseResult | CheckoutRefusal | CouponRefusal | TooMany | ReceiptRefusal> {
	const selection = checkCells(requested.cells)
	if (!selection.ok) return selection
	// Only the transaction tells whether a coupon covers the total; without one all fields are required.
	const open = await readOpenCheckout(accountId)
	const mayBeFree = requested.couponCode !== '' || (open !== undefined && open.couponCode !== null)
	if (mayBeFree) FreeOrderForm.parse(form)
	else PaymentForm.parse(form)
	if (!mayBeFree && !receipts.payment && !open?.paymentReceiptKey) return NO_RECEIPT
	const tooMany = await countTry(accountId, requested, by.now)
	if (tooMany) return tooMany
	const accepted = await acceptReceipts(accountId, receipts, by.now, signal)
	if (!accepted.ok) return accepted
	const { files } = accepted
	const sent = [files.payment?.key, files.swift?.key].flatMap(key => key ?? [])
	const submitting = write(async tx => {
		const discard = <T>(refused: T) => {
			afterCommit(tx, () => deleteUnreferenced(sent))
			return refused
		}
		const started = await startCheckout(tx, accountId, requested, by.now)
		if (!started.ok) return discard(started)
		const { orderId } = started
		const order = await readOwnOrder(tx, orderId, accountId)
		if (!order) return discard(NO_ORDER)
		if (!isFree(order) && !files.payment && order.paymentReceiptKey === null) return discard(NO_RECEIPT)
		const details = (isFree(order) ? FreeOrderForm : PaymentForm).parse(form)
		await replaceReceipts(tx, order, files)
		const proceeded = await startPayment(tx, { orderId, accountId, ...by })
		if (!proceeded.ok) return proceeded
		const held = await readOwnOrder(tx, orderId, accountId)
		const submitted = held ? await submitIn(tx, held, details, by.now) : NO_ORDER
		if (!submitted.ok) return submitted
		const bought = await readOwnOrder(tx, orderId, accountId)
		return bought ? { ...submitted, order: bought } : NO_ORDER
	})
	return await submitting.catch(async error => {
		// Other errors may follow the commit, so the sweep deletes the files that no order refers to.
		if (error instanceof ZodError) await deleteUnreferenced(sent)
		throw error
	})
}

async function acceptReceipts(
	accountId: string,
	receipts: Purchase['receipts'],
	now: number,
	signal: AbortSignal,
): Promise<{ ok: true; files: { payment?: NewFile; swift?: NewFile } } | ReceiptRefusal> {
	const files: { payment?: NewFile; swift?: NewFile } = {}
	for (const kind of ['payment', 'swift'] as const) {
		const file = receipts[kind] && (await acceptReceipt(receipts[kind], accountId, now, signal))
		if (file?.ok) files[kind] = file
		if (file?.ok !== false) continue
		await deleteUnreferenced(files.payment ? [files.payment.key] : [])
		return { ...file, field: `${kind}_receipt` }
	}
	return { ok: true, files }
}

const NO_RECEIPT = refusal('no-receipt', 'Payment receipt is required', 'payment_receipt')

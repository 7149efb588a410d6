import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { saveReceipts } from '~/domain/orders/checkout/receipts.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { readOpenCheckout, readOrder } from '~/domain/orders/queries.server'
import { db } from '~/server/db/db.server'
import { PAYMENT_DETAILS } from './payment-details'
import { newReceipt } from './receipts'

/* The steps of a checkout as commands, for tests of earlier or later steps. `now`: UTC ms. */

/** Opens a checkout, replacing an open one. @returns the order's id. @throws when it is refused. */
export async function open(account: { id: string }, cells: readonly number[], now: number): Promise<string> {
	const before = await readOpenCheckout(account.id)
	const opened = await openCheckout(account.id, cells, now, { replaces: before?.id })
	if (!opened.ok) throw new Error(opened.message)
	return opened.orderId
}

/** Attaches a receipt to an order. @returns its key. */
export async function attachReceipt(orderId: string, account: { id: string }): Promise<string> {
	const payment = newReceipt(account.id)
	await saveReceipts(orderId, account.id, { payment })
	return payment.key
}

/** Takes a checkout to the form of step 3 with a receipt. @returns the order's id. @throws when a step is refused. */
export async function openPaymentStep(
	account: { id: string },
	cells: readonly number[],
	now: number,
): Promise<string> {
	const orderId = await open(account, cells, now)
	const held = await proceedToPayment(orderId, account.id, now)
	if (!held.ok) throw new Error(held.message)
	await attachReceipt(orderId, account)
	return orderId
}

/** Completes a checkout. @returns the order's id. @throws when a step is refused. */
export async function buy(account: { id: string }, cells: readonly number[], now: number): Promise<string> {
	const orderId = await openPaymentStep(account, cells, now)
	const submitted = await submitPayment(orderId, account.id, PAYMENT_DETAILS, now)
	if (!submitted.ok) throw new Error(submitted.message)
	return orderId
}

/** Reads an order. @throws when there is none. */
export async function read(orderId: string) {
	const order = await readOrder(db, orderId)
	if (!order) throw new Error('No order')
	return order
}

import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { discard, insertFile, type NewFile, releaseFiles } from '~/domain/files/commands.server'
import { findReceivingOrder, type Order } from '~/domain/orders/queries.server'
import { isSubmitted } from '~/domain/orders/rules'
import { type Tx, write } from '~/server/db/db.server'
import { files, orders } from '~/server/db/schema.server'

/** Total size of the receipts of an account's unsubmitted checkouts: four times two files of the largest size. */
const MOST_BYTES = 40 * 1024 * 1024

const isUnsubmitted = inArray(orders.status, ['open', 'abandoned'])

/** Receipts that were accepted and stored, whose rows are still to be written. */
export type Receipts = { payment?: NewFile | undefined; swift?: NewFile | undefined }

/**
 * Keeps receipts on an order that is not submitted, so that an error in another field does not cost them. The receipts
 * they replace are erased at once, and so are they when the order has been submitted meanwhile (docs/decisions/0078).
 * `now`: UTC ms.
 */
export async function keepReceipts(orderId: string, accountId: string, receipts: Receipts, now = Date.now()) {
	if (receipts.payment === undefined && receipts.swift === undefined) return
	const unused = await write(async tx => {
		const receiving = await findReceivingOrder(tx, { orderId, accountId, now })
		return await releaseFiles(tx, await replaceReceipts(tx, receiving, receipts))
	})
	await discard(unused)
}

/**
 * {@link keepReceipts} in the transaction that goes on with it. @returns the keys of files that nothing may name any
 * more; the caller is to release them.
 */
export async function replaceReceipts(tx: Tx, order: Order | undefined, { payment, swift }: Receipts) {
	if (payment === undefined && swift === undefined) return []
	for (const file of [payment, swift]) if (file) await insertFile(tx, file)
	if (!order || isSubmitted(order.status)) return keysOf({ payment: payment?.key, swift: swift?.key })
	const named = {
		...(payment ? { paymentReceiptKey: payment.key } : {}),
		...(swift ? { swiftReceiptKey: swift.key } : {}),
	}
	await tx.update(orders).set(named).where(eq(orders.id, order.id))
	const givenUp = await giveUpOldest(tx, order.accountId, order.id)
	return [...keysOf({ payment: order.paymentReceiptKey, swift: order.swiftReceiptKey }), ...givenUp]
}

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')
const keys = { payment: orders.paymentReceiptKey, swift: orders.swiftReceiptKey }
type Key = string | null | undefined

function keysOf({ payment, swift }: { payment: Key; swift: Key }): string[] {
	return [payment, swift].flatMap(key => key ?? [])
}

/**
 * Takes the receipts off the oldest replaced checkouts of the account, as far as there is too much of them; the buyer
 * can choose them again there. @returns the keys of the files.
 */
async function giveUpOldest(tx: Tx, accountId: string, exceptId: string): Promise<string[]> {
	const kept = await tx
		.select({ id: orders.id, ...keys, paymentBytes: paymentReceipt.bytes, swiftBytes: swiftReceipt.bytes })
		.from(orders)
		.leftJoin(paymentReceipt, eq(paymentReceipt.key, orders.paymentReceiptKey))
		.leftJoin(swiftReceipt, eq(swiftReceipt.key, orders.swiftReceiptKey))
		.where(
			and(
				eq(orders.accountId, accountId),
				isUnsubmitted,
				or(isNotNull(orders.paymentReceiptKey), isNotNull(orders.swiftReceiptKey)),
			),
		)
		.orderBy(desc(orders.createdAt))
	const sizeOf = ({ paymentBytes, swiftBytes }: (typeof kept)[number]) =>
		(paymentBytes ?? 0) + (swiftBytes ?? 0)
	const current = kept.filter(order => order.id === exceptId)
	const others = kept.filter(order => order.id !== exceptId)
	let total = 0
	const tooMuch = [...current, ...others].filter(order => {
		total += sizeOf(order)
		return total > MOST_BYTES && order.id !== exceptId
	})
	if (tooMuch.length === 0) return []
	const ids = tooMuch.map(order => order.id)
	const without = { paymentReceiptKey: null, swiftReceiptKey: null }
	await tx.update(orders).set(without).where(inArray(orders.id, ids))
	return tooMuch.flatMap(keysOf)
}

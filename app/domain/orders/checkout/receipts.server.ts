import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { deleteUnreferenced, insertFile, type NewFile, releaseFiles } from '~/domain/files/commands.server'
import { findReceivingOrder, type Order } from '~/domain/orders/queries.server'
import { isSubmitted } from '~/domain/orders/rules'
import { type Tx, write } from '~/server/db/db.server'
import { files, orders } from '~/server/db/schema.server'

/** Bytes of receipts in an account's unsubmitted checkouts: four times two files of the maximum size. */
const MAX_BYTES = 40 * 1024 * 1024

const isUnsubmitted = inArray(orders.status, ['open', 'abandoned'])

/** Receipts that were accepted and stored, but not yet written to a row. */
export type Receipts = { payment?: NewFile | undefined; swift?: NewFile | undefined }

/**
 * Stores receipts with an unsubmitted order, so that an error in another field does not lose them. Receipts they
 * replace are deleted at once, and so are the new ones if the order has been submitted meanwhile (docs/decisions/0078).
 * `now`: UTC ms.
 */
export async function saveReceipts(orderId: string, accountId: string, receipts: Receipts, now = Date.now()) {
	if (receipts.payment === undefined && receipts.swift === undefined) return
	const unused = await write(async tx => {
		const receiving = await findReceivingOrder(tx, { orderId, accountId, now })
		return await releaseFiles(tx, await replaceReceipts(tx, receiving, receipts))
	})
	await deleteUnreferenced(unused)
}

/**
 * Like {@link saveReceipts}, in the caller's transaction.
 * @returns the keys of files to release after the commit.
 */
export async function replaceReceipts(tx: Tx, order: Order | undefined, { payment, swift }: Receipts) {
	if (payment === undefined && swift === undefined) return []
	for (const file of [payment, swift]) if (file) await insertFile(tx, file)
	if (!order || isSubmitted(order.status)) return getKeys({ payment: payment?.key, swift: swift?.key })
	const named = {
		...(payment ? { paymentReceiptKey: payment.key } : {}),
		...(swift ? { swiftReceiptKey: swift.key } : {}),
	}
	await tx.update(orders).set(named).where(eq(orders.id, order.id))
	const givenUp = await releaseOldest(tx, order.accountId, order.id)
	return [...getKeys({ payment: order.paymentReceiptKey, swift: order.swiftReceiptKey }), ...givenUp]
}

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')
const keys = { payment: orders.paymentReceiptKey, swift: orders.swiftReceiptKey }
type Key = string | null | undefined

function getKeys({ payment, swift }: { payment: Key; swift: Key }): string[] {
	return [payment, swift].flatMap(key => key ?? [])
}

/**
 * Removes the receipts of the account's oldest replaced checkouts until the rest is within the limit; the buyer can
 * choose them again.
 * @returns the keys of the files.
 */
async function releaseOldest(tx: Tx, accountId: string, exceptId: string): Promise<string[]> {
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
	const getSize = ({ paymentBytes, swiftBytes }: (typeof kept)[number]) =>
		(paymentBytes ?? 0) + (swiftBytes ?? 0)
	const current = kept.filter(order => order.id === exceptId)
	const others = kept.filter(order => order.id !== exceptId)
	let total = 0
	const tooMuch = [...current, ...others].filter(order => {
		total += getSize(order)
		return total > MAX_BYTES && order.id !== exceptId
	})
	if (tooMuch.length === 0) return []
	const ids = tooMuch.map(order => order.id)
	const without = { paymentReceiptKey: null, swiftReceiptKey: null }
	await tx.update(orders).set(without).where(inArray(orders.id, ids))
	return tooMuch.flatMap(getKeys)
}

import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { insertFile, type NewFile, releaseFiles } from '~/domain/files/commands.server'
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
	await write(async tx => {
		await replaceReceipts(tx, await findReceivingOrder(tx, { orderId, accountId, now }), receipts)
	})
}

/** Like {@link saveReceipts}, in the caller's transaction. */
export async function replaceReceipts(
	tx: Tx,
	order: Order | undefined,
	{ payment, swift }: Receipts,
): Promise<void> {
	const sent = [payment, swift].filter(file => file !== undefined)
	if (sent.length === 0) return
	for (const file of sent) await insertFile(tx, file)
	if (!order || isSubmitted(order.status)) {
		await releaseFiles(
			tx,
			sent.map(file => file.key),
		)
		return
	}
	const named = {
		...(payment ? { paymentReceiptKey: payment.key } : {}),
		...(swift ? { swiftReceiptKey: swift.key } : {}),
	}
	await tx.update(orders).set(named).where(eq(orders.id, order.id))
	await releaseFiles(tx, [order.paymentReceiptKey, order.swiftReceiptKey])
	await releaseOldest(tx, order.accountId, order.id)
}

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')

/**
 * Removes the receipts of the account's oldest replaced checkouts until the rest is within the limit; the buyer can
 * choose them again.
 */
async function releaseOldest(tx: Tx, accountId: string, exceptId: string): Promise<void> {
	const kept = await tx
		.select({ id: orders.id, payment: paymentReceipt, swift: swiftReceipt })
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
	const current = kept.filter(order => order.id === exceptId)
	const others = kept.filter(order => order.id !== exceptId)
	let total = 0
	const tooMuch = [...current, ...others].filter(({ id, payment, swift }) => {
		total += (payment?.bytes ?? 0) + (swift?.bytes ?? 0)
		return total > MAX_BYTES && id !== exceptId
	})
	if (tooMuch.length === 0) return
	const ids = tooMuch.map(order => order.id)
	const without = { paymentReceiptKey: null, swiftReceiptKey: null }
	await tx.update(orders).set(without).where(inArray(orders.id, ids))
	await releaseFiles(
		tx,
		tooMuch.flatMap(({ payment, swift }) => [payment?.key ?? null, swift?.key ?? null]),
	)
}

import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { discard, releaseFiles } from '~/domain/files/commands.server'
import { finish, putOff, type Tx, write } from '~/server/db.server'
import { files, orders } from '~/server/schema.server'

/**
 * What the receipts of an account's unsubmitted checkouts may take together: four times two files of the largest size.
 */
const MOST_BYTES = 40 * 1024 * 1024

const isUnsubmitted = inArray(orders.status, ['open', 'abandoned'])

type Receipts = { payment?: string | undefined; swift?: string | undefined }

/**
 * Keeps receipts that were accepted (keys of stored files) on an order that is not submitted, so that a mistake in
 * another field does not cost them. What they replace is erased at once, and so are they when the order has been
 * submitted meanwhile (docs/decisions/0078).
 */
export async function keepReceipts(orderId: string, accountId: string, receipts: Receipts): Promise<void> {
	if (receipts.payment === undefined && receipts.swift === undefined) return
	const unused = await write(async tx => {
		const candidates = await replaceReceipts(tx, orderId, accountId, receipts)
		return await finish(() => releaseFiles(tx, candidates))
	})
	await discard(unused)
}

/**
 * {@link keepReceipts} in the transaction that goes on with it. @returns the keys of files that the order, or an older
 * one, may have named; the caller is to release them.
 */
export async function replaceReceipts(
	tx: Tx,
	orderId: string,
	accountId: string,
	{ payment, swift }: Receipts,
): Promise<string[]> {
	if (payment === undefined && swift === undefined) return []
	const own = and(eq(orders.id, orderId), eq(orders.accountId, accountId), isUnsubmitted)
	const before = tx.select(keys).from(orders).where(own).execute()
	const change = {
		...(payment === undefined ? {} : { paymentReceiptKey: payment }),
		...(swift === undefined ? {} : { swiftReceiptKey: swift }),
	}
	putOff(tx.update(orders).set(change).where(own))
	const [former, givenUp] = await Promise.all([before, giveUpOldest(tx, accountId, orderId)])
	return [...former.flatMap(keysOf), payment, swift, ...givenUp].filter(key => key !== undefined)
}

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')
const keys = { payment: orders.paymentReceiptKey, swift: orders.swiftReceiptKey }

function keysOf({ payment, swift }: { payment: string | null; swift: string | null }): string[] {
	return [payment, swift].filter(key => key !== null)
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
	putOff(tx.update(orders).set(without).where(inArray(orders.id, ids)))
	return tooMuch.flatMap(keysOf)
}

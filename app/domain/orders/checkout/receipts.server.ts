import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { discard, type NewFile, putOffFile, releaseFiles } from '~/domain/files/commands.server'
import { finish, putOff, type Tx, write } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { files, orders } from '~/server/schema.server'

/**
 * What the receipts of an account's unsubmitted checkouts may take together: four times two files of the largest size.
 */
const MOST_BYTES = 40 * 1024 * 1024

const isUnsubmitted = inArray(orders.status, ['open', 'abandoned'])

/** Receipts that were accepted and stored, whose rows are still to be written. */
export type Receipts = { payment?: NewFile | undefined; swift?: NewFile | undefined }

/**
 * Keeps receipts on an order that is not submitted, so that a mistake in another field does not cost them. What they
 * replace is erased at once, and so are they when the order has been submitted meanwhile (docs/decisions/0078).
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
 * {@link keepReceipts} in the transaction that goes on with it. @returns the keys of files that nothing may name any
 * more; the caller is to release them.
 */
export async function replaceReceipts(
	tx: Tx,
	orderId: string,
	accountId: string,
	{ payment, swift }: Receipts,
): Promise<string[]> {
	if (payment === undefined && swift === undefined) return []
	const own = { orderId, accountId }
	const before = keysBefore.first(tx, own)
	for (const file of [payment, swift]) if (file) putOffFile(file)
	if (payment) putOff(namingPayment.of({ ...own, key: payment.key }))
	if (swift) putOff(namingSwift.of({ ...own, key: swift.key }))
	const [former, givenUp] = await Promise.all([before, giveUpOldest(tx, accountId, orderId)])
	return [...keysOf(former ?? { payment: payment?.key, swift: swift?.key }), ...givenUp]
}

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')
const keys = { payment: orders.paymentReceiptKey, swift: orders.swiftReceiptKey }
type Key = string | null | undefined

function keysOf({ payment, swift }: { payment: Key; swift: Key }): string[] {
	return [payment, swift].flatMap(key => key ?? [])
}

const isOwn = and(
	eq(orders.id, sql.placeholder('orderId')),
	eq(orders.accountId, sql.placeholder('accountId')),
	isUnsubmitted,
)
const keysBefore = prepared(on => on.select(keys).from(orders).where(isOwn))
const key = sql`${sql.placeholder('key')}`
const namingPayment = prepared(on => on.update(orders).set({ paymentReceiptKey: key }).where(isOwn))
const namingSwift = prepared(on => on.update(orders).set({ swiftReceiptKey: key }).where(isOwn))

/**
 * Takes the receipts off the oldest replaced checkouts of the account, as far as there is too much of them; the buyer
 * can choose them again there. @returns the keys of the files.
 */
async function giveUpOldest(tx: Tx, accountId: string, exceptId: string): Promise<string[]> {
	const kept = await keeping.all(tx, { accountId })
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

const keeping = prepared(on =>
	on
		.select({ id: orders.id, ...keys, paymentBytes: paymentReceipt.bytes, swiftBytes: swiftReceipt.bytes })
		.from(orders)
		.leftJoin(paymentReceipt, eq(paymentReceipt.key, orders.paymentReceiptKey))
		.leftJoin(swiftReceipt, eq(swiftReceipt.key, orders.swiftReceiptKey))
		.where(
			and(
				eq(orders.accountId, sql.placeholder('accountId')),
				isUnsubmitted,
				or(isNotNull(orders.paymentReceiptKey), isNotNull(orders.swiftReceiptKey)),
			),
		)
		.orderBy(desc(orders.createdAt)),
)

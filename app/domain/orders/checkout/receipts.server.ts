import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { discard, releaseFiles } from '~/domain/files/commands.server'
import { type Tx, write } from '~/server/db.server'
import { files, orders } from '~/server/schema.server'

/**
 * What the receipts of an account's unsubmitted checkouts may take together: four times two files of the largest size.
 */
const MOST_BYTES = 40 * 1024 * 1024

const isUnsubmitted = inArray(orders.status, ['open', 'abandoned'])

/**
 * Keeps receipts that were accepted (keys of stored files) on an order that is not submitted, so that a mistake in
 * another field does not cost them. What they replace is erased at once, and so are they when the order has been
 * submitted meanwhile (docs/decisions/0078).
 */
export async function keepReceipts(
	orderId: string,
	accountId: string,
	receipts: { payment?: string | undefined; swift?: string | undefined },
): Promise<void> {
	const { payment, swift } = receipts
	if (payment === undefined && swift === undefined) return
	const unused = await write(async tx => {
		const own = and(eq(orders.id, orderId), eq(orders.accountId, accountId), isUnsubmitted)
		const former = await tx.select(keys).from(orders).where(own)
		await tx
			.update(orders)
			.set({
				...(payment === undefined ? {} : { paymentReceiptKey: payment }),
				...(swift === undefined ? {} : { swiftReceiptKey: swift }),
			})
			.where(own)
		const candidates = [
			...former.flatMap(keysOf),
			payment,
			swift,
			...(await giveUpOldest(tx, accountId, orderId)),
		]
		return await releaseFiles(
			tx,
			candidates.filter(key => key !== undefined),
		)
	})
	await discard(unused)
}

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
		.select({ id: orders.id, ...keys })
		.from(orders)
		.where(
			and(
				eq(orders.accountId, accountId),
				isUnsubmitted,
				or(isNotNull(orders.paymentReceiptKey), isNotNull(orders.swiftReceiptKey)),
			),
		)
		.orderBy(desc(orders.createdAt))
	const sizes = await tx
		.select({ key: files.key, bytes: files.bytes })
		.from(files)
		.where(inArray(files.key, kept.flatMap(keysOf)))
	const bytesOf = new Map(sizes.map(file => [file.key, file.bytes]))
	const sizeOf = (order: (typeof kept)[number]) =>
		keysOf(order).reduce((sum, key) => sum + (bytesOf.get(key) ?? 0), 0)
	const current = kept.filter(order => order.id === exceptId)
	const others = kept.filter(order => order.id !== exceptId)
	let total = 0
	const tooMuch = [...current, ...others].filter(order => {
		total += sizeOf(order)
		return total > MOST_BYTES && order.id !== exceptId
	})
	if (tooMuch.length === 0) return []
	const ids = tooMuch.map(order => order.id)
	await tx
		.update(orders)
		.set({ paymentReceiptKey: null, swiftReceiptKey: null })
		.where(inArray(orders.id, ids))
	return tooMuch.flatMap(keysOf)
}

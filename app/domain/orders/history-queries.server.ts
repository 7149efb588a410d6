import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { auditEntries, files, orderCells, orders } from '~/server/schema.server'
import { readOwnOrder } from './queries.server'

/**
 * The submitted orders of an account, newest first, `pageSize` a page; a page beyond the last gives the last. Two queries,
 * through the index of the account's orders.
 */
export async function listOwnOrders(accountId: string, wanted: number, pageSize: number) {
	const where = and(eq(orders.accountId, accountId), isNotNull(orders.submittedAt))
	const [counted] = await db.select({ total: count() }).from(orders).where(where)
	const total = counted?.total ?? 0
	const pageCount = Math.max(1, Math.ceil(total / pageSize))
	const page = Math.min(wanted, pageCount)
	const rows = await db
		.select({
			id: orders.id,
			reference: orders.reference,
			status: orders.status,
			totalPence: orders.totalPence,
			submittedAt: orders.submittedAt,
			cells: sql<number>`(select count(*) from ${orderCells} where order_id = orders.id)`,
		})
		.from(orders)
		.where(where)
		.orderBy(desc(orders.submittedAt))
		.limit(pageSize)
		.offset((page - 1) * pageSize)
	return { rows, total, page, pageCount }
}

/** One order of the account with its receipts and the reason of a rejection; undefined when it is not the account's. */
export async function readOwnHistory(orderId: string, accountId: string) {
	const order = await readOwnOrder(db, orderId, accountId)
	if (!order) return undefined
	const [receipts, decisions] = await Promise.all([
		readReceipts([order.paymentReceiptKey, order.swiftReceiptKey]),
		db
			.select({ detail: auditEntries.detail })
			.from(auditEntries)
			.where(
				and(
					eq(auditEntries.subjectType, 'order'),
					eq(auditEntries.subjectId, orderId),
					eq(auditEntries.action, 'order.reject'),
				),
			)
			.orderBy(desc(auditEntries.at))
			.limit(1),
	])
	const reason = decisions[0]?.detail?.['reason']
	return {
		...order,
		paymentReceipt: receipts.find(file => file.key === order.paymentReceiptKey) ?? null,
		swiftReceipt: receipts.find(file => file.key === order.swiftReceiptKey) ?? null,
		rejectionReason: typeof reason === 'string' ? reason : null,
	}
}

/** What the pages show of stored receipts; nulls are left out. */
export async function readReceipts(keys: readonly (string | null)[]) {
	const known = keys.filter(key => key !== null)
	if (known.length === 0) return []
	return await db
		.select({ key: files.key, mime: files.mime, name: files.name, bytes: files.bytes })
		.from(files)
		.where(inArray(files.key, known))
}

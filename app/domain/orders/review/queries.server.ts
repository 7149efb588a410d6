import { and, desc, eq, getTableColumns, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { readPapers } from '~/domain/certificates/queries.server'
import { cellById } from '~/domain/grid/layout'
import { readReceipts } from '~/domain/orders/history/queries.server'
import { readLedger, readOpenLinesNaming } from '~/domain/orders/ledger.server'
import { readOrder, shownStatusColumn } from '~/domain/orders/queries.server'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db } from '~/server/db/db.server'
import {
	accounts,
	auditEntries,
	cellHolders,
	creatives,
	orderCells,
	orders,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { REVIEW_STATUSES, type ReviewStatus } from './schema'

const OTHER_ORDERS = 8

/**
 * Reads everything that an administrator needs for a decision about an order; undefined unless it was submitted. Ten
 * queries.
 */
export async function readForReview(orderId: string, now = Date.now()) {
	const order = await readSubmitted(orderId)
	if (!order) return undefined
	const [receipts, sameTransactionId, otherOrders, history, holders, papers, ledger, lines] =
		await Promise.all([
			readReceipts([order.paymentReceiptKey, order.swiftReceiptKey]),
			readSameTransactionId(order.paymentIdNormal, orderId),
			db.$count(
				orders,
				and(eq(orders.accountId, order.accountId), ne(orders.id, orderId), isNotNull(orders.submittedAt)),
			),
			readHistory(orderId),
			readHolders(orderId, now),
			order.status === 'approved' ? readPapers(orderId) : null,
			readLedger(db, orderId),
			readOpenLinesNaming(order.reference),
		])
	const receipt = (key: string | null) => receipts.find(file => file.key === key) ?? null
	return {
		...order,
		paymentReceipt: receipt(order.paymentReceiptKey),
		swiftReceipt: receipt(order.swiftReceiptKey),
		sameTransactionId,
		/** Other submitted orders of the buyer. */
		otherOrders,
		history,
		holders,
		/** How many cells the buyer never got from the order, or no longer has. */
		lost: order.cells.length - holders.length,
		papers,
		ledger,
		/** Statement lines that quote the order's reference and are not booked. */
		lines,
	}
}

/** Reads only the order with its cells; undefined unless it was submitted. Two queries. */
export async function readSubmitted(orderId: string) {
	const order = await readOrder(db, orderId)
	if (!order || order.submittedAt === null || !isReviewStatus(order.status)) return undefined
	const { status, submittedAt } = order
	return { ...order, status, submittedAt }
}

/** Returns the message after an approval or rejection: names the order and its new status. */
export async function decisionMessage(orderId: string): Promise<string> {
	const order = await readOrder(db, orderId)
	return `Payment status updated successfully. ${order?.reference} is ${order?.status}.`
}

/** Reads the order, the others with the same transaction ID, and how many of its cells it has lost. Four queries. */
export async function readForApproval(orderId: string, now = Date.now()) {
	const order = await readSubmitted(orderId)
	if (!order) return undefined
	const [sameTransactionId, holders] = await Promise.all([
		readSameTransactionId(order.paymentIdNormal, orderId),
		readHolders(orderId, now),
	])
	return { ...order, sameTransactionId, lost: order.cells.length - holders.length }
}

/** Reads the order and the holders of its cells at `now` (UTC ms). Three queries. */
export async function readForRejection(orderId: string, now = Date.now()) {
	const [order, holders] = await Promise.all([readSubmitted(orderId), readHolders(orderId, now)])
	return order && { ...order, holders }
}

export type ReviewedOrder = NonNullable<Awaited<ReturnType<typeof readForReview>>>

/** Tests whether an order with this status was submitted. */
export function isReviewStatus(status: string): status is ReviewStatus {
	return REVIEW_STATUSES.some(reviewStatus => reviewStatus === status)
}

async function readSameTransactionId(paymentIdNormal: string | null, orderId: string) {
	if (!paymentIdNormal) return []
	const which = eq(orders.paymentIdNormal, paymentIdNormal)
	return await db
		.select({ ...getTableColumns(orders), status: shownStatusColumn })
		.from(orders)
		.where(and(which, ne(orders.id, orderId), isNotNull(orders.submittedAt)))
		.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
		.limit(OTHER_ORDERS)
}

async function readHistory(orderId: string) {
	return await db
		.select({
			id: auditEntries.id,
			at: auditEntries.at,
			action: auditEntries.action,
			actor: accounts.fullName,
			role: accounts.role,
			detail: auditEntries.detail,
		})
		.from(auditEntries)
		.leftJoin(accounts, eq(accounts.id, auditEntries.actorId))
		.where(and(eq(auditEntries.subjectType, 'order'), eq(auditEntries.subjectId, orderId)))
		.orderBy(desc(auditEntries.at), desc(sql`audit_entries.rowid`))
}

/**
 * Reads the current holders of the order's cells, their creatives, and open invitations: all that a rejection takes
 * away.
 */
async function readHolders(orderId: string, now: number) {
	return await db
		.select({
			cell: cellHolders.cell,
			accountId: cellHolders.accountId,
			name: accounts.fullName,
			creative: creatives.description,
			transferId: transfers.id,
		})
		.from(cellHolders)
		.leftJoin(accounts, eq(accounts.id, cellHolders.accountId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
		.leftJoin(transfers, and(eq(transfers.id, transferCells.transferId), isOpenAt(now)))
		.where(and(eq(cellHolders.orderId, orderId), eq(cellHolders.kind, 'owned')))
		.orderBy(cellHolders.cell)
}

/** Reads submitted orders with their cells, in the order of `ids`. Two queries. */
export async function readPayments(ids: readonly string[]) {
	const [rows, cells] = await Promise.all([
		db
			.select()
			.from(orders)
			.where(inArray(orders.id, [...ids])),
		db
			.select()
			.from(orderCells)
			.where(inArray(orderCells.orderId, [...ids])),
	])
	return rows
		.map(order => ({
			...order,
			cells: cells
				.filter(({ orderId }) => orderId === order.id)
				.map(({ cell, type, pricePence }) => {
					const place = cellById(cell)
					return { id: cell, type, row: place?.row ?? 0, col: place?.col ?? 0, pricePence }
				}),
		}))
		.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export type Payment = Awaited<ReturnType<typeof readPayments>>[number]

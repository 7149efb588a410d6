import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { readPapers } from '~/domain/certificates/queries.server'
import { readReceipts } from '~/domain/orders/history/queries.server'
import { readOrder, shownStatusColumn } from '~/domain/orders/queries.server'
import { isOpenAt } from '~/domain/transfers/expiry.server'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import {
	accounts,
	auditEntries,
	cellHolders,
	creatives,
	orders,
	transferCells,
	transfers,
} from '~/server/schema.server'
import { REVIEW_STATUSES, type ReviewStatus } from './schema'
import { readTakenBackFor } from './taken-back.server'

const OTHER_ORDERS = 8

/**
 * Everything an administrator looks at before deciding about an order; undefined unless it was submitted. Eight
 * queries, and one more where a payment for it was taken back.
 */
export async function readForReview(orderId: string, now = Date.now()) {
	const order = await readSubmitted(orderId)
	if (!order) return undefined
	const [receipts, sameTransactionId, otherOrders, history, holders, papers, takenBack] = await Promise.all([
		readReceipts([order.paymentReceiptKey, order.swiftReceiptKey]),
		readSameTransactionId(order.paymentIdNormal, orderId),
		ofSameBuyer.all(db, { accountId: order.accountId, orderId }),
		historyOf.all(db, { orderId }),
		readHolders(orderId, now),
		order.status === 'approved' ? readPapers(orderId) : null,
		readTakenBackFor(order),
	])
	const receipt = (key: string | null) => receipts.find(file => file.key === key) ?? null
	return {
		...order,
		paymentReceipt: receipt(order.paymentReceiptKey),
		swiftReceipt: receipt(order.swiftReceiptKey),
		sameTransactionId,
		otherOrders,
		history,
		holders,
		papers,
		takenBack,
	}
}

/** The order alone, with its cells; undefined unless it was submitted. Two queries. */
export async function readSubmitted(orderId: string) {
	const order = await readOrder(db, orderId)
	if (!order || order.submittedAt === null || !isReviewStatus(order.status)) return undefined
	const { status, submittedAt } = order
	return { ...order, status, submittedAt }
}

/** The order, with the others that carry its transaction ID, and its payments that were taken back. Four queries. */
export async function readForApproval(orderId: string) {
	const order = await readSubmitted(orderId)
	if (!order) return undefined
	const [sameTransactionId, takenBack] = await Promise.all([
		readSameTransactionId(order.paymentIdNormal, orderId),
		readTakenBackFor(order),
	])
	return { ...order, sameTransactionId, takenBack }
}

/** The order, with who has its cells at `now` (UTC ms). Three queries. */
export async function readForRejection(orderId: string, now = Date.now()) {
	const [order, holders] = await Promise.all([readSubmitted(orderId), readHolders(orderId, now)])
	return order && { ...order, holders }
}

export type ReviewedOrder = NonNullable<Awaited<ReturnType<typeof readForReview>>>

function isReviewStatus(status: string): status is ReviewStatus {
	return REVIEW_STATUSES.some(one => one === status)
}

const brief = {
	id: orders.id,
	reference: orders.reference,
	name: orders.name,
	totalPence: orders.totalPence,
	status: shownStatusColumn,
	submittedAt: orders.submittedAt,
}

const othersThat = (which: SQL) =>
	prepared(on =>
		on
			.select(brief)
			.from(orders)
			.where(and(which, ne(orders.id, sql.placeholder('orderId')), isNotNull(orders.submittedAt)))
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(OTHER_ORDERS),
	)
const withSameTransactionId = othersThat(eq(orders.paymentIdNormal, sql.placeholder('paymentIdNormal')))
const ofSameBuyer = othersThat(eq(orders.accountId, sql.placeholder('accountId')))

async function readSameTransactionId(paymentIdNormal: string | null, orderId: string) {
	return paymentIdNormal ? await withSameTransactionId.all(db, { paymentIdNormal, orderId }) : []
}

const historyOf = prepared(on =>
	on
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
		.where(and(eq(auditEntries.subjectType, 'order'), eq(auditEntries.subjectId, sql.placeholder('orderId'))))
		.orderBy(desc(auditEntries.at), desc(sql`audit_entries.rowid`)),
)

/**
 * Who has the cells of the order now, what they show, and whether they are in an open transfer: what a rejection takes.
 */
async function readHolders(orderId: string, now: number) {
	return await holdersOf.all(db, { orderId, now })
}

const holdersOf = prepared(on =>
	on
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
		.leftJoin(transfers, and(eq(transfers.id, transferCells.transferId), isOpenAt(sql.placeholder('now'))))
		.where(and(eq(cellHolders.orderId, sql.placeholder('orderId')), eq(cellHolders.kind, 'owned')))
		.orderBy(cellHolders.cell),
)

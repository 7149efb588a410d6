import { and, count, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { accounts, auditEntries, cellHolders, creatives, orders, transferCells } from '~/server/schema.server'
import { readReceipts } from './history-queries.server'
import { readOrder } from './queries.server'
import { REVIEW_STATUSES, type ReviewFilter, type ReviewStatus, searchExpression } from './review-schema'

export const PAGE_SIZE = 10
const OTHER_ORDERS = 8

/* The index of transaction IDs as typed has this expression. Names are written out: drizzle would leave the table's off. */
const usedTwice = sql<number>`exists (
	select 1 from orders as twin
	where upper(replace(replace(twin.payment_id, ' ', ''), '-', ''))
		= upper(replace(replace(orders.payment_id, ' ', ''), '-', ''))
	and twin.id <> orders.id and twin.submitted_at is not null)`.mapWith(Boolean)

/**
 * A page of the submitted orders, newest first. A page beyond the last gives the last. Two queries; rows come through the
 * index of submission times, a search through the trigram index.
 */
export async function listForReview(filter: ReviewFilter) {
	const where = and(
		isNotNull(orders.submittedAt),
		filter.status ? eq(orders.status, filter.status) : undefined,
		filter.q ? matches(filter.q) : undefined,
	)
	const [counted] = await db.select({ total: count() }).from(orders).where(where)
	const total = counted?.total ?? 0
	const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE))
	const page = Math.min(filter.page, pageCount)
	const rows = await db
		.select({
			id: orders.id,
			reference: orders.reference,
			paymentId: orders.paymentId,
			name: orders.name,
			email: orders.email,
			totalPence: orders.totalPence,
			status: orders.status,
			submittedAt: orders.submittedAt,
			usedTwice,
		})
		.from(orders)
		.where(where)
		.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
		.limit(PAGE_SIZE)
		.offset((page - 1) * PAGE_SIZE)
	const from = rows.length > 0 ? (page - 1) * PAGE_SIZE + 1 : 0
	return { rows, total, page, pageCount, from, to: from + Math.max(0, rows.length - 1) }
}

function matches(q: string): SQL {
	const expression = searchExpression(q)
	const found = expression
		? sql`select order_id from order_search where order_search match ${expression}`
		: sql`select order_id from order_search where ${sql.join(q.split(/\s+/).filter(Boolean).map(holds), sql` and `)}`
	return sql`${orders.id} in (${found})`
}

/** For words too short for the index. */
function holds(word: string): SQL {
	const pattern = `%${word.replace(/[%_\\]/g, '\\$&')}%`
	return sql`body like ${pattern} escape '\\'`
}

/** Everything an administrator looks at before deciding about an order; undefined unless it was submitted. Seven queries. */
export async function readForReview(orderId: string) {
	const order = await readOrder(db, orderId)
	if (!order || order.submittedAt === null || !isReviewStatus(order.status)) return undefined
	const { status, submittedAt } = order
	const [receipts, sameTransactionId, otherOrders, history, holders] = await Promise.all([
		readReceipts([order.paymentReceiptKey, order.swiftReceiptKey]),
		readSameTransactionId(order.paymentId, orderId),
		readOtherOrders(order.accountId, orderId),
		readHistory(orderId),
		readHolders(orderId),
	])
	const receipt = (key: string | null) => receipts.find(file => file.key === key) ?? null
	return {
		...order,
		status,
		submittedAt,
		paymentReceipt: receipt(order.paymentReceiptKey),
		swiftReceipt: receipt(order.swiftReceiptKey),
		sameTransactionId,
		otherOrders,
		history,
		holders,
	}
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
	status: orders.status,
	submittedAt: orders.submittedAt,
}

async function readSameTransactionId(paymentId: string | null, orderId: string) {
	if (!paymentId) return []
	return await db
		.select(brief)
		.from(orders)
		.where(
			and(
				sql`upper(replace(replace(payment_id, ' ', ''), '-', '')) = upper(${paymentId.replace(/[ -]/g, '')})`,
				ne(orders.id, orderId),
				isNotNull(orders.submittedAt),
			),
		)
		.orderBy(desc(orders.submittedAt))
		.limit(OTHER_ORDERS)
}

async function readOtherOrders(accountId: string, orderId: string) {
	return await db
		.select(brief)
		.from(orders)
		.where(and(eq(orders.accountId, accountId), ne(orders.id, orderId), isNotNull(orders.submittedAt)))
		.orderBy(desc(orders.submittedAt))
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
		.orderBy(desc(auditEntries.at))
}

/** Who has the cells of the order now, what they show, and whether they are in an open transfer: what a rejection takes. */
async function readHolders(orderId: string) {
	return await db
		.select({
			cell: cellHolders.cell,
			accountId: cellHolders.accountId,
			name: accounts.fullName,
			creative: creatives.description,
			transferId: transferCells.transferId,
		})
		.from(cellHolders)
		.leftJoin(accounts, eq(accounts.id, cellHolders.accountId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
		.where(and(eq(cellHolders.orderId, orderId), eq(cellHolders.kind, 'owned')))
		.orderBy(cellHolders.cell)
}

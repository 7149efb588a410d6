import { and, desc, eq, inArray, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { readPapers } from '~/domain/certificates/queries.server'
import { PAGE_SIZE, readPage } from '~/domain/list'
import { readSentBack } from '~/domain/orders/ledger.server'
import { readOwnOrder, shownStatusColumn } from '~/domain/orders/queries.server'
import { containsWords } from '~/domain/search/expression'
import { readTransferPixels } from '~/domain/transfers/history/sold-queries.server'
import { db } from '~/server/db/db.server'
import {
	accounts,
	auditEntries,
	cellHolders,
	certificates,
	creatives,
	orderCells,
	orders,
	receipts,
	files as storedFiles,
	transfers,
} from '~/server/db/schema.server'
import type { HistoryFilter } from './schema'

/**
 * Lists a page of what an account has bought or permanently received and a filter matches, newest first. Reads all of
 * it: no account has too much for that.
 */
export async function listPurchased(accountId: string, filter: HistoryFilter, size = PAGE_SIZE) {
	const all = await readPurchased(accountId, filter)
	const query = { requested: filter.page, size, total: all.length, sort: filter.sort }
	return await readPage(query, async ({ skipped, size }) => all.slice(skipped, skipped + size))
}

/** Reads all that {@link listPurchased} would list. `receivedFrom`: the sender; null for an order. Two queries. */
export async function readPurchased(accountId: string, filter: HistoryFilter) {
	const [bought, received] = await Promise.all([
		filter.status === 'received' ? [] : readOwnOrders(accountId, filter),
		filter.status === 'received' || filter.status === null ? readReceived(accountId, filter.q) : [],
	])
	return [...bought.map(row => ({ ...row, receivedFrom: null })), ...received].sort(
		(a, b) => (b.submittedAt ?? 0) - (a.submittedAt ?? 0),
	)
}

export type PurchasedOrder = Awaited<ReturnType<typeof readPurchased>>[number]

const ownedBy = (accountId: string | Placeholder) =>
	and(eq(orders.accountId, accountId), isNotNull(orders.submittedAt))

/** Reads the submitted orders of an account that a filter matches, newest first. */
export async function readOwnOrders(accountId: string, filter: HistoryFilter) {
	const isWhole = filter.q === '' && filter.status === null
	return isWhole
		? await everyOrder.execute({ accountId })
		: await ownOrders(matchingOrders(accountId, filter))
}

const everyOrder = ownOrders(ownedBy(sql.placeholder('accountId'))).prepare()

function matchingOrders(accountId: string, { q, status }: HistoryFilter) {
	const words = q.toLowerCase()
	return and(
		ownedBy(accountId),
		status === null ? undefined : sql`${shownStatusColumn} = ${status}`,
		words
			? sql`instr(lower(concat_ws(' ', ${orders.reference}, ${orders.paymentId}, ${orders.couponCode})), ${words}) > 0`
			: undefined,
	)
}

function ownOrders(where: SQL | undefined) {
	return db
		.select({
			id: orders.id,
			reference: orders.reference,
			status: shownStatusColumn,
			subtotalPence: orders.subtotalPence,
			discountPence: orders.discountPence,
			totalPence: orders.totalPence,
			couponCode: orders.couponCode,
			paymentId: orders.paymentId,
			submittedAt: orders.submittedAt,
			releasedAt: orders.releasedAt,
			cells: sql<number>`(select count(*) from ${orderCells} where order_id = orders.id)`,
			types: sql<string>`(select group_concat(one, ', ') from (
				select type || ':' || count(*) as one from ${orderCells} where order_id = orders.id group by type))`,
			receipt: receipts.number,
			certificate: certificates.code,
		})
		.from(orders)
		.leftJoin(receipts, eq(receipts.orderId, orders.id))
		.leftJoin(certificates, eq(certificates.orderId, orders.id))
		.where(where)
		.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
}

/**
 * Reads an order of the account with its receipts and the reason of a rejection; undefined when it is not the
 * account's.
 */
export async function readOwnHistory(orderId: string, accountId: string) {
	const order = await readOwnOrder(db, orderId, accountId)
	if (!order) return undefined
	const stillFrom = and(eq(cellHolders.orderId, orderId), eq(cellHolders.accountId, accountId))
	const [shown, kept, papers, files, [rejection], sentBack] = await Promise.all([
		db
			.selectDistinct({
				id: creatives.id,
				imageKey: creatives.imageKey,
				description: creatives.description,
				link: creatives.link,
			})
			.from(cellHolders)
			.innerJoin(creatives, eq(creatives.id, cellHolders.creativeId))
			.where(stillFrom),
		db.select({ cell: cellHolders.cell }).from(cellHolders).where(stillFrom).orderBy(cellHolders.cell),
		order.status === 'approved' ? readPapers(orderId) : null,
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
			.orderBy(desc(auditEntries.at), desc(sql`audit_entries.rowid`))
			.limit(1),
		readSentBack(orderId),
	])
	const reason = rejection?.detail?.['reason']
	return {
		...order,
		paymentReceipt: files.find(file => file.key === order.paymentReceiptKey) ?? null,
		swiftReceipt: files.find(file => file.key === order.swiftReceiptKey) ?? null,
		papers,
		sentBack,
		/** The creatives of the cells that the buyer still has from the order, once each. */
		shown,
		/** The first of the cells that the buyer still has from the order, if any. */
		own: kept[0]?.cell ?? null,
		/** How many cells the buyer no longer has from the order. */
		gone: order.cells.length - kept.length,
		rejectionReason: typeof reason === 'string' ? reason : null,
	}
}

/** Reads stored receipts for pages, omitting nulls. */
export async function readReceipts(keys: readonly (string | null)[]) {
	const known = keys.filter(key => key !== null)
	if (known.length === 0) return []
	return await db.select().from(storedFiles).where(inArray(storedFiles.key, known))
}

/* Pixels that an account received permanently. Each such transfer has a certificate, except those to the house. */

/**
 * Reads the accepted transfers to an account, newest first, in the shape of its orders; searches the sender's name and
 * the id. `totalPence`: the list price at acceptance.
 */
export async function readReceived(accountId: string, q: string) {
	const rows = await ownReceived.execute({ accountId })
	return rows.map(toRow).filter(row => !q || containsWords(`${row.id} ${row.receivedFrom}`, q))
}

/** Reads one of them with its cells; undefined when it is not the account's. */
export async function readReceivedTransfer(transferId: string, accountId: string) {
	const [[row], pixels] = await Promise.all([
		received(and(eq(certificates.accountId, accountId), eq(transfers.id, transferId))),
		readTransferPixels(transferId),
	])
	return row && { ...toRow(row), pixels }
}

const ownReceived = received(eq(certificates.accountId, sql.placeholder('accountId'))).prepare()

function received(where: SQL | undefined) {
	return db
		.select({
			id: transfers.id,
			decidedAt: transfers.decidedAt,
			sender: accounts.fullName,
			certificate: certificates.code,
			cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
			totalPence: sql<number>`(select coalesce(sum(price_pence), 0) from transfer_cells where transfer_id = transfers.id)`,
		})
		.from(certificates)
		.innerJoin(transfers, eq(transfers.id, certificates.transferId))
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(where)
		.orderBy(desc(transfers.decidedAt), desc(sql`transfers.rowid`))
}

function toRow({ decidedAt, sender, ...row }: Awaited<ReturnType<typeof received>>[number]) {
	return {
		...row,
		reference: row.id.slice(0, 8),
		status: 'received' as const,
		submittedAt: decidedAt,
		releasedAt: null,
		receivedFrom: sender ?? brand.name,
	}
}

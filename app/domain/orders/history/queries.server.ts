import { and, count, desc, eq, inArray, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { readPapers } from '~/domain/certificates/queries.server'
import { PAGE_SIZE, readPage } from '~/domain/list'
import { readOwnOrder, shownStatusColumn } from '~/domain/orders/queries.server'
import { db, type toBuild } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import {
	auditEntries,
	cellHolders,
	certificates,
	creatives,
	orderCells,
	orders,
	receipts,
	files as storedFiles,
} from '~/server/schema.server'
import type { HistoryFilter } from './schema'

/**
 * The submitted orders of an account that a filter finds, newest first. Two queries, through the index of the account's
 * orders.
 */
export async function listOwnOrders(accountId: string, filter: HistoryFilter, pageSize = PAGE_SIZE) {
	if (!filter.q && filter.status === null) return await listWhole(accountId, filter, pageSize)
	const where = foundBy(accountId, filter)
	const [counted] = await db.select({ total: count() }).from(orders).where(where)
	return await readPage(
		{ wanted: filter.page, size: pageSize, total: counted?.total ?? 0, sort: filter.sort },
		({ skipped, size }) => ownOrders(where).limit(size).offset(skipped),
	)
}

/* The list as it is opened, and as the dashboard has it: put into words once. */
async function listWhole(accountId: string, { page, sort }: HistoryFilter, pageSize: number) {
	const [counted] = await countOfWhole.all(db, { accountId })
	return await readPage(
		{ wanted: page, size: pageSize, total: counted?.total ?? 0, sort },
		({ skipped, size }) => pageOfWhole.all(db, { accountId, skipped, size }),
	)
}

const ownedBy = (accountId: string | Placeholder) =>
	and(eq(orders.accountId, accountId), isNotNull(orders.submittedAt))
const whole = ownedBy(sql.placeholder('accountId'))
const countOfWhole = prepared(on => on.select({ total: count() }).from(orders).where(whole))
const pageOfWhole = prepared(on =>
	ownOrders(whole, on).limit(sql.placeholder('size')).offset(sql.placeholder('skipped')),
)

/** All of them, for a file. */
export async function readOwnOrders(accountId: string, filter: HistoryFilter) {
	return await ownOrders(foundBy(accountId, filter))
}

function foundBy(accountId: string, { q, status }: HistoryFilter) {
	const words = q.toLowerCase()
	return and(
		ownedBy(accountId),
		status === null ? undefined : sql`${shownStatusColumn} = ${status}`,
		words
			? sql`instr(lower(concat_ws(' ', ${orders.reference}, ${orders.paymentId}, ${orders.couponCode})), ${words}) > 0`
			: undefined,
	)
}

function ownOrders(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from
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
		.$dynamic()
}

/** One order of the account with its receipts and the reason of a rejection; undefined when it is not the account's. */
export async function readOwnHistory(orderId: string, accountId: string) {
	const order = await readOwnOrder(db, orderId, accountId)
	if (!order) return undefined
	const [shown, [kept], papers, files, decisions] = await Promise.all([
		shownFrom.all(db, { orderId, accountId }),
		keptFrom.all(db, { orderId, accountId }),
		order.status === 'approved' ? readPapers(orderId) : null,
		readReceipts([order.paymentReceiptKey, order.swiftReceiptKey]),
		rejectionOf.all(db, { orderId }),
	])
	const reason = decisions[0]?.detail?.['reason']
	return {
		...order,
		paymentReceipt: files.find(file => file.key === order.paymentReceiptKey) ?? null,
		swiftReceipt: files.find(file => file.key === order.swiftReceiptKey) ?? null,
		papers,
		shown,
		/** How many of its cells the buyer does not have from it any more. */
		gone: order.cells.length - (kept?.total ?? 0),
		rejectionReason: typeof reason === 'string' ? reason : null,
	}
}

const stillFrom = and(
	eq(cellHolders.orderId, sql.placeholder('orderId')),
	eq(cellHolders.accountId, sql.placeholder('accountId')),
)
const keptFrom = prepared(on => on.select({ total: count() }).from(cellHolders).where(stillFrom))

/* What the cells that the buyer still has from the order show, once each. */
const shownFrom = prepared(on =>
	on
		.selectDistinct({
			id: creatives.id,
			imageKey: creatives.imageKey,
			description: creatives.description,
			link: creatives.link,
		})
		.from(cellHolders)
		.innerJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.where(stillFrom),
)

const rejectionOf = prepared(on =>
	on
		.select({ detail: auditEntries.detail })
		.from(auditEntries)
		.where(
			and(
				eq(auditEntries.subjectType, 'order'),
				eq(auditEntries.subjectId, sql.placeholder('orderId')),
				eq(auditEntries.action, 'order.reject'),
			),
		)
		.orderBy(desc(auditEntries.at), desc(sql`audit_entries.rowid`))
		.limit(1),
)

/** What the pages show of stored receipts; nulls are left out. */
export async function readReceipts(keys: readonly (string | null)[]) {
	const known = keys.filter(key => key !== null)
	if (known.length === 0) return []
	return await receiptFiles.all(db, { keys: JSON.stringify(known) })
}

const receiptFiles = prepared(on =>
	on
		.select({
			key: storedFiles.key,
			mime: storedFiles.mime,
			name: storedFiles.name,
			bytes: storedFiles.bytes,
		})
		.from(storedFiles)
		.where(inArray(storedFiles.key, listed('keys'))),
)

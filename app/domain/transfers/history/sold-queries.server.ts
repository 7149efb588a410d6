import {
	and,
	asc,
	count,
	desc,
	eq,
	getTableColumns,
	inArray,
	isNull,
	or,
	type Placeholder,
	type SQL,
	sql,
	sum,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { cellById } from '~/domain/grid/layout'
import { PAGE_SIZE, readPage, type Sort } from '~/domain/list'
import { containsWords } from '~/domain/search/expression'
import { findByTrigrams, findNewestMatches } from '~/domain/search/trigrams.server'
import { db } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { lentUntil } from '../columns.server'

/* Accepted transfers, newest first: an account's own, or all of them for administrators (`sellerId` null). */

const sender = alias(accounts, 'sender')

/* A literal, so that SQLite can use the index of accepted transfers. */
const isAccepted = sql`transfers.status = 'accepted'`

const isSoldBy = (sellerId: string | Placeholder | null) =>
	sellerId === null ? isAccepted : and(eq(transfers.senderId, sellerId), isAccepted)

function selectSales(where: SQL | undefined) {
	return db
		.select({
			...getTableColumns(transfers),
			recipientName: accounts.fullName,
			lentUntil,
			cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
			pence: sql<number>`(select coalesce(sum(price_pence), 0) from transfer_cells where transfer_id = transfers.id)`,
			senderName: sender.fullName,
			senderEmail: sender.email,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.recipientId))
		.leftJoin(sender, eq(sender.id, transfers.senderId))
		.where(where)
		.orderBy(desc(transfers.decidedAt), desc(sql`transfers.rowid`))
}

export type Sale = Awaited<ReturnType<typeof selectSales>>[number]

/** Lists a page of sales; a page beyond the last gives the last. Searches the recipient (or the sender) and the id. */
export async function listSales(
	sellerId: string | null,
	{ q, page: requested, sort }: { q: string; page: number; sort?: Sort },
	pageSize = PAGE_SIZE,
) {
	const where = await matchesSearch(sellerId, q)
	const [counted] = await db.select({ total: count() }).from(transfers).where(where)
	const query = { requested, size: pageSize, total: counted?.total ?? 0, sort }
	return await readPage(query, ({ skipped, size }) =>
		selectSales(
			sql`transfers.rowid in (select transfers.rowid from transfers where ${where}
				order by transfers.decided_at desc, transfers.rowid desc limit ${size} offset ${skipped})`,
		),
	)
}

const BATCH = 500

/** Reads in batches all that {@link listSales} would list. */
export async function* readSales(sellerId: string | null, q: string) {
	for (let page = 1; ; page++) {
		const sales = await listSales(sellerId, { q, page }, BATCH)
		if (sales.page === page) yield sales.rows
		if (page >= sales.pageCount) return
	}
}

/** Reads all sales of an account. */
export async function readOwnSales(accountId: string): Promise<Sale[]> {
	return await selectSales(isSoldBy(accountId))
}

/** Reads a sale with its cells; undefined when it does not exist or is not the account's. */
export async function readSale(transferId: string, sellerId: string | null) {
	const [[row], pixels] = await Promise.all([
		selectSales(and(isSoldBy(sellerId), eq(transfers.id, transferId))),
		readTransferPixels(transferId),
	])
	return row && { ...row, pixels }
}

/** Reads the cells of a transfer with their list prices at acceptance. */
export async function readTransferPixels(transferId: string) {
	const rows = await db
		.select({ cell: transferCells.cell, pricePence: transferCells.pricePence })
		.from(transferCells)
		.where(eq(transferCells.transferId, transferId))
		.orderBy(asc(transferCells.cell))
	return rows.flatMap(({ cell, pricePence }) => {
		const place = cellById(cell)
		return place
			? { cell, type: place.type, row: place.row, col: place.col, pricePence: pricePence ?? 0 }
			: []
	})
}

async function matchesSearch(sellerId: string | null, q: string): Promise<SQL | undefined> {
	if (!q) return isSoldBy(sellerId)
	if (sellerId === null) return sql`transfers.rowid in (${await selectMatching(q)})`
	const people = await db
		.selectDistinct({ email: transfers.recipientEmail, name: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.recipientId))
		.where(isSoldBy(sellerId))
	const emails = people.filter(({ email, name }) => containsWords(`${email} ${name ?? ''}`, q))
	const isTo = inArray(
		transfers.recipientEmail,
		emails.map(row => row.email),
	)
	// Lists show the first characters of an id.
	const startsId = sql`${transfers.id} like ${`${q.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`
	return and(isSoldBy(sellerId), or(isTo, startsId))
}

const MAX_PEOPLE = 50

/* Selects the sales that match the words. Each part uses an index, or scans the index of addresses, which contain no
   spaces. */
async function selectMatching(q: string): Promise<SQL> {
	const people = await findNewestMatches(findByTrigrams('account', q), MAX_PEOPLE)
	const words = q.toLowerCase()
	const parts = [
		inArray(transfers.senderId, people),
		inArray(transfers.recipientId, people),
		...(/\s/.test(q) ? [] : [sql`instr(recipient_email, ${words}) > 0`]),
		sql`id >= ${words} and id < ${`${words}\u{10ffff}`}`,
	]
	const selects = parts.map(part => sql`select rowid from transfers where status = 'accepted' and ${part}`)
	return sql.join(selects, sql` union `)
}

const revenue = db
	.select({ pence: sum(transferCells.pricePence).mapWith(Number) })
	.from(transfers)
	.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
	.where(and(isSoldBy(sql.placeholder('accountId')), isNull(transfers.until)))
	.prepare()

/**
 * Sums the list prices at acceptance, in pence, of the account's cells sold permanently. The price paid between members
 * is unknown. One query.
 */
export async function readRevenue(accountId: string): Promise<number> {
	const [row] = await revenue.execute({ accountId })
	return row?.pence ?? 0
}

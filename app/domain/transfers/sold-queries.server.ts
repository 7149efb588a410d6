import {
	and,
	asc,
	count,
	desc,
	eq,
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
import { searchAccounts } from '~/domain/search/accounts.server'
import { newestFound } from '~/domain/search/trigrams.server'
import { holdsWords } from '~/domain/search/words'
import { db, type toBuild } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { accounts, transferCells, transfers } from '~/server/schema.server'
import { lentUntil } from './loan-queries.server'

const accepted = (accountId: string | Placeholder) =>
	and(eq(transfers.senderId, accountId), eq(transfers.status, 'accepted'))

const summary = {
	id: transfers.id,
	recipientEmail: transfers.recipientEmail,
	recipientName: accounts.fullName,
	decidedAt: transfers.decidedAt,
	till: transfers.till,
	lentUntil,
	cells: count(transferCells.cell),
	pence: sql<number>`coalesce(sum(${transferCells.pricePence}), 0)`.mapWith(Number),
}

/**
 * A page of the account's accepted transfers, newest first; a page beyond the last gives the last. Found by who
 * received them, and by their id.
 */
export async function listSold(
	accountId: string,
	{ q, page: wanted, sort }: { q: string; page: number; sort?: Sort },
	pageSize = PAGE_SIZE,
) {
	if (!q) {
		const [counted] = await countOfOwn.all(db, { accountId })
		const asked = { wanted, size: pageSize, total: counted?.total ?? 0, sort }
		return await readPage(asked, ({ skipped, size }) => pageOfOwn.all(db, { accountId, skipped, size }))
	}
	const where = and(accepted(accountId), await receivedBy(accountId, q))
	const [counted] = await db.select({ total: count() }).from(transfers).where(where)
	const asked = { wanted, size: pageSize, total: counted?.total ?? 0, sort }
	return await readPage(asked, ({ skipped, size }) => sales(where).limit(size).offset(skipped))
}

/* The list as it is opened, and one sale: put into words once. */
const isOwn = accepted(sql.placeholder('accountId'))
const countOfOwn = prepared(on => on.select({ total: count() }).from(transfers).where(isOwn))
const pageOfOwn = prepared(on =>
	sales(isOwn, on).limit(sql.placeholder('size')).offset(sql.placeholder('skipped')),
)
const ownSale = prepared(on => sales(and(isOwn, eq(transfers.id, sql.placeholder('transferId'))), on))

/** All that {@link listSold} would show page by page. */
export async function readOwnSales(accountId: string, q: string) {
	return await sales(and(accepted(accountId), q ? await receivedBy(accountId, q) : undefined))
}

function sales(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from
		.select(summary)
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.leftJoin(accounts, eq(accounts.id, transfers.recipientId))
		.where(where)
		.groupBy(transfers.id)
		.orderBy(desc(transfers.decidedAt), desc(sql`transfers.rowid`))
		.$dynamic()
}

async function receivedBy(accountId: string, q: string) {
	const people = await db
		.selectDistinct({ email: transfers.recipientEmail, name: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.recipientId))
		.where(accepted(accountId))
	const emails = people.filter(({ email, name }) => holdsWords(`${email} ${name ?? ''}`, q))
	return or(
		inArray(
			transfers.recipientEmail,
			emails.map(row => row.email),
		),
		startsId(q),
	)
}

/** One accepted transfer of the account with its cells; undefined when it is not the account's. */
export async function readSold(transferId: string, accountId: string) {
	const [[row], pixels] = await Promise.all([
		ownSale.all(db, { accountId, transferId }),
		readPixels(transferId),
	])
	return row && { ...row, pixels }
}

async function readPixels(transferId: string) {
	const rows = await pixelsOf.all(db, { transferId })
	return rows.flatMap(({ cell, pricePence }) => {
		const place = cellById(cell)
		return place
			? { cell, type: place.type, row: place.row, col: place.col, pricePence: pricePence ?? 0 }
			: []
	})
}

const pixelsOf = prepared(on =>
	on
		.select({ cell: transferCells.cell, pricePence: transferCells.pricePence })
		.from(transferCells)
		.where(eq(transferCells.transferId, sql.placeholder('transferId')))
		.orderBy(asc(transferCells.cell)),
)

const sender = alias(accounts, 'sender')

/* An index of the accepted is found only by a condition that stands in the text. */
const isAccepted = sql`transfers.status = 'accepted'`

const anySaleThat = (where: SQL | undefined) =>
	prepared(on =>
		on
			.select({
				id: transfers.id,
				recipientEmail: transfers.recipientEmail,
				recipientName: accounts.fullName,
				decidedAt: transfers.decidedAt,
				till: transfers.till,
				lentUntil,
				cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
				pence: sql<number>`(select coalesce(sum(price_pence), 0) from transfer_cells where transfer_id = transfers.id)`,
				senderId: transfers.senderId,
				senderName: sender.fullName,
				senderEmail: sender.email,
			})
			.from(transfers)
			.leftJoin(accounts, eq(accounts.id, transfers.recipientId))
			.leftJoin(sender, eq(sender.id, transfers.senderId))
			.where(where)
			.orderBy(desc(transfers.decidedAt), desc(sql`transfers.rowid`)),
	)
const anySale = anySaleThat(and(isAccepted, eq(transfers.id, sql.placeholder('transferId'))))
const salesOf = (where: SQL | undefined) => ({
	count: prepared(on => on.select({ total: count() }).from(transfers).where(where)),
	page: anySaleThat(
		sql`transfers.rowid in (select transfers.rowid from transfers where ${where}
			order by transfers.decided_at desc, transfers.rowid desc
			limit ${sql.placeholder('size')} offset ${sql.placeholder('skipped')})`,
	),
})
const allSales = salesOf(isAccepted)
const foundSales = salesOf(and(isAccepted, sql`transfers.rowid in ${listed('places')}`))

/**
 * A page of all accepted transfers, newest first, for administrators. Found by who gave, who received, and their id.
 */
export async function listAllSold(
	{ q, page: wanted, sort }: { q: string; page: number; sort?: Sort },
	pageSize = PAGE_SIZE,
) {
	const places = q ? JSON.stringify(await placesOf(q)) : ''
	const { count, page } = q ? foundSales : allSales
	const [counted] = await count.all(db, { places })
	const asked = { wanted, size: pageSize, total: counted?.total ?? 0, sort }
	return await readPage(asked, ({ skipped, size }) => page.all(db, { places, skipped, size }))
}

const BATCH = 500

/** All that {@link listAllSold} would show page by page, in batches. */
export async function* readAllSold(q: string) {
	for (let page = 1; ; page++) {
		const sales = await listAllSold({ q, page }, BATCH)
		if (sales.page === page) yield sales.rows
		if (page >= sales.pageCount) return
	}
}

/** One accepted transfer with its cells, for administrators; undefined when there is none. */
export async function readAnySale(transferId: string) {
	const [[row], pixels] = await Promise.all([anySale.all(db, { transferId }), readPixels(transferId)])
	return row && { ...row, pixels }
}

const PEOPLE_AT_MOST = 50

/* The rows of the sales that the words concern. Each part is answered by an index, or by reading the one of the
   addresses; none of which has a space. */
async function placesOf(q: string): Promise<number[]> {
	const people = await newestFound(await searchAccounts(q), PEOPLE_AT_MOST)
	const words = q.toLowerCase()
	const parts = [
		inArray(transfers.senderId, people),
		inArray(transfers.recipientId, people),
		...(/\s/.test(q) ? [] : [sql`instr(recipient_email, ${words}) > 0`]),
		sql`id >= ${words} and id < ${`${words}\u{10ffff}`}`,
	]
	const places = parts.map(
		part => sql`select rowid as place from transfers where status = 'accepted' and ${part}`,
	)
	const { list } = await db.get<{ list: string }>(
		sql`select json_group_array(place) as list from (${sql.join(places, sql` union `)})`,
	)
	return JSON.parse(list) as number[]
}

/* Lists show the first characters of an id. */
function startsId(q: string): SQL {
	return sql`${transfers.id} like ${`${q.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`
}

/**
 * What the account's cells fetched when they were sold for good: the list prices at acceptance, in pence. One query.
 */
export async function readRevenue(accountId: string): Promise<number> {
	const [row] = await revenue.all(db, { accountId })
	return row?.pence ?? 0
}

const revenue = prepared(on =>
	on
		.select({ pence: sum(transferCells.pricePence).mapWith(Number) })
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.where(and(accepted(sql.placeholder('accountId')), isNull(transfers.till))),
)

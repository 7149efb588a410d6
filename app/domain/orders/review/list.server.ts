import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { balance, due, isNotSeen, isToSendBack } from '~/domain/orders/ledger.server'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { hasShownStatus, isSubmittedIn } from '~/domain/orders/totals.server'
import { lostCells } from '~/domain/ownership/orders.server'
import {
	findByTrigrams,
	type Matches,
	readMatches,
	SEARCH_LISTED,
	SEARCH_READ,
	type Search,
} from '~/domain/search/trigrams.server'
import { londonDayEnd, londonDayStart } from '~/domain/time'
import { isIn } from '~/server/db/conditions.server'
import { db } from '~/server/db/db.server'
import { accounts, orderCells, orders, receipts } from '~/server/db/schema.server'
import { readPayments } from './queries.server'
import { type MoneyFilter, type ReviewFilter, type ReviewSort, readSort, type SortColumn } from './schema'

/* Qualified names, because Drizzle omits the table. */
const usedTwice = sql<number>`exists (
	select 1 from orders as twin
	where twin.payment_id_normal = orders.payment_id_normal and twin.payment_id_normal <> ''
	and twin.id <> orders.id and twin.submitted_at is not null)`.mapWith(Boolean)

/** The query of the list; defaults: all orders, newest first, ten a page. */
export type ReviewQuery = Omit<ReviewFilter, 'money' | 'size' | 'sort'> &
	Partial<Pick<ReviewFilter, 'money' | 'size' | 'sort'>>

/**
 * Lists a page of the submitted orders, newest first by default, and counts them. A page beyond the last gives the
 * last. Three queries: count and page use an index, or the trigram index of the search; then the rows of the page are
 * read.
 */
export async function listForReview(filter: ReviewQuery) {
	return await readSorted(filter, readRows)
}

/** Like {@link listForReview}, with whole orders. */
export async function listPayments(filter: ReviewQuery) {
	return await readSorted(filter, readPayments)
}

async function readSorted<Row>(filter: ReviewQuery, read: (ids: string[]) => Promise<Row[]>) {
	const { column, isAscending } = readSort(filter.sort)
	const isOldest = column === 'date' && isAscending
	const query = { ...filter, sort: isOldest ? ('oldest' as const) : undefined }
	return { ...(await readMatches(await matchingOrders(filter), query, read)), sort: filter.sort }
}

const BATCH = 500

/** Reads in batches all that {@link listForReview} would list, newest first. */
export async function* readAllForReview(filter: ReviewQuery) {
	const found = await matchingOrders({ ...filter, sort: undefined }, Number.POSITIVE_INFINITY)
	const total = await found.count()
	for (let skipped = 0; skipped < total; skipped += BATCH) {
		yield await readRows(await found.ids({ skipped, size: BATCH }, total))
	}
}

/**
 * By date, a search sorts newest first in either direction; otherwise its newest `max` matches by the requested column.
 */
async function matchingOrders(filter: ReviewQuery, max = SEARCH_READ): Promise<Matches> {
	const { q, status, money = null, sort } = filter
	if (!q) return findSorted(toCondition(filter), { status, sort })
	const found = searchOrders(filter)
	if (money === null && readSort(sort).column === 'date') return found
	const matches = findSorted(and(toCondition(filter), sql`${orders.id} in ${await found.subquery(max)}`), {
		status,
		sort,
	})
	// To count them costs as much as to read their ids, so they are read once.
	let listed: string[] = []
	return {
		async count(max = -1) {
			listed = await matches.ids({ skipped: 0, size: max }, max)
			return listed.length
		},
		ids: async ({ skipped, size }) => listed.slice(skipped, skipped + size),
		isPartial: () => found.isPartial?.() === true,
	}
}

function searchOrders({ q, status, ...filter }: ReviewQuery): Search {
	const state = status ? `[${status === 'refunded' ? 'x' : status.charAt(0)}]` : undefined
	return findByTrigrams('order', q, { ...getPeriod(filter), state })
}

/* Converts days in London, both included, to a span of time. */
function getPeriod({ from, to }: Pick<ReviewQuery, 'from' | 'to'>) {
	return {
		from: from ? londonDayStart(from) : undefined,
		before: to ? londonDayEnd(to) + 1 : undefined,
	}
}

const HAS_MONEY: Readonly<Record<MoneyFilter, SQL>> = {
	nothing: sql`${balance} = 0 and total_pence > 0 and (${due} > 0 or sent_pence = 0)`,
	part: sql`${balance} > 0 and ${balance} < ${due}`,
	paid: sql`${due} > 0 and ${balance} = ${due}`,
	'too-much': sql`${due} > 0 and ${isToSendBack}`,
	'to-send-back': isToSendBack,
	'not-seen': isNotSeen,
}

function toCondition(filter: ReviewQuery): SQL | undefined {
	const hasMoney = filter.money ? HAS_MONEY[filter.money] : undefined
	return and(isSubmittedIn(getPeriod(filter)), hasShownStatus(filter.status), hasMoney)
}

/**
 * Finds the position of an order in a list: its number from 1, the length of the list, and the ids before and after. An
 * order no longer in the list keeps its position: `number` is null.
 */
export async function readNeighbours(orderId: string, filter: ReviewQuery) {
	const which = filter.q ? isIn(orders.id, await readListed(filter)) : toCondition(filter)
	const { column, isAscending } = readSort(filter.sort)
	const places = sortedBy(column, null)
	const place = sql.join(places, sql`, `)
	const own = sql`(select ${place} from orders where id = ${orderId})`
	const isBefore = isAscending ? sql`(${place}) < ${own}` : sql`(${place}) > ${own}`
	const isAfter = isAscending ? sql`(${place}) > ${own}` : sql`(${place}) < ${own}`
	const findNearest = async (where: SQL, order: typeof asc) => {
		const read = db.select({ id: orders.id }).from(orders).where(and(which, where))
		const [row] = await read.orderBy(...places.map(item => order(item))).limit(1)
		return row?.id ?? null
	}
	const [total, earlier, isListed, previous, next] = await Promise.all([
		db.$count(orders, which),
		db.$count(orders, and(which, isBefore)),
		db.$count(orders, and(which, eq(orders.id, orderId))),
		findNearest(isBefore, isAscending ? desc : asc),
		findNearest(isAfter, isAscending ? asc : desc),
	])
	return { number: isListed > 0 ? earlier + 1 : null, total, previous, next }
}

/** Reads the ids of all that a search lists. */
async function readListed(filter: ReviewQuery): Promise<string[]> {
	const found = await matchingOrders(filter)
	const size = Math.min(await found.count(SEARCH_LISTED + 1), SEARCH_LISTED)
	return await found.ids({ skipped: 0, size }, size)
}

export type Neighbours = Awaited<ReturnType<typeof readNeighbours>>

function findSorted(
	which: SQL | undefined,
	{ status, sort }: { status: ReviewFilter['status']; sort: ReviewSort | undefined },
): Matches {
	const { column, isAscending } = readSort(sort)
	const order = isAscending && column !== 'date' ? asc : desc
	return {
		count: () => db.$count(orders, which),
		async ids({ skipped, size }) {
			const rows = await db
				.select({ id: orders.id })
				.from(orders)
				.where(which)
				.orderBy(...sortedBy(column, status).map(item => order(item)))
				.limit(size)
				.offset(skipped)
			return rows.map(row => row.id)
		},
	}
}

/* The sort keys of a list; the last one is unique. */
function sortedBy(column: SortColumn, status: ReviewFilter['status']): SQL[] {
	const place = [sql`${orders.submittedAt}`, sql`orders.rowid`]
	if (column === 'amount') return [sql`${orders.totalPence}`, ...place]
	if (column === 'buyer') return [sql`${orders.name} collate nocase`, ...place]
	if (column === 'status') return [sql`${shownStatusColumn}`, ...place]
	// The index of a status continues with the total, so no sorting is needed in this order.
	return status && status !== 'refunded'
		? [sql`${orders.submittedAt}`, sql`${orders.totalPence}`, sql`orders.rowid`]
		: place
}

/* Approved by one administrator, and waiting for another. */
const isHalfApproved = sql<number>`exists (
	select 1 from first_confirmations as first
	join accounts as firsts on firsts.id = first.confirmed_by and firsts.role = 'admin' and firsts.deleted_at is null
	where first.order_id = orders.id and first.kind = 'approve' and first.order_version = orders.version)`

const deciders = alias(accounts, 'deciders')

/** Reads the rows of the list for orders, in the order of `ids`. */
export async function readRows(ids: readonly string[]) {
	const rows = await db
		.select({
			...getTableColumns(orders),
			receipt: receipts.number,
			decidedBy: deciders.fullName,
			status: shownStatusColumn,
			storedStatus: orders.status,
			usedTwice,
			lost: sql<number>`iif(${orders.status} = 'pending', ${lostCells}, 0)`,
			isHalfApproved: isHalfApproved.mapWith(Boolean),
			cells: sql<number>`(select count(*) from ${orderCells} where order_id = orders.id)`,
			account: accounts.fullName,
		})
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.leftJoin(deciders, eq(deciders.id, orders.decidedBy))
		.leftJoin(receipts, eq(receipts.orderId, orders.id))
		.where(inArray(orders.id, ids))
	const place = new Map(ids.map((id, index) => [id, index]))
	return rows
		.map(({ storedStatus: status, ...row }) => {
			const { totalPence, receivedPence, sentPence } = row
			return { ...row, money: { status, totalPence, receivedPence, sentPence, lost: row.lost } }
		})
		.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

export type ReviewRow = Awaited<ReturnType<typeof readRows>>[number]

import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { isShownAs, orderTotals, submittedIn } from '~/domain/orders/totals.server'
import { type Part, type Span, wholeList } from '~/domain/search/daily-totals.server'
import { type Found, readFound } from '~/domain/search/trigrams.server'
import { londonDayEnd, londonDayStart } from '~/domain/time'
import { db } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { accounts, orderCells, orders } from '~/server/schema.server'
import { readPayments } from './payments.server'
import type { ReviewFilter } from './schema'
import { searchOrders } from './search.server'

/* Names are written out: drizzle would leave the table's off. */
const usedTwice = sql<number>`exists (
	select 1 from orders as twin
	where twin.payment_id_normal = orders.payment_id_normal and twin.payment_id_normal <> ''
	and twin.id <> orders.id and twin.submitted_at is not null)`.mapWith(Boolean)

/**
 * A page of the submitted orders, newest first, and how many there are. A page beyond the last gives the last. Three
 * queries: count and page come from an index alone, an index of the orders or the trigram index of the search; then the
 * rows of the page are read.
 */
export async function listForReview(filter: ReviewFilter) {
	return await readFound(await foundBy(filter), filter, readRows)
}

/** {@link listForReview} with each order whole. */
export async function listPayments(filter: ReviewFilter) {
	return await readFound(await foundBy(filter), filter, readPayments)
}

const BATCH = 500

/** All that {@link listForReview} would show page by page, in batches. */
export async function* readAllForReview(filter: ReviewFilter) {
	const found = await foundBy(filter)
	const total = await found.count()
	for (let skipped = 0; skipped < total; skipped += BATCH) {
		yield await readRows(await found.ids({ skipped, size: BATCH }, total))
	}
}

async function foundBy({ q, status, from, to }: ReviewFilter): Promise<Found> {
	// Days in London, both included.
	const span = {
		from: from ? londonDayStart(from) : undefined,
		before: to ? londonDayEnd(to) + 1 : undefined,
	}
	return q ? await searchOrders(q, { status, ...span }) : submitted(status, span)
}

/* The list as it is opened, put into words once. */
const newest = prepared(on =>
	on
		.select({ id: orders.id })
		.from(orders)
		.where(isNotNull(orders.submittedAt))
		.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
		.limit(sql.placeholder('size'))
		.offset(sql.placeholder('offset')),
)

type Status = ReviewFilter['status']

function submitted(status: Status, span: Span): Found {
	// The index of a status goes on with the total: with the order that it has, nothing is sorted.
	const columns = [
		orders.submittedAt,
		...(status && status !== 'refunded' ? [orders.totalPence] : []),
		sql`orders.rowid`,
	]
	const isWhole = status === null && span.from === undefined && span.before === undefined
	async function read({ isBackwards, size, offset, before = span.before }: Part): Promise<string[]> {
		if (isWhole && !isBackwards && before === undefined) {
			return (await newest.all(db, { size, offset })).map(row => row.id)
		}
		const part = db
			.select({ id: orders.id })
			.from(orders)
			.where(and(submittedIn({ from: span.from, before }), isShownAs(status)))
			.orderBy(...columns.map(column => (isBackwards ? asc : desc)(column)))
		return (await part.limit(size).offset(offset)).map(row => row.id)
	}
	if (span.from === undefined && span.before === undefined) return wholeList({ kind: 'order', status }, read)
	const newer = () => db.get<{ entries: number }>(orderTotals(status, { from: span.before }))
	return wholeList({ kind: 'order', status }, read, {
		total: orderTotals(status, span),
		ahead: async () => (span.before === undefined ? 0 : (await newer()).entries),
	})
}

async function readRows(ids: readonly string[]) {
	const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
	const place = new Map(ids.map((id, index) => [id, index]))
	return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
}

const byIds = prepared(on =>
	on
		.select({
			id: orders.id,
			reference: orders.reference,
			paymentId: orders.paymentId,
			name: orders.name,
			email: orders.email,
			totalPence: orders.totalPence,
			status: shownStatusColumn,
			submittedAt: orders.submittedAt,
			releasedAt: orders.releasedAt,
			usedTwice,
			cells: sql<number>`(select count(*) from ${orderCells} where order_id = orders.id)`,
			account: accounts.fullName,
			couponCode: orders.couponCode,
		})
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(inArray(orders.id, listed('ids'))),
)

import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { isShownAs, orderTotals, submittedIn } from '~/domain/orders/totals.server'
import { type Found, readFound, type Span } from '~/domain/search/trigrams.server'
import { londonDayEnd, londonDayStart } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { accounts, orderCells, orders, receipts } from '~/server/db/schema.server'
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

type Status = ReviewFilter['status']

function submitted(status: Status, span: Span): Found {
	// The index of a status goes on with the total: with the order that it has, nothing is sorted.
	const columns = [
		orders.submittedAt,
		...(status && status !== 'refunded' ? [orders.totalPence] : []),
		sql`orders.rowid`,
	]
	return {
		count: async () => (await db.get<{ entries: number }>(orderTotals(status, span))).entries,
		async ids({ skipped, size }) {
			const rows = await db
				.select({ id: orders.id })
				.from(orders)
				.where(and(submittedIn(span), isShownAs(status)))
				.orderBy(...columns.map(column => desc(column)))
				.limit(size)
				.offset(skipped)
			return rows.map(row => row.id)
		},
	}
}

const deciders = alias(accounts, 'deciders')

async function readRows(ids: readonly string[]) {
	const rows = await db
		.select({
			id: orders.id,
			reference: orders.reference,
			paymentId: orders.paymentId,
			name: orders.name,
			email: orders.email,
			subtotalPence: orders.subtotalPence,
			discountPence: orders.discountPence,
			totalPence: orders.totalPence,
			receivedPence: orders.receivedPence,
			sentPence: orders.sentPence,
			receipt: receipts.number,
			decidedBy: deciders.fullName,
			decidedAt: orders.decidedAt,
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
		.leftJoin(deciders, eq(deciders.id, orders.decidedBy))
		.leftJoin(receipts, eq(receipts.orderId, orders.id))
		.where(inArray(orders.id, ids))
	const place = new Map(ids.map((id, index) => [id, index]))
	return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
}

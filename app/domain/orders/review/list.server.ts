import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { type Found, findByTrigrams, readFound } from '~/domain/search/trigrams.server'
import { londonDayEnd, londonDayStart } from '~/domain/time'
import { db } from '~/server/db.server'
import { accounts, orderCells, orders } from '~/server/schema.server'
import type { ReviewFilter } from './schema'

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
	if (!q) return submitted(status, submittedBetween(from, to))
	return await findByTrigrams('order', q, {
		state: status ? `[${status === 'refunded' ? 'x' : status.charAt(0)}]` : undefined,
		from: from ? londonDayStart(from) : undefined,
		to: to ? londonDayEnd(to) : undefined,
	})
}

/* Days in London, both included. */
function submittedBetween(from: string | null, to: string | null): SQL | undefined {
	if (!from && !to) return undefined
	return and(
		from ? gte(orders.submittedAt, londonDayStart(from)) : undefined,
		to ? lte(orders.submittedAt, londonDayEnd(to)) : undefined,
	)
}

type Status = ReviewFilter['status']

function submitted(status: Status, days: SQL | undefined): Found {
	const where = and(isNotNull(orders.submittedAt), isShownAs(status), days)
	// The index of a status goes on with the total: with the order that it has, nothing is sorted.
	const columns = [
		orders.submittedAt,
		...(status && status !== 'refunded' ? [orders.totalPence] : []),
		sql`orders.rowid`,
	]
	return {
		async count() {
			const [row] = await db.select({ total: count() }).from(orders).where(where)
			return row?.total ?? 0
		},
		// From the end that is nearer to the page.
		async ids({ skipped, size: most }, total) {
			const size = Math.min(most, total - skipped)
			const after = total - skipped - size
			const isForwards = after < skipped
			const [direction, offset] = isForwards ? [asc, after] : [desc, skipped]
			const select = db.select({ id: orders.id }).from(orders).where(where)
			const page = select.orderBy(...columns.map(column => direction(column)))
			const ids = (await page.limit(size).offset(offset)).map(row => row.id)
			return isForwards ? ids.reverse() : ids
		},
	}
}

function isShownAs(status: Status): SQL | undefined {
	if (status === null) return undefined
	// The comparison leads to the index of the refunded.
	if (status === 'refunded') return and(isNotNull(orders.refundedAt), gte(orders.submittedAt, 0))
	return and(eq(orders.status, status), isNull(orders.refundedAt))
}

async function readRows(ids: readonly string[]) {
	const rows = await db
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
		.where(inArray(orders.id, [...ids]))
	const place = new Map(ids.map((id, index) => [id, index]))
	return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
}

import { and, desc, eq, gt, gte, isNotNull, lt, sql } from 'drizzle-orm'
import {
	isNotSeen,
	isOpenEntry,
	isToSendBack,
	sumPayments,
	toSendBackPence,
} from '~/domain/orders/ledger.server'
import { isRefundedColumn, shownStatusColumn } from '~/domain/orders/queries.server'
import { londonDay, londonDayStart } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { accounts, orders, payments } from '~/server/db/schema.server'

type Total = { status: string; count: number; pence: number }

const totals = sql`select status, count(*) as count, sum(total_pence) as pence from orders
		where status in ('pending', 'approved', 'failed') and not ${isRefundedColumn} and submitted_at is not null
		group by status`
const waiting = sql`
	select 'toReview' as name, sum(total_pence) as pence, min(submitted_at) as oldest from orders where status = 'pending'
	union all
	select 'toDecide', sum(max(pence - booked_pence, 0)), min(booked_on) from bank_entries where ${isOpenEntry}
	union all
	select 'toSendBack', sum(${toSendBackPence}), min(submitted_at) from orders where ${isToSendBack}
	union all
	select 'notSeen', sum(total_pence), min(submitted_at) from orders where ${isNotSeen}`

type Waiting = { name: string; pence: number | null; oldest: number | string | null }

/**
 * Sums the money in each worklist. `pence` of bank lines: what came in with them. `oldest`: the time of an order's
 * receipt (UTC ms), or the day of a bank line.
 */
export async function readWaitingMoney() {
	const rows = await db.all<Waiting>(waiting)
	return new Map(rows.map(({ name, pence, oldest }) => [name, { pence: pence ?? 0, oldest }]))
}

/** Sums the money received at the bank yesterday, and sent back since the first of the month. `now`: UTC ms. */
export async function readMovedMoney(now: number) {
	const today = londonDay(now)
	const [yesterday, month] = [londonDay(londonDayStart(today) - 1), today.slice(0, 7)]
	const [received, sentBack] = await Promise.all([
		sumPayments(and(eq(payments.bookedOn, yesterday), gt(payments.pence, 0))),
		sumPayments(and(gte(payments.bookedOn, `${month}-01`), lt(payments.pence, 0))),
	])
	return { yesterday, month, received, sentBack }
}

/** Reads the order figures of the administrators' dashboard. Two indexed queries. */
export async function readOrderTotals() {
	const [groups, latest] = await Promise.all([
		db.all<Total>(totals),
		db
			.select({
				id: orders.id,
				reference: orders.reference,
				name: sql<string>`coalesce(${orders.name}, ${accounts.fullName})`,
				status: shownStatusColumn,
				totalPence: orders.totalPence,
				submittedAt: orders.submittedAt,
			})
			.from(orders)
			.innerJoin(accounts, eq(accounts.id, orders.accountId))
			.where(isNotNull(orders.submittedAt))
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(5),
	])
	const getTotal = (status: string) => {
		const group = groups.find(item => item.status === status)
		return { count: group?.count ?? 0, pence: group?.pence ?? 0 }
	}
	return {
		pending: getTotal('pending'),
		approved: getTotal('approved'),
		/** Neither assigned nor refunded yet. */
		failed: getTotal('failed').count,
		latest,
	}
}

import { type SQL, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { preparedSql } from '~/server/prepared.server'
import type { Found } from './trigrams.server'

/* What grows without end is neither counted nor walked through: triggers count it by the day on which it came
   (docs/decisions/0114). */

const DAY_MS = 24 * 60 * 60_000

/* Walking through so many entries of an index is quicker than looking for the day of a page. */
const WALKED = 500

/** What is counted; orders by the status that is shown, or all that were submitted. */
export type Counted = { kind: 'order' | 'account' | 'mail'; status?: string | null }

/** From a moment until before another, UTC ms; from the beginning, until the end. */
export type Span = { from?: number | undefined; before?: number | undefined }

/**
 * A query of one row: the `entries` of a span, and their `pence`. `inIndex` is asked for what a span takes of its first
 * and its last day: a query of the same two columns.
 */
export function totalsIn(
	counted: Counted,
	{ from, before }: Span,
	inIndex: (part: Required<Span>) => SQL,
): SQL {
	const first = from === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(from / DAY_MS)
	const end = before === undefined ? Number.POSITIVE_INFINITY : Math.floor(before / DAY_MS)
	const parts: SQL[] = []
	if (from !== undefined && before !== undefined && first >= end) parts.push(inIndex({ from, before }))
	else {
		const days = sql.join(
			[
				isCounted(counted),
				...(Number.isFinite(first) ? [sql`day >= ${first}`] : []),
				...(Number.isFinite(end) ? [sql`day < ${end}`] : []),
			],
			sql` and `,
		)
		parts.push(sql`select entries, pence from daily_totals where ${days}`)
		if (from !== undefined && from < first * DAY_MS) parts.push(inIndex({ from, before: first * DAY_MS }))
		if (before !== undefined && end * DAY_MS < before) parts.push(inIndex({ from: end * DAY_MS, before }))
	}
	return sql`select coalesce(sum(entries), 0) as entries, coalesce(sum(pence), 0) as pence
		from (${sql.join(parts, sql` union all `)})`
}

/** How many there are of all days, as SQL of one value. */
export function totalOf(counted: Counted | { kind: SQL; status?: SQL }): SQL<number> {
	return sql<number>`(select coalesce(sum(entries), 0) from daily_totals where ${isCounted(counted)})`
}

function isCounted({ kind, status }: Counted | { kind: SQL; status?: SQL }): SQL {
	return status ? sql`kind = ${kind} and status = ${status}` : sql`kind = ${kind}`
}

/** A part of a list: so many entries after an offset from its beginning, or backwards from its end. */
export type Part = {
	isBackwards: boolean
	size: number
	offset: number
	/** The moment (UTC ms) before which the part begins, in place of the list's own end: `offset` counts from it. */
	before?: number
}

/**
 * A part of a list as it is read soonest: from the end that is nearer, or from the day on which it begins. `counted`:
 * what the list is, newest first, if it is counted by days. `ahead`: how many are newer than all of the list.
 */
export async function readDeep<Row>(
	counted: Counted | null,
	{ skipped, size: most, total }: { skipped: number; size: number; total: number },
	read: (part: Part) => Promise<Row[]>,
	ahead: () => Promise<number> = async () => 0,
): Promise<Row[]> {
	const size = Math.max(0, Math.min(most, total - skipped))
	const after = total - skipped - size
	if (counted && Math.min(skipped, after) > WALKED) {
		const place = skipped + (await ahead())
		const day = await dayAt(counted, place)
		const before = day && { before: (day.day + 1) * DAY_MS }
		return await read({ isBackwards: false, size, offset: place - (day?.ahead ?? 0), ...before })
	}
	if (skipped <= after) return await read({ isBackwards: false, size, offset: skipped })
	return (await read({ isBackwards: true, size, offset: after })).reverse()
}

/* The day of the entry at a place from the newest, and how many are newer than that day. */
async function dayAt(counted: Counted, place: number): Promise<{ day: number; ahead: number } | undefined> {
	const [day] = await db.all<{ day: number; ahead: number }>(sql`
		select day, ahead from (
			select day, sum(sum(entries)) over (order by day desc) - sum(entries) as ahead
			from daily_totals where ${isCounted(counted)} group by day)
		where ahead <= ${place} order by day limit 1`)
	return day
}

const wholeTotal = (counted: { kind: SQL; status?: SQL }) =>
	preparedSql<{ entries: number }>(() => sql`select ${totalOf(counted)} as entries`)
const [kindGiven, statusGiven] = [sql`${sql.placeholder('kind')}`, sql`${sql.placeholder('status')}`]
const ofKind = wholeTotal({ kind: kindGiven })
const ofStatus = wholeTotal({ kind: kindGiven, status: statusGiven })

/** A list without a search. `limits`: of one that is limited to a span. */
export function wholeList(
	counted: Counted,
	read: (part: Part) => Promise<string[]>,
	limits?: { total: SQL; ahead: () => Promise<number> },
): Found {
	const { kind, status = null } = counted
	return {
		async count() {
			const row = limits
				? await db.get<{ entries: number }>(limits.total)
				: await (status === null ? ofKind : ofStatus).get(db, { kind, status })
			return row.entries
		},
		ids: (slice, total) => readDeep(counted, { ...slice, total }, read, limits?.ahead),
	}
}

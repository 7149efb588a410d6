import { type SQL, sql } from 'drizzle-orm'
import { PAGE_SIZE, type Page, readPage, type Sort } from '~/domain/list'
import { db } from '~/server/db/db.server'
import { searchExpression } from './expression'

/* The full-text tables of hand-written migrations, and the ordinary tables that keep their texts. Their rows are in the
   order of creation. */
const TABLES = {
	order: {
		table: sql.raw('order_search'),
		id: sql.raw('order_id'),
		content: sql.raw('order_search_content'),
		state: sql.raw('c1'),
		body: sql.raw('c2'),
	},
	account: {
		table: sql.raw('account_search'),
		id: sql.raw('account_id'),
		content: sql.raw('account_search_content'),
		state: sql.raw('null'),
		body: sql.raw('c1'),
	},
} as const

/** Results of a search that are listed and counted: counting all costs more than a page of them. */
export const SEARCH_LISTED = 1_000

/** The newest rows that a search for a single character scans, and the newest matches that are sorted or filtered. */
export const SEARCH_READ = 5_000

/* Up to this many matches are read oldest first: backwards the index is ten times as slow for rare words. */
const FEW = 200

/** A span of time, UTC ms: `from` included, `before` excluded; by default without limits. */
export type Span = { from?: number | undefined; before?: number | undefined }

export type Matches = {
	/** The number of results; a search counts no further than `max`. */
	count: (max?: number) => Promise<number>
	/** The ids of a slice, newest first. `total`: the result of `count`. */
	ids: (slice: { skipped: number; size: number }, total: number) => Promise<string[]>
	/** Tells, after counting, whether only the newest rows were searched. */
	isPartial?: () => boolean
}

/** `subquery`: selects the ids of the newest `max` matches, to combine them with other conditions. */
export type Search = Matches & { subquery: (max: number) => Promise<SQL> }

type Limits = { state?: string | undefined } & Span
type Places = { places: number[]; isAll: boolean; isPartial: boolean }

/**
 * Searches the trigram index. `state`: the table's three-letter code for a status; `from`, `before`: when the orders
 * were submitted, UTC ms, whole seconds.
 */
export function findByTrigrams(what: keyof typeof TABLES, q: string, limits: Limits = {}): Search {
	const { table, id, content } = TABLES[what]
	const expression = searchExpression(q)
	const state = limits.state ? `state : "${limits.state}" AND ` : ''
	const condition = sql.join(
		[sql`${table} match ${`${state}body : (${expression})`}`, ...limitTo('rowid', limits)],
		sql` and `,
	)
	let found: Places = { places: [], isAll: false, isPartial: false }
	async function count(max?: number): Promise<number> {
		found = expression === null ? await scanNewest(what, q, limits) : await readPlaces(condition, max)
		return found.places.length
	}
	async function readPlaces(where: SQL, max = -1): Promise<Places> {
		const { list } = await db.get<{ list: string }>(sql`select json_group_array(place) as list
			from (select rowid as place from ${table} where ${where} limit ${max})`)
		const places = JSON.parse(list) as number[]
		return { places, isAll: places.length !== max, isPartial: false }
	}
	async function ids({ skipped, size }: { skipped: number; size: number }): Promise<string[]> {
		if (!found.isAll) {
			const page = sql`select ${id} as id from ${table} where ${condition}
				order by rowid desc limit ${size} offset ${skipped}`
			return (await db.all<{ id: string }>(page)).map(row => row.id)
		}
		const end = found.places.length - skipped
		const some = JSON.stringify(found.places.slice(Math.max(0, end - size), end))
		const page = sql`select c0 as found from ${content} where id in (select value from json_each(${some}))
			order by id desc`
		return (await db.all<{ found: string }>(page)).map(row => row.found)
	}
	async function subquery(max: number): Promise<SQL> {
		const counted = await count()
		const places = found.places.slice(-max)
		found = { places, isAll: true, isPartial: found.isPartial || places.length < counted }
		return sql`(select c0 from ${content} where id in (select value from json_each(${JSON.stringify(places)})))`
	}
	return { count, ids, isPartial: () => found.isPartial, subquery }
}

/** Returns the ids of the newest results of a search. */
export async function findNewestMatches(found: Matches, max: number): Promise<string[]> {
	const total = await found.count(FEW + 1)
	return await found.ids({ skipped: 0, size: max }, total)
}

/* Scans the newest rows. */
async function scanNewest(what: keyof typeof TABLES, q: string, limits: Limits): Promise<Places> {
	const { content, state, body } = TABLES[what]
	const character = q.trim()
	// Ignores the case of ASCII letters; other characters are found faster as they are.
	const holds = /[a-z]/i.test(character)
		? sql`${body} like ${`%${character}%`}`
		: sql`instr(${body}, ${character}) > 0`
	const is = [holds, ...(limits.state ? [sql`${state} = ${limits.state}`] : []), ...limitTo('id', limits)]
	const { list, isPartial } = await db.get<{ list: string; isPartial: number }>(sql`
		select list, exists (select 1 from ${content} where id < oldest) as isPartial from (
			select json_group_array(id) filter (where ${sql.join(is, sql` and `)}) as list, min(id) as oldest
			from (select * from ${content} order by id desc limit ${SEARCH_READ}))`)
	const places = (JSON.parse(list) as number[]).sort((a, b) => a - b)
	return { places, isAll: true, isPartial: Boolean(isPartial) }
}

/* The row ids of orders start from their second, with room for ten thousand in each. The driver sends numbers as reals,
   with which a full-text table finds no range of its rows. */
function limitTo(place: 'rowid' | 'id', { from, before }: Span): SQL[] {
	const toRowId = (time: number) => sql`cast(${Math.floor(time / 1000) * 10_000} as integer)`
	return [
		...(from === undefined ? [] : [sql`${sql.raw(place)} >= ${toRowId(from)}`]),
		...(before === undefined ? [] : [sql`${sql.raw(place)} < ${toRowId(before)}`]),
	]
}

/**
 * Reads a page of results. `isCapped`: there are older results than the {@link SEARCH_LISTED} that are listed.
 * `isPartial`: rows that were not searched may hold more.
 */
export async function readMatches<Row>(
	found: Matches,
	{ q, page: requested, sort, size = PAGE_SIZE }: { q: string; page: number; sort?: Sort; size?: number },
	read: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row> & { isCapped: boolean; isPartial: boolean }> {
	// Without a search the first page does not depend on the count.
	const first =
		q === '' && requested === 1 && !sort ? found.ids({ skipped: 0, size }, Number.MAX_SAFE_INTEGER) : null
	const [counted] = await Promise.all([found.count(SEARCH_LISTED + 1), first])
	const isCut = q !== '' && counted > SEARCH_LISTED
	const total = isCut ? SEARCH_LISTED : counted
	const page = await readPage(
		{ requested, size, total, sort },
		async slice => await read(await (first ?? found.ids(slice, total))),
	)
	return { ...page, isCapped: isCut, isPartial: found.isPartial?.() === true }
}

import { type SQL, sql } from 'drizzle-orm'
import { PAGE_SIZE, type Page, readPage } from '~/domain/list'
import { db } from '~/server/db.server'
import { searchExpression } from './expression'

/* The full-text tables of hand-written migrations. Their rows stand in the order in which the things came. */
const TABLES = {
	order: { table: sql.raw('order_search'), id: sql.raw('order_id') },
	account: { table: sql.raw('account_search'), id: sql.raw('account_id') },
} as const

/** No more results of a search than these are listed and counted: counting all costs more than a page of them. */
export const SEARCH_LISTED = 1_000

/** A single character, which no index knows, is looked for in so many of the newest rows. */
export const SEARCH_READ = 5_000

/* So many are read from the oldest on: backwards the index takes ten times as long for what is rare in it. */
const FEW = 200

export type Found = {
	/** How many there are; no search counts beyond `most`. */
	count: (most?: number) => Promise<number>
	/** The ids of a slice, newest first. `total`: what `count` said. */
	ids: (slice: { skipped: number; size: number }, total: number) => Promise<string[]>
	/** Whether only the newest were looked through. */
	isPartial?: boolean
}

type Limits = { state?: string | undefined; from?: number | undefined; to?: number | undefined }

/**
 * What a search finds by the trigram index. `state`: the table's word of three characters for a status; `from`, `to`:
 * when the orders were submitted, UTC ms, whole seconds and their ends. `newest`: the ids of the newest of all that is
 * found.
 */
export async function findByTrigrams(
	what: keyof typeof TABLES,
	q: string,
	{ state, from, to }: Limits = {},
): Promise<Found & { newest: (most: number) => Promise<string[]> }> {
	const { table, id } = TABLES[what]
	const expression = searchExpression(q)
	const oldest = expression === null ? await oldestRead(table) : undefined
	const condition = sql.join(
		[
			...(expression === null
				? [sql`body like ${`%${q.trim().replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`]
				: [sql`${table} match ${`${state ? `state : "${state}" AND ` : ''}body : (${expression})`}`]),
			...(expression === null && state ? [sql`state = ${state}`] : []),
			...(oldest === undefined ? [] : [sql`rowid > ${whole(oldest)}`]),
			...(from === undefined ? [] : [sql`rowid >= ${whole(placeOf(from))}`]),
			...(to === undefined ? [] : [sql`rowid < ${whole(placeOf(to + 1))}`]),
		],
		sql` and `,
	)
	async function read(direction: 'asc' | 'desc', size: number, offset: number): Promise<string[]> {
		const page = sql`select ${id} as id from ${table} where ${condition}
			order by rowid ${sql.raw(direction)} limit ${size} offset ${offset}`
		return (await db.all<{ id: string }>(page)).map(row => row.id)
	}
	const found: Found = {
		isPartial: oldest !== undefined,
		async count(most) {
			const some = sql`select 1 from ${table} where ${condition} limit ${most ?? -1}`
			return (await db.get<{ total: number }>(sql`select count(*) as total from (${some})`)).total
		},
		async ids({ skipped, size: most }, total) {
			const size = Math.min(most, total - skipped)
			const after = total - skipped - size
			if (total > FEW && skipped <= after) return await read('desc', size, skipped)
			return (await read('asc', size, after)).reverse()
		},
	}
	return {
		...found,
		async newest(most) {
			const total = await found.count(FEW + 1)
			return await found.ids({ skipped: 0, size: most }, total)
		},
	}
}

/* The driver sends numbers as fractions, by which a full-text table finds no range of its rows. */
function whole(place: number): SQL {
	return sql`cast(${place} as integer)`
}

/* Orders stand at their second, with room for ten thousand in each. */
function placeOf(time: number): number {
	return Math.floor(time / 1000) * 10_000
}

async function oldestRead(table: SQL): Promise<number | undefined> {
	const [row] = await db.all<{ place: number }>(
		sql`select rowid as place from ${table} order by rowid desc limit 1 offset ${SEARCH_READ}`,
	)
	return row?.place
}

/**
 * A page of what was found. `isCapped`: it is a search, and there are older results than the {@link SEARCH_LISTED} that
 * are listed. `isPartial`: there may be some among the rows that were not looked through.
 */
export async function readFound<Row>(
	found: Found,
	{ q, page: wanted }: { q: string; page: number },
	read: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row> & { isCapped: boolean; isPartial: boolean }> {
	// Without a search the first page is the same whatever the number.
	const first =
		q === '' && wanted === 1 ? found.ids({ skipped: 0, size: PAGE_SIZE }, Number.MAX_SAFE_INTEGER) : null
	const [counted] = await Promise.all([found.count(SEARCH_LISTED + 1), first])
	const isCut = q !== '' && counted > SEARCH_LISTED
	const total = isCut ? SEARCH_LISTED : counted
	const end = isCut ? Number.MAX_SAFE_INTEGER : total
	const page = await readPage(
		{ wanted, total },
		async slice => await read(await (first ?? found.ids(slice, end))),
	)
	return { ...page, isCapped: isCut, isPartial: found.isPartial === true }
}

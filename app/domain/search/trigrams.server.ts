import { type SQL, sql } from 'drizzle-orm'
import { type Page, readPage } from '~/domain/list'
import { db } from '~/server/db.server'
import { joinedWords, searchExpression, searchWords, shortWords } from './expression'

/* The full-text tables of hand-written migrations. Their rows stand in the order in which the things came. */
const TABLES = {
	order: { table: sql.raw('order_search'), id: sql.raw('order_id') },
	account: { table: sql.raw('account_search'), id: sql.raw('account_id') },
} as const

/** No more results of a search than these are listed and counted: counting all costs more than a page of them. */
export const SEARCH_LISTED = 10_000

export type Found = {
	/** How many there are; no search counts beyond `most`. */
	count: (most?: number) => Promise<number>
	/** The ids of a slice, newest first. `total`: what `count` said. */
	ids: (slice: { skipped: number; size: number }, total: number) => Promise<string[]>
}

/* So many are read from the first one on: backwards the index takes twenty times as long for what is rare in it. */
const FEW = 500

/**
 * What a search finds by the trigram index. It is read from the end that is nearer to the page. `newest`: the ids of
 * the newest of all that is found. `state`: the table's word of three characters for a status; `where`: further
 * conditions.
 */
export function findByTrigrams(
	what: keyof typeof TABLES,
	q: string,
	{ state, where }: { state?: string | undefined; where?: SQL | undefined } = {},
): Found & { newest: (most: number) => Promise<string[]> } {
	const { table, id } = TABLES[what]
	const condition = sql.join([...matches(table, q, state), ...(where ? [where] : [])], sql` and `)
	async function read(direction: 'asc' | 'desc', size: number, offset: number): Promise<string[]> {
		const page = sql`select ${id} as id from ${table} where ${condition} order by rowid ${sql.raw(direction)} limit ${size} offset ${offset}`
		return (await db.all<{ id: string }>(page)).map(row => row.id)
	}
	return {
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
		async newest(most) {
			const first = await read('asc', FEW + 1, 0)
			return first.length > FEW ? await read('desc', most, 0) : first.slice(-most).reverse()
		},
	}
}

/**
 * A page of what was found. `isCapped`: it is a search, and there are older results than the {@link SEARCH_LISTED} that
 * are listed.
 */
export async function readFound<Row>(
	found: Found,
	{ q, page: wanted }: { q: string; page: number },
	read: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row> & { isCapped: boolean }> {
	const counted = await found.count(SEARCH_LISTED + 1)
	const isCapped = q !== '' && counted > SEARCH_LISTED
	const total = isCapped ? SEARCH_LISTED : counted
	const end = isCapped ? Number.MAX_SAFE_INTEGER : total
	const page = await readPage({ wanted, total }, async slice => await read(await found.ids(slice, end)))
	return { ...page, isCapped }
}

function matches(table: SQL, q: string, state: string | undefined): SQL[] {
	const expression = searchExpression(q)
	if (expression) {
		const asked = `${state ? `state : "${state}" AND ` : ''}body : (${expression})`
		const joined = holds(joinedWords(q))
		const rest = shortWords(q).map(word => sql`(${holds(word)} or ${joined})`)
		return [sql`${table} match ${asked}`, ...rest]
	}
	// Words too short for the index are looked for in every row of it: the longest first, which most rows do not hold.
	const words = searchWords(q).toSorted((one, other) => other.length - one.length)
	return [...(state ? [sql`state = ${state}`] : []), ...words.map(holds)]
}

function holds(word: string): SQL {
	const pattern = `%${word.replace(/[%_\\]/g, '\\$&')}%`
	return sql`body like ${pattern} escape '\\'`
}

import { type SQL, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { searchExpression, searchWords } from './expression'

/* The full-text tables of hand-written migrations. Their rows stand in the order in which the things came. */
const TABLES = {
	order: { table: sql.raw('order_search'), id: sql.raw('order_id') },
	account: { table: sql.raw('account_search'), id: sql.raw('account_id') },
} as const

export type Found = {
	count: () => Promise<number>
	/** The ids of a slice, newest first. `total`: what `count` said. */
	ids: (slice: { skipped: number; size: number }, total: number) => Promise<string[]>
}

/**
 * What a search finds by the trigram index. It is read from the end that is nearer to the page. `state`: the table's
 * word of three characters for a status; `where`: further conditions.
 */
export function findByTrigrams(
	what: keyof typeof TABLES,
	q: string,
	{ state, where }: { state?: string | undefined; where?: SQL | undefined } = {},
): Found {
	const { table, id } = TABLES[what]
	const condition = sql.join([...matches(table, q, state), ...(where ? [where] : [])], sql` and `)
	return {
		async count() {
			const sum = sql`select count(*) as total from ${table} where ${condition}`
			return (await db.get<{ total: number }>(sum)).total
		},
		async ids({ skipped, size: most }, total) {
			const size = Math.min(most, total - skipped)
			const after = total - skipped - size
			const [direction, offset] = skipped <= after ? [sql`desc`, skipped] : [sql`asc`, after]
			const page = sql`select ${id} as id from ${table} where ${condition} order by rowid ${direction} limit ${size} offset ${offset}`
			const ids = (await db.all<{ id: string }>(page)).map(row => row.id)
			return skipped <= after ? ids : ids.reverse()
		},
	}
}

function matches(table: SQL, q: string, state: string | undefined): SQL[] {
	const expression = searchExpression(q)
	if (expression) {
		const asked = `${state ? `state : "${state}" AND ` : ''}body : (${expression})`
		return [sql`${table} match ${asked}`]
	}
	// Words too short for the index are looked for in every row of it: the longest first, which most rows do not hold.
	const words = searchWords(q).toSorted((one, other) => other.length - one.length)
	return [...(state ? [sql`state = ${state}`] : []), ...words.map(holds)]
}

function holds(word: string): SQL {
	const pattern = `%${word.replace(/[%_\\]/g, '\\$&')}%`
	return sql`body like ${pattern} escape '\\'`
}

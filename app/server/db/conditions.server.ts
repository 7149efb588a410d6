import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Like `inArray`, but passes all values as one parameter of the query. */
export function isIn(column: SQLiteColumn, values: readonly (string | number)[]): SQL {
	return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}

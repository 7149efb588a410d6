import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer, text } from 'drizzle-orm/sqlite-core'
import type { CellType } from '~/domain/grid/layout'

/* Times are UTC milliseconds, money is integer pence, ids are UUIDs unless noted otherwise. No ON DELETE CASCADE, so
   that nothing sold or decided is deleted by accident. */

export const CELL_TYPES = ['large', 'medium', 'small', 'tiny'] as const satisfies CellType[]

export const id = () => text('id').primaryKey()
export const time = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const cellType = (name: string) => text(name).$type<CellType>()

/** A CHECK on the values of an enum column: TypeScript alone does not bind hand-written SQL. */
export const checkValues = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
	check(name, sql`${column} in (${sql.raw(values.map(value => `'${value}'`).join(', '))})`)

import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer, text } from 'drizzle-orm/sqlite-core'
import type { CellType } from '~/domain/grid/layout'

/* Times are UTC milliseconds, money is integer pence, ids are UUIDs unless said otherwise. No ON DELETE CASCADE:
   nothing that was sold or decided disappears by accident. */

export const CELL_TYPES = ['large', 'medium', 'small', 'tiny'] as const satisfies CellType[]

export const id = () => text('id').primaryKey()
export const time = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const cellType = (name: string) => text(name).$type<CellType>()

/** The values that an enum column may have, as a CHECK: TypeScript alone does not bind hand-written SQL. */
export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
	check(name, sql`${column} in (${sql.raw(values.map(value => `'${value}'`).join(', '))})`)

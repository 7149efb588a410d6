import { sql } from 'drizzle-orm'
import * as utils from 'drizzle-orm/utils'
import { expect, test } from 'vitest'
import { type Field, rowMapper } from './row-mapper.server'
import { accounts, auditEntries, cellHolders, cellLoans, coupons, transfers } from './schema.server'

/* Drizzle's own, which its types keep to itself. */
const { mapResultRow } = utils as unknown as {
	mapResultRow: (fields: Field[], row: unknown[], nullable?: Record<string, boolean>) => unknown
}

const fields: Field[] = [
	{ path: ['cell'], field: cellHolders.cell },
	{ path: ['isGoogle'], field: sql`1`.mapWith(Boolean) },
	{ path: ['named'], field: sql<number>`2`.mapWith(Number).as('named') },
	{ path: ['loan', 'until'], field: cellLoans.until },
	{ path: ['loan', 'borrowerId'], field: cellLoans.borrowerId },
	{ path: ['mixed', 'email'], field: accounts.email },
	{ path: ['mixed', 'status'], field: transfers.status },
	{ path: ['detail'], field: auditEntries.detail },
	{ path: ['isFlag'], field: coupons.isActive },
]
const ROWS = [
	[1, 0, '2', 1_000, 'b', 'a@b.c', 'open', '{"a":1}', 1],
	[2, 1, '3', 1_000, null, null, 'open', null, 0],
	[3, 1, '4', null, 'b', null, null, '[]', null],
]

test.each([undefined, { cell_loans: false, accounts: false }, { cell_loans: true, accounts: true }])(
	'rows are what drizzle makes of them, with what joins lack: %o',
	nullable => {
		const map = rowMapper(fields, nullable)
		const own = (row: unknown[]) => mapResultRow(fields, row, nullable)
		expect(ROWS.map(map)).toEqual(ROWS.map(own))
		expect(ROWS.map(row => map(row)['loan'] === null)).toEqual([false, false, nullable?.cell_loans === false])
	},
)

import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loader as pixelManagement } from '~/routes/admin/profile'
import { action as approve } from '~/routes/admin/transaction-approve'
import { action as reject } from '~/routes/admin/transaction-reject'
import { loader as transactions } from '~/routes/admin/transactions'
import { db, write } from '~/server/db.server'
import { orders } from '~/server/schema.server'
import { clearTheGrid, makeAdmin, makeOrder, makeUser } from '../support/factories'
import { makeRequest } from '../support/requests'

/* What the pages of administrators say when the machine fails (specification 3, section 8). */

const run = (statement: string) => write(tx => tx.run(sql.raw(statement)))
let mend: string | undefined

beforeEach(clearTheGrid)
afterEach(async () => {
	if (mend) await run(mend)
	mend = undefined
})

test.each([
	['/admin/transactions', transactions, 'order_cells', 'Failed to fetch transactions'],
	['/admin/profile', pixelManagement, 'transfer_cells', 'Failed to fetch pixels data'],
] as const)('%s that cannot be read says so', async (path, loader, table, title) => {
	await makeOrder((await makeUser()).id, [300])
	const request = await makeRequest(path, { as: await makeAdmin() })
	await run(`alter table ${table} rename to ${table}_away`)
	mend = `alter table ${table}_away rename to ${table}`
	await expect(loader({ request, params: {} } as never)).rejects.toMatchObject({
		data: { title },
		init: { status: 500 },
	})
})

test.each([
	['approve', approve],
	['reject', reject],
] as const)('%s that fails changes nothing, and the page says so', async (intent, action) => {
	const { id } = await makeOrder((await makeUser()).id, [300], { status: 'pending' })
	const fields = { intent, version: '1' }
	const request = await makeRequest(`/admin/transactions/${id}/${intent}`, { as: await makeAdmin(), fields })
	await run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")
	mend = 'drop trigger broken'
	expect(await action({ request, params: { id } } as never)).toMatchObject({
		data: { refused: 'An unexpected error occurred. Please try again.' },
		init: { status: 500 },
	})
	expect(await db.select().from(orders).where(eq(orders.id, id))).toMatchObject([
		{ status: 'pending', version: 1 },
	])
})

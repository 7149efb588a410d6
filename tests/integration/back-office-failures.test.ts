import { eq, sql } from 'drizzle-orm'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { londonDay } from '~/domain/time'
import { loader as pixelManagement } from '~/routes/admin/profile'
import { action as approve } from '~/routes/admin/transaction-approve'
import Refund, { action as refund, loader as refundPage } from '~/routes/admin/transaction-refund'
import Rejection, { action as reject, loader as rejectionPage } from '~/routes/admin/transaction-reject'
import { loader as transactions } from '~/routes/admin/transactions'
import { db, write } from '~/server/db.server'
import { orders } from '~/server/schema.server'
import { AccountError, ErrorPage } from '~/ui/error-page'
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
	const fields = { intent, version: '1', reason: 'No money came' }
	const request = await makeRequest(`/admin/transactions/${id}/${intent}`, { as: await makeAdmin(), fields })
	await run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")
	mend = 'drop trigger broken'
	expect(await action({ request, params: { id } } as never)).toMatchObject({
		data: {
			refused: 'An unexpected error occurred. Please try again.',
			canTryAgain: true,
			typed: intent === 'reject' ? 'No money came' : '',
		},
		init: { status: 500 },
	})
	expect(await db.select().from(orders).where(eq(orders.id, id))).toMatchObject([
		{ status: 'pending', version: 1 },
	])
})

test.each([
	['rejection', reject, Rejection, 'reject', 'pending', { reason: 'No money came' }],
	[
		'refund',
		refund,
		Refund,
		'refund',
		'rejected',
		{ refunded_on: londonDay(Date.now()), amount: '1,234', bank_reference: 'RF 77' },
	],
] as const)('a %s that fails keeps what was typed', async (_, action, Page, intent, status, typed) => {
	const { id } = await makeOrder((await makeUser()).id, [300], { status })
	const as = await makeAdmin()
	const fields = { intent, version: '1', ...typed }
	const request = await makeRequest(`/admin/transactions/${id}/${intent}`, { as, fields })
	await run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")
	mend = 'drop trigger broken'
	const answer = (await action({ request, params: { id } } as never)) as unknown as {
		data: unknown
		init: object
	}
	expect(answer.init).toEqual({ status: 500 })
	const again = await makeRequest(`/admin/transactions/${id}/${intent}`, { as })
	const load = intent === 'reject' ? rejectionPage : refundPage
	const loaderData = await load({ request: again, params: { id } } as never)
	const props = { loaderData, actionData: answer.data } as never
	const markup = renderToStaticMarkup(createElement(Page as FunctionComponent, props))
	expect(markup).toContain('An unexpected error occurred. Please try again.')
	for (const value of Object.values(typed)) expect(markup).toMatch(new RegExp(`(value="|>)${value}["<]`))
})

test('a rejection that fails where its page cannot be read either says what was typed', async () => {
	const { id } = await makeOrder((await makeUser()).id, [301], { status: 'pending' })
	const as = await makeAdmin()
	const fields = { intent: 'reject', version: '1', reason: 'No money came' }
	const request = await makeRequest(`/admin/transactions/${id}/reject`, { as, fields })
	await run('alter table orders rename to orders_away')
	mend = 'alter table orders_away rename to orders'
	const thrown: unknown = await reject({ request, params: { id } } as never).then(
		() => 'answered',
		(error: unknown) => error,
	)
	expect(thrown).toMatchObject({ data: { typed: 'No money came' }, init: { status: 500 } })
	const { data, init } = thrown as { data: unknown; init: { status: number } }
	const error = new ErrorResponse(init.status, '', data)
	const props = { error, area: 'admin' as const }
	expect(renderToStaticMarkup(createElement(AccountError, props))).toContain('No money came')
	expect(renderToStaticMarkup(createElement(ErrorPage, props))).toContain('No money came')
})

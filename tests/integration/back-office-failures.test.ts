import { eq, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { londonDay } from '~/domain/time'
import Sell, { action as sell, loader as sellPage } from '~/routes/account/sell-to'
import Edit, { action as edit, loader as editPage } from '~/routes/account/sent-edit'
import { loader as pixelManagement } from '~/routes/admin/profile/profile'
import Release, { action as release, loader as releasePage } from '~/routes/admin/profile/profile-release'
import { action as approve } from '~/routes/admin/transactions/transaction-approve'
import Refund, {
	action as refund,
	loader as refundPage,
} from '~/routes/admin/transactions/transaction-refund'
import Rejection, {
	action as reject,
	loader as rejectionPage,
} from '~/routes/admin/transactions/transaction-reject'
import { loader as transactions } from '~/routes/admin/transactions/transactions'
import { db, write } from '~/server/db/db.server'
import { orders, transfers } from '~/server/db/schema.server'
import { AccountError, ErrorPage } from '~/ui/layout/error-page'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	reserveForHouse,
} from '../support/factories'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'
import { errorResponse } from '../support/responses'

/* Error messages of the administrators' pages when the server fails. */

const run = (statement: string) => write(tx => tx.run(sql.raw(statement)))
let mend: string | undefined

beforeEach(clearGrid)
afterEach(async () => {
	if (mend) await run(mend)
	mend = undefined
})

test.each([
	['/admin/transactions', transactions, 'order_cells', 'Failed to fetch transactions'],
	['/admin/profile', pixelManagement, 'transfer_cells', 'Failed to fetch pixels data'],
] as const)('%s that cannot be read shows an error', async (path, loader, table, title) => {
	await makeOrder((await makeUser()).id, [300])
	const request = await makeRequest(path, { as: await makeAdmin() })
	await run(`alter table ${table} rename to ${table}_away`)
	mend = `alter table ${table}_away rename to ${table}`
	await expect(loader(routeArgs(request))).rejects.toMatchObject({
		data: { title },
		init: { status: 500 },
	})
})

test.each([
	['approve', approve],
	['reject', reject],
] as const)('%s that fails changes nothing, and shows an error', async (intent, action) => {
	const { id } = await makeOrder((await makeUser()).id, [300], { status: 'pending' })
	const fields = { intent, version: '1', reason: 'No money came' }
	const request = await makeRequest(`/admin/transactions/${id}/${intent}`, { as: await makeAdmin(), fields })
	await run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")
	mend = 'drop trigger broken'
	expect(await action(routeArgs(request, { orderId: id }))).toMatchObject({
		data: {
			code: 'unexpected',
			result: {
				error: { '': ['An unexpected error occurred. Please try again.'] },
				initialValue: { reason: 'No money came' },
			},
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
] as const)('a %s that fails keeps the input', async (_, action, Page, intent, status, typed) => {
	const { id } = await makeOrder((await makeUser()).id, [300], { status })
	const as = await makeAdmin()
	const fields = { intent, version: '1', ...typed }
	const request = await makeRequest(`/admin/transactions/${id}/${intent}`, { as, fields })
	await run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")
	mend = 'drop trigger broken'
	const response = (await action(routeArgs(request, { orderId: id }))) as unknown as {
		data: unknown
		init: object
	}
	expect(response.init).toEqual({ status: 500 })
	const again = await makeRequest(`/admin/transactions/${id}/${intent}`, { as })
	const load = intent === 'reject' ? rejectionPage : refundPage
	const loaderData = await load(routeArgs(again, { orderId: id }))
	const markup = renderPage(Page, { loaderData, actionData: response.data })
	expect(markup).toContain('An unexpected error occurred. Please try again.')
	for (const value of Object.values(typed)) expect(markup).toMatch(new RegExp(`(value="|>)${value}["<]`))
})

test.each([
	['Restore', release, releasePage, Release, 'restore', { intent: 'confirm', reason: 'Typed reason' }],
	['Sell', sell, sellPage, Sell, 'sell', { intent: 'confirm', buyer_email: 'typed@example.test' }],
	['Edit an invitation', edit, editPage, Edit, '', { intent: 'save', buyer_email: 'typed@example.test' }],
] as const)('%s that became impossible meanwhile keeps the input', async (...step) => {
	const [, action, load, Page, name, fields] = step
	const as = await makeAdmin()
	await reserveForHouse([302])
	const offer =
		name === '' ? await makeTransfer(null, [302], { recipientEmail: 'asked@example.test' }) : undefined
	const path = offer ? `/admin/profile/invitations/${offer.id}/edit` : `/admin/profile/${name}?cells=302`
	const params = { transferId: offer?.id }
	const ask = async (body?: Record<string, string>) => {
		const request = await makeRequest(path, body ? { as, fields: body } : { as })
		return routeArgs(request, params)
	}
	const before = (await load(await ask())) as { version?: string; sent?: { version: number } }
	const version = String(before.version ?? before.sent?.version ?? '')
	await clearGrid()
	if (offer) await write(tx => tx.update(transfers).set({ status: 'withdrawn' }))
	const response = (await action(await ask({ version, ...fields }))) as unknown as { data: unknown }
	const loaderData = await load(await ask())
	const markup = renderPage(Page, { loaderData, actionData: response.data })
	expect(markup).toContain('Nothing was saved. This is what you typed:')
	expect(markup).toContain('buyer_email' in fields ? fields.buyer_email : fields.reason)
})

test('a failed rejection keeps the input even when its page cannot be read', async () => {
	const { id } = await makeOrder((await makeUser()).id, [301], { status: 'pending' })
	const as = await makeAdmin()
	const fields = { intent: 'reject', version: '1', reason: 'No money came' }
	const request = await makeRequest(`/admin/transactions/${id}/reject`, { as, fields })
	await run('alter table orders rename to orders_away')
	mend = 'alter table orders_away rename to orders'
	const thrown: unknown = await reject(routeArgs(request, { orderId: id })).then(
		() => 'answered',
		(error: unknown) => error,
	)
	expect(thrown).toMatchObject({ data: { typed: 'No money came' }, init: { status: 500 } })
	const { data, init } = thrown as { data: unknown; init: { status: number } }
	const error = errorResponse(init.status, data)
	const props = { error, area: 'admin' as const }
	expect(renderToStaticMarkup(createElement(AccountError, props))).toContain('No money came')
	expect(renderToStaticMarkup(createElement(ErrorPage, props))).toContain('No money came')
})

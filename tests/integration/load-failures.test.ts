import { sql } from 'drizzle-orm'
import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loader as manage } from '~/routes/account/block'
import HistorySold, { loader as historySold } from '~/routes/account/history/sold'
import Dashboard, { loader as dashboard } from '~/routes/user/dashboard'
import History, { loader as history } from '~/routes/user/history/history'
import { loader as buy } from '~/routes/user/pixels/pixels-buy'
import { loader as sell } from '~/routes/user/pixels/pixels-sell'
import { write } from '~/server/db/db.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { AssetsContext } from '~/ui/layout/assets'
import { AccountError } from '~/ui/layout/error-page'
import { makeOrder, makeUser, ownCells } from '../support/factories'
import { MEMBER_MATCHES, makeRequest, routeArgs } from '../support/requests'
import { errorResponse } from '../support/responses'

/* A page whose data cannot be read, because its table is missing, shows an error (P50). */

type Loader = (args: never) => Promise<unknown>

/** The grids that a loader has rendered for its page, by its result. */
const drawn = new WeakMap<object, string[]>()

async function load(loader: Loader, path: string, as: { id: string }): Promise<unknown> {
	const request = await makeRequest(path, { as })
	return await withRequestContext(request, async ({ markup }) => {
		const read = await loader(routeArgs(request))
		drawn.set(read as object, markup)
		return read
	})
}

async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
	await write(tx => tx.run(sql.raw(`alter table ${table} rename to away`)))
	try {
		return await work()
	} finally {
		await write(tx => tx.run(sql.raw(`alter table away rename to ${table}`)))
	}
}

function draw(page: (props: never) => ReactNode, loaderData: unknown): string {
	const value = { entry: '', requestId: '', markup: drawn.get(loaderData as object) ?? [] }
	const props = { loaderData, matches: MEMBER_MATCHES }
	const content = createElement(page as FunctionComponent<object>, props)
	return renderToStaticMarkup(createElement(AssetsContext, { value }, content))
}

const FAILED = 'Failed to load data'

test('the dashboard shows zeros, an empty grid and an error when its data cannot be read', async () => {
	const user = await makeUser()
	await ownCells(user.id, [1, 2])
	const read = await load(dashboard, '/user/dashboard', user)
	expect(draw(Dashboard, read)).not.toContain(FAILED)
	expect(draw(Dashboard, read)).toContain('data-cell="1" data-state="owned"')
	expect(read).toMatchObject({ figures: { owned: { medium: 2 } } })

	const unread = await withoutTable('grid_state', () => load(dashboard, '/user/dashboard', user))
	expect(unread).toMatchObject({
		figures: { owned: { medium: 0 }, available: { tiny: 0 }, valuePence: 0 },
		revenuePence: 0,
		orders: [],
	})
	const page = draw(Dashboard, unread)
	expect(page).toContain(FAILED)
	expect(page).not.toContain('You own no pixels yet')
	expect(page).not.toContain('data-cell="1" data-state="owned"')
})

test.each([
	['receipts', '/user/history', history, History, 'No purchased history found'],
	['transfers', '/user/history/sold', historySold, HistorySold, 'No sold history found'],
] as const)(
	'the history without %s shows an error and an empty list',
	async (table, path, loader, page, empty) => {
		const user = await makeUser()
		await makeOrder(user.id, table === 'receipts' ? [3] : [4], { status: 'approved' })
		expect(draw(page, await load(loader, path, user))).not.toContain(FAILED)
		const drawn = draw(page, await withoutTable(table, () => load(loader, path, user)))
		expect(drawn).toContain(FAILED)
		expect(drawn).toContain(empty)
	},
)

test.each([
	['grid_state', '/user/pixels/buy', buy, 'Failed to fetch pixels data'],
	['grid_state', '/user/pixels/sell', sell, 'Failed to fetch pixels data'],
	['grid_state', '/user/profile', manage, 'Failed to fetch pixels data'],
	['cell_loans', '/user/profile?cell=5', manage, 'Failed to load pixel data'],
] as const)(
	'without %s the error page of %s names the failed operation',
	async (table, path, loader, title) => {
		const user = await makeUser()
		const outcome = await withoutTable(table, () =>
			load(loader, path, user).catch((thrown: unknown) => thrown),
		)
		expect(outcome).toMatchObject({ data: { title }, init: { status: 500 } })
		const error = errorResponse(500, (outcome as { data: unknown }).data)
		expect(renderToStaticMarkup(createElement(AccountError, { error, area: 'user' }))).toContain(title)
	},
)

import { beforeEach, describe, expect, test } from 'vitest'
import { CELLS } from '~/domain/grid/layout'
import { readSelection, resolveSelection } from '~/domain/grid/selection/selection'
import { checkSelection } from '~/domain/grid/selection/selection-rules'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { loader } from '~/routes/user/pixels/pixels-buy'
import {
	clearGrid,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { loadWithMarkup, makeRequest, readThrown, routeArgs } from '../support/requests'

/* "Suggest a place": links to free rectangles for any query. */

const SUGGEST = '/user/pixels/suggest'
const TINY = CELLS.filter(({ type }) => type === 'tiny').map(({ id }) => id)

let buyer: TestAccount
let rival: TestAccount

beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	rival = await makeUser()
})

/** Returns the disclosure with the suggestions, and the cells selected by each link. */
async function ask(query: Record<string, string> | string = '') {
	const request = await makeRequest(`${SUGGEST}?${new URLSearchParams(query)}`, { as: buyer })
	const { html } = await loadWithMarkup(request, () => loader(routeArgs(request)))
	const places = [...html.matchAll(/href="([^"]+)" data-suggestion/g)].map(([, href = '']) => {
		const { searchParams } = new URL(href.replaceAll('&amp;', '&'), 'http://localhost')
		const chosen = resolveSelection(readSelection(searchParams), 'select')
		if (!chosen.ok) throw new Error(chosen.message)
		return chosen.ids
	})
	return { html, places }
}

test('guests log in first, and return to their search', async () => {
	const request = await makeRequest(`${SUGGEST}?columns=4`)
	const thrown = await loader(routeArgs(request)).catch(error => error)
	expect(readThrown(thrown)).toEqual({
		status: 302,
		outcome: expect.stringMatching(/^\/login\?.*suggest.*columns/),
	})
})

describe('suggested places', () => {
	test('are available to this buyer, rectangular, and can be bought', async () => {
		await ownCells(rival.id, [590, 591])
		await makeOrder(rival.id, [592], { status: 'open' })
		await makeOrder(rival.id, [593], { status: 'pending' })
		await reserveForHouse([630, 631])
		await ownCells(rival.id, [632])
		await makeTransfer(rival.id, [632], { recipientEmail: buyer.email })
		const gone = [590, 591, 592, 593, 630, 631, 632]
		const { html, places } = await ask({ type: 'tiny', rows: '2', columns: '3', near: '591' })
		expect(places).toHaveLength(3)
		expect(html.match(/<svg class="place-picture /g)).toHaveLength(3)
		expect(new Set(places.flat()).size).toBe(18)
		for (const ids of places) {
			expect(checkSelection(ids)).toMatchObject({ ok: true, type: 'tiny' })
			expect(ids.filter(id => gone.includes(id))).toEqual([])
		}
		expect(await openCheckout(buyer.id, places[0] ?? [], Date.now())).toMatchObject({ ok: true })
	})

	test('a full grid has none, and an almost full one its last pixel', async () => {
		await reserveForHouse(CELLS.map(({ id }) => id).filter(id => id !== 700))
		const last = await ask({ rows: '1', columns: '1' })
		expect(last.places).toEqual([[700]])
		expect((await ask({ budget: '50,000,000' })).places).toEqual([[700]])
		expect((await ask({ rows: '2' })).html).toContain('Nothing of that size is free. A smaller place may be.')
		await reserveForHouse([700])
		for (const query of [{}, { rows: '1', columns: '1' }, { budget: '100000000' }]) {
			const { html, places } = await ask(query)
			expect(places).toEqual([])
			expect(html).toContain('Every pixel is taken at the moment.')
		}
	})

	test('never exceed the limit of an order', async () => {
		const tooMany = await ask({ rows: '10', columns: '11' })
		expect(tooMany.places).toEqual([])
		expect(tooMany.html).toContain('An order can have at most 100 pixels, and you have chosen 110.')
		await changeSettings({ maxCellsPerOrder: 5 }, { actorId: buyer.id, now: Date.now() })
		expect((await ask({ rows: '2', columns: '3' })).places).toEqual([])
		const { places } = await ask({ budget: '100000000' })
		expect(places).toHaveLength(3)
		for (const ids of places) expect(ids.length).toBeLessThanOrEqual(5)
		await changeSettings({ maxCellsPerOrder: 100 }, { actorId: buyer.id, now: Date.now() })
	})

	test.each([
		['type=huge', 'Choose a type of pixel'],
		['type=__proto__', 'Choose a type of pixel'],
		['rows=-1', 'Please enter rows and columns as numbers'],
		['columns=1e9', 'Please enter rows and columns as numbers'],
		['rows=99999999999999999999', 'Please enter rows and columns as numbers'],
		['budget=-5', 'Please enter the budget in whole pounds'],
		['budget=%00', 'Please enter the budget in whole pounds'],
		['budget=%22%3E%3Cscript%3Ealert(1)', 'Please enter the budget in whole pounds'],
		['rows=999999999&columns=999999999', 'An order can have at most 100 pixels'],
	])('are refused with a message for %s', async (query, words) => {
		const { html, places } = await ask(query)
		expect(html).toContain(words)
		expect(html).not.toContain('<script')
		expect(places).toEqual([])
	})

	test.each([
		['type=huge', 'type'],
		['rows=-1', 'rows'],
		['columns=0', 'columns'],
		['budget=-5', 'budget'],
	])('are refused beside the field for %s', async (query, name) => {
		const { html } = await ask(query)
		expect(html.match(/aria-invalid="true" aria-describedby="[^"]+"/g)).toEqual([
			`aria-invalid="true" aria-describedby="${name}-error"`,
		])
	})

	test.each(['near=99999', 'near=%3Cb%3E', 'near=', 'cell=1&cell=2', 'view=tiny-1', 'rows=1&rows=2'])(
		'ignore %s',
		async query => {
			expect((await ask(query)).places).toHaveLength(3)
		},
	)

	test('are found quickly in the worst-case grid', async () => {
		await reserveForHouse(TINY.filter(id => id % 2 === 0))
		const before = process.cpuUsage()
		expect((await ask({ budget: '999999999' })).places).toHaveLength(3)
		const { user, system } = process.cpuUsage(before)
		// CPU time in microseconds, which does not depend on other load.
		expect(user + system).toBeLessThan(2_000_000)
	})
})

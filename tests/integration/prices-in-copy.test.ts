import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import About, { loader as aboutLoader } from '~/routes/public/about'
import Home, { loader as homeLoader } from '~/routes/public/home'
import { write } from '~/server/db/db.server'
import { SHIPPED_PRICES, setPrices } from '../support/factories'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'

afterEach(async () => setPrices(SHIPPED_PRICES))

const pages = {
	'/': async () => {
		return renderPage(Home, { loaderData: await homeLoader(routeArgs(await makeRequest('/'))) })
	},
	'/about': async () => {
		return renderPage(About, { loaderData: await aboutLoader() })
	},
}

describe.each(Object.entries(pages))('%s', (_, draw) => {
	test('states the range of the default prices', async () => {
		expect(await draw()).toContain('from £100,000 to £10\u00a0million')
	})

	test('states the range of the current prices, in full where millions are not exact', async () => {
		await setPrices({ large: 12_345_678_00, tiny: 49_999_00 })
		const page = await draw()
		expect(page).toContain('from £49,999 to £12,345,678')
		expect(page).not.toContain('£10\u00a0million')
	})

	test('states a single price where every size costs the same', async () => {
		await setPrices({ large: 100, medium: 100, small: 100, tiny: 100 })
		expect(await draw()).toMatch(/(They cost £1, and|one price each: £1\.)/)
	})

	test('falls back to a text without prices when they cannot be read', async () => {
		await write(tx => tx.run(sql`alter table pixel_prices rename to lost_prices`))
		try {
			expect(await draw()).toContain('from £100,000 to £10\u00a0million')
		} finally {
			await write(tx => tx.run(sql`alter table lost_prices rename to pixel_prices`))
		}
	})
})

test('the sizes on the home page abbreviate only exact amounts', async () => {
	expect(sizePrices(await pages['/']())).toEqual(['£10M', '£1M', '£500K', '£100K'])
	await setPrices({ large: 1_250_000_00, medium: 1_234_567_00, small: 1_005_00, tiny: 49_999_00 })
	expect(sizePrices(await pages['/']())).toEqual(['£1.25M', '£1,234,567', '£1,005', '£49,999'])
})

function sizePrices(page: string): string[] {
	return [...page.matchAll(/<td><data[^>]*>([^<]*)</g)].map(match => match[1] ?? '')
}

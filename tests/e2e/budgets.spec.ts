import type { Page } from '@playwright/test'
import { expect, test, waitForScripts } from '../support/journey'

/* Script budgets in compressed bytes over the network (docs/decisions/0001). */

const PUBLIC = [
	'/',
	'/about',
	'/how-it-works',
	'/auctions',
	'/contact',
	'/policy-terms',
	'/login',
	'/register',
]
const PUBLIC_BUDGET = 12_000
const TOOL_BUDGET = 100_000

type Loaded = { bytes: number; sources: string[] }

/** Opens a page with an empty cache and counts its scripts. */
async function load(page: Page, path: string): Promise<Loaded> {
	const session = await page.context().newCDPSession(page)
	await session.send('Network.enable')
	await session.send('Network.setCacheDisabled', { cacheDisabled: true })
	const scripts = new Map<string, number>()
	const sources: Promise<string>[] = []
	session.on('Network.responseReceived', event => {
		if (event.type === 'Script') scripts.set(event.requestId, 0)
	})
	session.on('Network.loadingFinished', event => {
		if (scripts.has(event.requestId)) scripts.set(event.requestId, event.encodedDataLength)
	})
	page.on('response', response => {
		if (response.request().resourceType() === 'script') sources.push(response.text())
	})
	await page.goto(path, { waitUntil: 'networkidle' })
	await waitForScripts(page)
	await session.detach()
	return {
		bytes: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
		sources: await Promise.all(sources),
	}
}

/* Strings of React and zod that minifiers do not change. */
const REACT = 'Minified React error'
const ZOD = 'invalid_format'
/* Creating this user takes longer than the rest of the set-up. */
const FORMATTER = 'new Intl.'

test('public and sign-in pages load at most 12 kB of script, and no React', async ({ page }) => {
	for (const path of PUBLIC) {
		const { bytes, sources } = await load(page, path)
		expect(bytes, path).toBeGreaterThan(1_000)
		expect(bytes, path).toBeLessThanOrEqual(PUBLIC_BUDGET)
		expect(sources.join(''), path).not.toContain(REACT)
		expect(sources.join(''), path).not.toContain(FORMATTER)
	}
})

test('a page with a tool loads at most 100 kB, and zod only when a form is used', async ({
	page,
	make,
	signIn,
}) => {
	const user = await make.makeUser()
	await signIn(user)
	const order = await make.makeOrder(user.id, [112], { status: 'open' })
	const confirm = `/user/checkout/${order.id}/confirm`
	await make.ownCells(user.id, [200])
	for (const path of ['/user/pixels/buy', '/user/profile', '/user/profile?cell=200', confirm]) {
		const { bytes, sources } = await load(page, path)
		expect(bytes, path).toBeLessThanOrEqual(TOOL_BUDGET)
		expect(sources.join(''), path).toContain(REACT)
		expect(sources.join(''), path).not.toContain(ZOD)
	}
	const checks = page.waitForResponse(response => response.request().resourceType() === 'script')
	await page.getByLabel('Bank name').focus()
	expect(await (await checks).text()).toBeTruthy()
	await page.getByLabel('Transaction ID').focus()
	await expect(page.getByText('Bank name is required')).toBeVisible()
})

test('a signed-in page without a tool loads no React', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	const { bytes, sources } = await load(page, '/user/dashboard')
	expect(bytes).toBeLessThanOrEqual(PUBLIC_BUDGET)
	expect(sources.join('')).not.toContain(REACT)
})

import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test, WIDTHS } from '../support/journey'

/* A page inlines the styles it uses (docs/decisions/0052); elements that add content load the whole style sheet. */

const WHOLE = readdirSync('build/client/assets').find(name => /^app-.*\.css$/.test(name))

const PUBLIC = [
	'/',
	'/about',
	'/how-it-works',
	'/auctions',
	'/contact',
	'/policy-terms',
	'/login',
	'/register',
	'/forgot-password',
	'/maintenance',
]
const USER = [
	'/user/dashboard',
	'/user/history',
	'/user/profile',
	'/user/pixels/buy',
	'/user/invitations/1',
	'/user/nowhere',
]
const ADMIN = ['/admin/dashboard', '/admin/transactions', '/admin/outbox', '/admin/setting']

const sheet = (page: Page) => page.locator('head > link[rel=stylesheet]')

/**
 * Finds rules of the whole style sheet that match a visible element in any state and viewport, and that the page lacks.
 */
async function missingRules(page: Page): Promise<string[]> {
	await page.waitForFunction(() => document.documentElement.dataset['enhanced'] === '')
	await page.waitForLoadState()
	if ((await sheet(page).count()) === 0) await page.addStyleTag({ url: `/assets/${WHOLE}` })
	await expect(sheet(page)).toHaveCount(1)
	await expect.poll(() => sheet(page).evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true)
	return await page.evaluate(() => {
		const getSelectors = (rules: CSSRuleList | undefined, around = ''): [string, string][] =>
			[...(rules ?? [])].flatMap(rule => {
				if (rule instanceof CSSStyleRule) {
					return rule.selectorText.split(/,\s*(?![^(]*\))/).map((one): [string, string] => [around, one])
				}
				if (!(rule instanceof CSSGroupingRule)) return []
				return getSelectors(rule.cssRules, `${around} ${rule.cssText.slice(0, rule.cssText.indexOf('{'))}`)
			})
		const inPage = new Set(
			[...document.querySelectorAll('style')]
				.flatMap(style => getSelectors(style.sheet?.cssRules))
				.map(String),
		)
		const link = document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]')
		const all = getSelectors(link?.sheet?.cssRules)
		if (inPage.size < 100 || all.length < inPage.size) throw new Error('no styles to compare')
		const states =
			/:not\(:[\w-]+(, :[\w-]+)*\)|::[\w-]+(\([^)]*\))?|:(hover|focus|focus-visible|focus-within|active|target|popover-open|disabled|open)\b/g
		const partOfInput = /::(placeholder|file-selector-button|-webkit-)/
		return all
			.filter(one => !inPage.has(String(one)))
			.filter(([, selector]) => {
				const any = partOfInput.test(selector) ? 'input, textarea' : '*'
				const found = document.querySelectorAll(selector.replace(states, '') || any)
				return [...found].some(element => !element.matches('input[type=hidden]'))
			})
			.map(String)
	})
}

test.describe('the inlined styles of a page are complete', () => {
	test('public pages', async ({ page }) => {
		for (const path of PUBLIC) {
			await page.goto(path)
			expect(await missingRules(page), path).toEqual([])
		}
	})

	test('the user area', async ({ page, make, signIn }) => {
		const user = await make.makeUser()
		await signIn(user)
		const order = await make.makeOrder(user.id, [1, 2])
		for (const path of [...USER, `/user/history/${order.id}`]) {
			await page.goto(path)
			expect(await missingRules(page), path).toEqual([])
		}
	})

	test('the administrators’ area', async ({ page, make, signIn }) => {
		await signIn(await make.makeAdmin())
		const order = await make.makeOrder((await make.makeUser()).id, [1, 2], { status: 'pending' })
		for (const path of [...ADMIN, `/admin/transactions/${order.id}`]) {
			await page.goto(path)
			expect(await missingRules(page), path).toEqual([])
		}
	})
})

/* The clock replaces its initial time, which moves the text behind it. */
const WITH_CLOCK = '/verify-user'

function movesLines(shift: string): boolean {
	type Moved = Record<'previousRect' | 'currentRect', { y: number; height: number }>
	const { sources }: { sources: Moved[] } = JSON.parse(shift)
	return sources.some(
		({ previousRect: before, currentRect: now }) => before.y !== now.y || before.height !== now.height,
	)
}

/* A heading may wrap differently when its font is decoded after the first paint, as on a busy machine (0.022). */
const MAX_SHIFT = 0.03

test('the layout does not shift when fonts, script and style sheet load late', async ({ page }) => {
	await page.addInitScript(most => {
		const shifts: string[] = []
		Object.assign(window, { shifts })
		new PerformanceObserver(list => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
				if (entry.value > most) shifts.push(JSON.stringify(entry))
			}
		}).observe({ type: 'layout-shift', buffered: true })
	}, MAX_SHIFT)
	await page.goto('/forgot-password')
	await page.getByLabel('Email').fill('nobody@example.com')
	await page.locator('main form button').click()
	await page.waitForURL(WITH_CLOCK)
	// Retries in the next document, as the execution context ends with the navigation.
	const painted = () =>
		page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length).catch(() => 0)
	await page.route(/\/assets\//, async route => {
		await expect.poll(painted).toBe(1)
		await route.continue()
	})
	for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
		await page.setViewportSize({ width, height: 900 })
		const paths = width === WIDTHS.phone ? PUBLIC : ['/', '/how-it-works', '/contact', '/register']
		for (const path of [...paths, WITH_CLOCK]) {
			await page.goto(path)
			await page.waitForFunction(() => document.documentElement.dataset['enhanced'] === '')
			await page.waitForLoadState()
			const waiting = () =>
				sheet(page).evaluateAll((all: HTMLLinkElement[]) => all.filter(link => !link.sheet))
			await expect.poll(waiting).toEqual([])
			await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
			const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
			const moved = path === WITH_CLOCK ? shifts.filter(movesLines) : shifts
			expect(moved, `${path} at ${width} px`).toEqual([])
		}
	}
})

test('home loads the whole style sheet only when it shows a page as a dialog', async ({ page }) => {
	await page.goto('/')
	await page.waitForFunction(() => document.documentElement.dataset['enhanced'] === '')
	await page.waitForLoadState()
	await expect(sheet(page)).toHaveCount(0)
	await page.locator('dialog-link a').first().click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expect(sheet(page)).toHaveCount(1)
})

test('without scripts a page loads no style sheet and is styled @no-js', async ({ page }) => {
	const asked: string[] = []
	page.on('request', request => asked.push(request.resourceType()))
	await page.goto('/about')
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 24, 20)')
	await expect(page.locator('h1')).toHaveCSS('font-family', /Market Serif/)
	expect(asked).not.toContain('stylesheet')
})

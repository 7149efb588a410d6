import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { coloursIn } from './colours'
import { serverOf } from './database'
import type * as Factories from './factories'
import { mailbox } from './mailbox'
import { startServer, type TestServer } from './server'

type Faults = {
	/** Errors on the pages of this test so far. The test fails at its end if any are left. */
	list: string[]
}

type JourneyFixtures = {
	faults: Faults
	/** Every test begins with a free grid. */
	freeGrid: undefined
	/** Signs an account in, in this test's browser, without the log-in page. */
	signIn: (account: { id: string }) => Promise<void>
	/** A second person's browser, as this test's own: another context, the same scripts, width and watch for faults. */
	otherPage: () => Promise<Page>
	/** The colours of a picture, as the browser decodes it. */
	coloursOf: (picture: Uint8Array) => ReturnType<typeof coloursIn>
	/** The browser runs scripts. */
	scripts: boolean
}

type WorkerFixtures = {
	/** The program Node runs to serve the product, instead of server.js. */
	program: readonly string[] | undefined
	/**
	 * The product, on its own port and data, shared by the tests of one worker; its grid is free at the start of each.
	 */
	server: TestServer
	mails: ReturnType<typeof mailbox>
	/** Factories that write into this server's database. */
	make: typeof Factories
}

/** Playwright's test with the product running. Every journey runs without and with JavaScript. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
	program: [undefined, { scope: 'worker', option: true }],
	server: [
		async ({ program }, use) => {
			const server = await startServer(program ? { program } : {})
			await use(server)
			await server.stop()
		},
		{ scope: 'worker', timeout: 240_000 },
	],
	mails: [
		async ({ server }, use) => {
			await use(mailbox(server.dataDir))
		},
		{ scope: 'worker' },
	],
	make: [
		async ({ server }, use) => {
			const DATABASE_URL = await serverOf(server.dataDir)
			Object.assign(process.env, {
				NODE_ENV: 'test',
				DEMO: '1',
				DATA_DIR: server.dataDir,
				APP_URL: server.url,
				LOG_LEVEL: 'silent',
				...(DATABASE_URL ? { DATABASE_URL } : {}),
			})
			await use(await import('./factories'))
			const { closeDatabase } = await import('../../app/server/db/db.server')
			await closeDatabase()
		},
		{ scope: 'worker' },
	],
	baseURL: async ({ server }, use) => {
		await use(server.url)
	},
	scripts: async ({ javaScriptEnabled }, use) => {
		await use(javaScriptEnabled)
	},
	signIn: async ({ context, make, server }, use) => {
		await use(async account => {
			await context.addCookies([{ ...(await make.sessionCookie(account.id)), url: server.url }])
		})
	},
	otherPage: async ({ browser, viewport, javaScriptEnabled }, use) => {
		const contexts: BrowserContext[] = []
		await use(async () => {
			const context = await browser.newContext({ viewport })
			contexts.push(context)
			begin(context, javaScriptEnabled)
			return await context.newPage()
		})
		for (const context of contexts) await context.close()
	},
	coloursOf: async ({ browser }, use) => {
		await use(picture => coloursIn(browser, picture))
	},
	freeGrid: [
		async ({ make }, use) => {
			await make.clearGrid()
			await use(undefined)
		},
		{ auto: true },
	],
	faults: [
		async ({ browser, context, javaScriptEnabled }, use) => {
			const faults: Faults = { list: [] }
			const watchAll = (opened: BrowserContext) => opened.on('page', page => watch(page, faults.list))
			watchAll(context)
			// Those that the test opens itself.
			browser.on('context', watchAll)
			begin(context, javaScriptEnabled)
			await use(faults)
			browser.off('context', watchAll)
			expect(faults.list, 'faults of the pages').toEqual([])
		},
		{ auto: true },
	],
})

function begin(context: BrowserContext, scripts: boolean): void {
	if (scripts) context.on('page', holdUntilEnhanced)
	else scriptless.add(context)
}

/* A page can be clicked on before its script has run, and then works as without one: right for people, random for a
   test. Every action and expectation of a locator looks for this first, and waits until it is gone. */
const notYetEnhanced = 'html[lang="en-GB"]:not([data-enhanced])'

function holdUntilEnhanced(page: Page): void {
	const closed = () => undefined
	page.addLocatorHandler(page.locator(notYetEnhanced), async () => undefined).catch(closed)
}

/**
 * The page that is there has run its script, where scripts run. For keys, the mouse and `evaluate`, which wait for
 * nothing.
 */
export async function waitForScripts(page: Page): Promise<void> {
	if (scriptless.has(page.context())) return
	await expect(page.locator('html[data-enhanced]')).toHaveCount(1)
}

/* Chromium reports every answer of 400 and above as an error of the console; that a page refuses a form is no fault. */
function watch(page: Page, faults: string[]): void {
	page.on('pageerror', error => faults.push(`${page.url()}: ${error.message}`))
	page.on('console', message => {
		if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
		faults.push(`${page.url()}: ${message.text()}`)
	})
	page.on('response', response => {
		// A form that a page sends, or a tool in its place, may be refused.
		const request = response.request()
		const isForm =
			['document', 'xhr'].includes(request.resourceType()) ||
			(request.resourceType() === 'fetch' && request.method() === 'POST')
		if (response.status() >= (isForm ? 500 : 400) && response.status() !== 503) {
			faults.push(`${response.status()} ${request.method()} ${response.url()}`)
		}
	})
}

/* A thousand cells of the grid are drawn by one line of code. Those of the other sizes stand for them; axe compares each
   element with each one that is left out, so their container is. */
const MORE_OF_THE_SAME = '[data-run="tiny"]'

const scriptless = new WeakSet<BrowserContext>()

/**
 * No violation that axe knows of, its best practices included. axe is a script, so it looks where scripts run: the
 * server sends the same HTML to browsers that run none. `cells`: "all" looks at every cell of a grid.
 */
export async function expectAccessible(page: Page, { cells = 'some' } = {}): Promise<void> {
	if (scriptless.has(page.context())) return
	const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
	const { violations } = await (cells === 'all' ? axe : axe.exclude(MORE_OF_THE_SAME)).analyze()
	const found = violations.map(
		({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
	)
	expect.soft(found, `axe on ${page.url()}`).toEqual([])
}

/** The page does not scroll sideways. */
export async function expectFitsWidth(page: Page): Promise<void> {
	const { content, window } = await page.evaluate(() => ({
		content: document.documentElement.scrollWidth,
		window: document.documentElement.clientWidth,
	}))
	expect.soft(content, `width of ${page.url()}`).toBeLessThanOrEqual(window)
}

/** Expects every page to be accessible, no wider than the window, with a title and one main heading. */
export async function expectAccessiblePage(page: Page): Promise<void> {
	await expect(page).toHaveTitle(/\S/)
	// Behind an open dialog the page is out of reach, and so is its heading.
	await expect(page.locator('dialog[open] h1, body:not(:has(dialog[open])) h1')).toHaveCount(1)
	await expectFitsWidth(page)
	await expectAccessible(page)
}

/** Widths that every page is looked at in. */
export const WIDTHS = { phone: 375, tablet: 768, desktop: 1440 } as const

/** In one load: the page fits every width, and is sound at the one it has. */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
	const own = page.viewportSize()
	for (const width of [320, ...Object.values(WIDTHS)]) {
		await page.setViewportSize({ width, height: 900 })
		await expectFitsWidth(page)
	}
	if (own) await page.setViewportSize(own)
	await expectAccessiblePage(page)
}

/**
 * For journeys that are made at several widths: expectAccessiblePage on a phone, and elsewhere that the page fits. The widths
 * differ in what fits, not in names and roles.
 */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
	await (page.viewportSize()?.width === WIDTHS.phone ? expectAccessiblePage(page) : expectFitsWidth(page))
}

export { expect } from '@playwright/test'

import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { findViolations } from './axe'
import { coloursIn } from './colours'
import { getServer } from './database'
import type * as Factories from './factories'
import { mailbox } from './mailbox'
import { startServer, type TestServer } from './server'

type Faults = {
	/** Errors on the pages of this test so far. The test fails at its end if there are any. */
	list: string[]
}

type JourneyFixtures = {
	faults: Faults
	/** Every test starts with an empty grid. */
	freeGrid: undefined
	/** Signs an account in without the log-in page. */
	signIn: (account: { id: string }) => Promise<void>
	/** Opens a second person's browser: another context with the same settings and error checks. */
	otherPage: () => Promise<Page>
	/** Reads the colours of an image as the browser decodes it. */
	readColours: (picture: Uint8Array) => ReturnType<typeof coloursIn>
	/** JavaScript is enabled. */
	scripts: boolean
}

type WorkerFixtures = {
	/** The script that Node runs to serve the product, instead of server.js. */
	program: readonly string[] | undefined
	/**
	 * The product with its own port and data, shared by the tests of one worker; its grid is emptied before each test.
	 */
	server: TestServer
	mails: ReturnType<typeof mailbox>
	/** Factories that write to this server's database. */
	make: typeof Factories
}

/** Playwright's test with the product running, with and without JavaScript. */
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
			const DATABASE_URL = await getServer(server.dataDir)
			Object.assign(process.env, {
				NODE_ENV: 'test',
				DEMO: '1',
				DATA_DIR: server.dataDir,
				APP_URL: server.url,
				LOG_LEVEL: 'silent',
				...(DATABASE_URL ? { DATABASE_URL } : {}),
			})
			await use(await import('./factories'))
			const { closeDatabase } = await import('~/server/db/db.server')
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
	readColours: async ({ browser }, use) => {
		const context = await browser.newContext({ javaScriptEnabled: true })
		const page = await context.newPage()
		await use(picture => coloursIn(page, picture))
		await context.close()
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
			// Contexts that the test opens itself.
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

/* A page can be clicked before its script has run, and then works as without scripts: right for people, random for a
   test. Every action and expectation of a locator waits until the script has run. */
const notYetEnhanced = 'html[lang="en-GB"]:not([data-enhanced])'

function holdUntilEnhanced(page: Page): void {
	const closed = () => undefined
	page.addLocatorHandler(page.locator(notYetEnhanced), async () => undefined).catch(closed)
}

/**
 * Waits until the page has run its script, where scripts are enabled. For keys, the mouse and `evaluate`, which do not
 * wait.
 */
export async function waitForScripts(page: Page): Promise<void> {
	if (scriptless.has(page.context())) return
	await expect(page.locator('html[data-enhanced]')).toHaveCount(1)
}

/* Chromium logs every response with a status of 400 and above as a console error; rejecting a form is not an error. */
function watch(page: Page, faults: string[]): void {
	page.on('pageerror', error => faults.push(`${page.url()}: ${error.message}`))
	page.on('console', message => {
		if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
		faults.push(`${page.url()}: ${message.text()}`)
	})
	page.on('response', response => {
		// A form sent by a page or by a tool may be rejected.
		const request = response.request()
		const isForm =
			['document', 'xhr'].includes(request.resourceType()) ||
			(request.resourceType() === 'fetch' && request.method() === 'POST')
		if (response.status() >= (isForm ? 500 : 400) && response.status() !== 503) {
			faults.push(`${response.status()} ${request.method()} ${response.url()}`)
		}
	})
}

/* A thousand cells of the grid are rendered by the same code, so those of the other sizes represent them; axe
   compares each element with each excluded one, so their container is excluded. */
const MORE_OF_THE_SAME = '[data-run="tiny"]'

const scriptless = new WeakSet<BrowserContext>()

/**
 * Expects no violations in axe, best practices included. axe needs scripts, so it runs where they are enabled: the
 * server sends the same HTML to all browsers. `cells`: "all" checks every cell of a grid.
 */
export async function expectAccessible(page: Page, { cells = 'some' } = {}): Promise<void> {
	if (scriptless.has(page.context())) return
	const found = await findViolations(page, cells === 'all' ? [] : [MORE_OF_THE_SAME])
	expect.soft(found, `axe on ${page.url()}`).toEqual([])
}

/** Expects no horizontal scrolling. */
export async function expectFitsWidth(page: Page): Promise<void> {
	const { content, window } = await page.evaluate(() => ({
		content: document.documentElement.scrollWidth,
		window: document.documentElement.clientWidth,
	}))
	expect.soft(content, `width of ${page.url()}`).toBeLessThanOrEqual(window)
}

/** Expects an accessible page that fits the window, with a title and one main heading. */
export async function expectAccessiblePage(page: Page): Promise<void> {
	await expect(page).toHaveTitle(/\S/)
	// Behind an open dialog the page with its heading is inert.
	await expect(page.locator('dialog[open] h1, body:not(:has(dialog[open])) h1')).toHaveCount(1)
	await expectFitsWidth(page)
	await expectAccessible(page)
}

/** The widths at which every page is checked. */
export const WIDTHS = { phone: 375, tablet: 768, desktop: 1440 } as const

/** Expects the page to fit every width, in one load. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
	const own = page.viewportSize()
	for (const width of [320, ...Object.values(WIDTHS)]) {
		await page.setViewportSize({ width, height: 900 })
		await expectFitsWidth(page)
	}
	if (own) await page.setViewportSize(own)
}

/** In one load: expects the page to fit every width, and to be accessible at the current one. */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
	await expectFitsEveryWidth(page)
	await expectAccessiblePage(page)
}

export { expect } from '@playwright/test'

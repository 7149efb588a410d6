/* Takes screenshots of every page into screens/: `npm run screens -- [parts of names]`, after a build. Starts the
   product with sample data. Pages are captured in full length at three widths, or at two where the middle one shows
   nothing new. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { OAuth2Server } from 'oauth2-mock-server'
import sharp from 'sharp'
import { stepPath } from '~/domain/house/paths'
import { selectionQuery } from '../app/domain/grid/selection/selection'
import { extractCode, mailbox } from '../tests/support/mailbox'
import { startServer } from '../tests/support/server'
import { root } from './built.mjs'
import { findChromium } from './chromium.mjs'

const wanted = process.argv.slice(2)
const WIDTHS = [375, 768, 1440]
const ENDS = [375, 1440]
const folder = path.join(root, 'screens')
mkdirSync(folder, { recursive: true })

const google = new OAuth2Server()
await google.issuer.keys.generate('RS256')
await google.start(0, '127.0.0.1')
google.issuer.url = `http://127.0.0.1:${google.address().port}`
const claims = { sub: '1', email: 'grace@google.example', email_verified: true, name: 'Grace' }
google.service.on('beforeTokenSigning', token => {
	Object.assign(token.payload, claims)
})

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-screens-'))
Object.assign(process.env, { DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
execFileSync('npx', ['tsx', 'scripts/fill-grid.ts', '93'], { cwd: root, stdio: 'inherit', env: process.env })
const server = await startServer({
	dataDir,
	env: {
		LOG_LEVEL: 'error',
		GOOGLE_CLIENT_ID: 'market',
		GOOGLE_CLIENT_SECRET: 'secret',
		GOOGLE_ISSUER: google.issuer.url,
	},
})
const { makeAdmin, makeUser, sessionCookie } = await import('../tests/support/factories')
const { setUpSecondFactor } = await import('../tests/support/second-factor')
const { makeAdminData, makeScreenData } = await import('./screen-data')
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu'],
})

type ScreenData = Awaited<ReturnType<typeof makeScreenData>>

/** Creates a browser context that has answered the cookie banner. */
async function visitor(accountId?: string): Promise<Page> {
	const context: BrowserContext = await browser.newContext({
		locale: 'en-GB',
		timezoneId: 'Europe/London',
		reducedMotion: 'reduce',
	})
	if (accountId) await context.addCookies([{ ...(await sessionCookie(accountId)), url: server.url }])
	context.setDefaultTimeout(120_000)
	const page = await context.newPage()
	await page.goto(`${server.url}/policy-terms`)
	const answer = page.waitForResponse(response => response.url().endsWith('/cookie-preference'))
	await page.getByRole('button', { name: 'Accept' }).click()
	await answer
	return page
}

/** Captures the current page, or the one at a URL, at every width. */
async function shoot(page: Page, name: string, address?: string, widths = WIDTHS): Promise<void> {
	if (wanted.length > 0 && !wanted.some(part => name.includes(part))) return
	for (const width of widths) {
		await page.setViewportSize({ width, height: 900 })
		if (address !== undefined) await page.goto(server.url + address)
		await page.evaluate(async () => {
			// Sticky elements would cover parts of a full-page screenshot.
			const sheet = new CSSStyleSheet()
			sheet.replaceSync(`
				.selection-bar, .shell-bar, .decide-bar { position: static !important }
				body { position: relative }
				@media (width >= 64rem) { .shell-side { position: absolute !important; inset: 0 auto 0 0 !important; height: auto !important } }
			`)
			document.adoptedStyleSheets = [sheet]
			await document.fonts.ready
			for (const image of document.images) {
				image.loading = 'eager'
				await image.decode().catch(() => undefined)
			}
		})
		const png = await page.screenshot({ fullPage: true })
		await sharp(png)
			.webp({ quality: 72, effort: 5 })
			.toFile(path.join(folder, `${name}-${width}.webp`))
	}
}

/** Lists pages by name, with a phone and a desktop width. */
async function shootAll(page: Page, pages: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, address] of Object.entries(pages)) await shoot(page, name, address, ENDS)
}

async function shootGuests(member: { email: string }, data: ScreenData): Promise<void> {
	const page = await visitor()
	/* Prevents the redirect of this page. */
	await page.route('**/payment-response', async route => {
		const response = await route.fetch()
		const { refresh: _, ...headers } = response.headers()
		await route.fulfill({ response, headers })
	})
	await shoot(page, 'home', '/')
	await shootAll(page, {
		pixel: `/pixels/${data.shown}`,
		'pixel-free': `/pixels/${data.free[0]}`,
		certificate: `/certificates/${data.certificate}`,
		pixels: '/pixels',
		api: '/api',
		'payment-response': '/payment-response',
	})
	const names = ['about', 'how-it-works', 'auctions', 'contact', 'policy-terms', 'login', 'register']
	for (const name of [...names, 'forgot-password', 'maintenance']) await shoot(page, name, `/${name}`)

	await page.goto(`${server.url}/register`)
	await page.getByLabel('First name').fill('Eve')
	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('Email').fill('eve@example.com')
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await page.waitForURL('**/verify-otp')
	await shoot(page, 'verify-otp', '/verify-otp')

	await page.goto(`${server.url}/forgot-password`)
	await page.getByLabel('Email').fill(member.email)
	await page.locator('main form button[type=submit]').first().click()
	await page.waitForURL('**/verify-user')
	await shoot(page, 'verify-user', '/verify-user')
	await page.locator('input[name="digit"]').first().click()
	await page.keyboard.type(extractCode(await mailbox(dataDir).waitForMail(member.email)))
	await page.getByRole('button', { name: /^Verify/ }).click()
	await page.waitForURL('**/reset-password')
	await shoot(page, 'reset-password', '/reset-password')

	await page.goto(`${server.url}/login`)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await page.waitForURL('**/auth/google/sign-up')
	await shoot(page, 'google-sign-up', '/auth/google/sign-up')
	await page.locator('input[name="terms"]').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await page.waitForURL('**/user/dashboard')
	await page.context().clearCookies({ name: /session/ })

	/* Prevents the redirect of this page. */
	await page.route(/google-response\?.*finish/, route => route.fulfill({ status: 204 }))
	await page.goto(`${server.url}/login`)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await page.waitForURL('**/google-response?token=*')
	await page.waitForLoadState()
	await shoot(page, 'google-response')
	await page.context().close()
}

async function shootSecondStep(member: { id: string; email: string; password: string }): Promise<void> {
	await setUpSecondFactor(member, Date.now())
	const page = await visitor()
	await page.goto(`${server.url}/login`)
	await page.getByLabel('Email').fill(member.email)
	await page.getByLabel('Password', { exact: true }).fill(member.password)
	await page.getByRole('button', { name: 'Log In' }).click()
	await page.waitForURL('**/login/code')
	await shoot(page, 'login-code', '/login/code')

	Object.assign(claims, { sub: '2', email: member.email })
	await page.goto(`${server.url}/login`)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await page.waitForURL('**/auth/google/link')
	await shoot(page, 'google-link', '/auth/google/link')
	await page.context().close()
}

async function shootMember(data: ScreenData): Promise<void> {
	const page = await visitor(data.member.id)
	const checkout = `/user/checkout/${data.open.id}`
	await shoot(page, 'dashboard', '/user/dashboard')
	await shoot(page, 'buy', `/user/pixels/buy${selectionQuery(data.free)}`)
	await shoot(page, 'preview', `/user/pixels/preview${selectionQuery(data.free)}`)
	await shoot(page, 'checkout', checkout)
	await shoot(page, 'checkout-payment', `${checkout}/payment`)
	await shoot(page, 'checkout-confirm', `${checkout}/confirm`)
	await shoot(page, 'checkout-done', `/user/checkout/${data.approved.id}/done`)
	await shoot(page, 'profile', '/user/profile')
	await shoot(page, 'profile-manage', `/user/profile?cell=${data.block[0]}`)
	await shoot(page, 'history', '/user/history')
	await shoot(page, 'history-order', `/user/history/${data.approved.id}`)
	await shoot(page, 'history-sold', '/user/history/sold')
	await shoot(page, 'invitation', `/user/invitations/${data.invitation.id}`)
	await shoot(page, 'not-found', '/user/history/nothing')
	await shoot(page, 'setting', '/user/setting')
	await shoot(page, 'setting-photo', '/user/setting/photo')
	await shoot(page, 'setting-password', '/user/setting/password')
	await shoot(page, 'setting-delete', '/user/setting/delete')
	await shoot(page, 'setting-sessions', '/user/setting/sessions')
	await shootAll(page, {
		invitations: '/user/invitations',
		'history-sale': `/user/history/sold/${data.sale.id}`,
		'profile-delete-image': `/user/profile/delete-image?cell=${data.block[0]}`,
		sell: `/user/pixels/sell${selectionQuery(data.block)}`,
		'sell-to': `/user/pixels/sell/to${selectionQuery(data.block)}`,
		'sell-edit': `/user/pixels/sell/${data.sent.id}/edit`,
		'sell-delete': `/user/pixels/sell/${data.sent.id}/delete`,
		'setting-name': '/user/setting/name',
		'setting-phone': '/user/setting/phone',
		'setting-email': '/user/setting/email',
		'not-found-area': '/user/nothing',
	})
	await page.goto(`${server.url}/user/setting/second-factor`)
	await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
	await page.getByLabel('Code').waitFor()
	await shoot(page, 'setting-second-factor', '/user/setting/second-factor')
	await page.context().close()
}

async function shootAdmin(data: ScreenData): Promise<void> {
	const admin = await makeAdmin({ fullName: 'Alan Administrator', email: 'alan@mcxi.example' })
	const page = await visitor(admin.id)
	const { statement, coupon } = await makeAdminData(admin.id, data)
	await shoot(page, 'admin-dashboard', '/admin/dashboard')
	await shoot(page, 'admin-transactions', '/admin/transactions')
	await shoot(page, 'admin-transaction', `/admin/transactions/${data.pending.id}`)
	await shoot(page, 'admin-reject', `/admin/transactions/${data.pending.id}/reject`)
	await shoot(page, 'admin-outbox', '/admin/outbox?status=sent')
	await page.goto(`${server.url}/admin/outbox?status=sent`)
	const email = await page.locator('td a[href^="/admin/outbox/"]').first().getAttribute('href')
	if (email) await shoot(page, 'admin-email', email, ENDS)
	await shoot(page, 'admin-setting', '/admin/setting')
	await shootAll(page, {
		'admin-invitations': '/admin/invitations',
		'admin-profile': `/admin/profile${selectionQuery(data.free)}`,
		'admin-profile-reserve': stepPath('reserve', data.free),
		'admin-profile-restore': stepPath('restore', data.block),
		'admin-profile-delete': stepPath('delete', data.block),
		'admin-profile-sell': stepPath('sell', data.house),
		'admin-profile-temporary-sell': stepPath('temporary-sell', data.house),
		'admin-profile-manage': stepPath('manage', data.house),
		'admin-approve': `/admin/transactions/${data.pending.id}/approve`,
		'admin-send-failed': '/admin/outbox/send-failed',
		'admin-assign': `/admin/transactions/${data.rejected.id}/assign`,
		'admin-refund': `/admin/transactions/${data.rejected.id}/refund`,
		'admin-statements': '/admin/statements',
		'admin-statement': `/admin/statements/${statement}`,
		'admin-statement-approve': `/admin/statements/${statement}/approve`,
		'admin-users': '/admin/userManagement',
		'admin-user-new': '/admin/userManagement/new',
		'admin-user': `/admin/userManagement/${data.member.id}`,
		'admin-user-edit': `/admin/userManagement/${data.member.id}/edit`,
		'admin-user-role': `/admin/userManagement/${data.member.id}/role`,
		'admin-user-delete': `/admin/userManagement/${data.member.id}/delete`,
		'admin-history': '/admin/history',
		'admin-history-order': `/admin/history/${data.approved.id}`,
		'admin-history-sold': '/admin/history/sold',
		'admin-history-sale': `/admin/history/sold/${data.sale.id}`,
		'admin-coupons': '/admin/coupon',
		'admin-coupon-new': '/admin/coupon/new',
		'admin-coupon': `/admin/coupon/${coupon}`,
		'admin-coupon-edit': `/admin/coupon/${coupon}/edit`,
		'admin-coupon-delete': `/admin/coupon/${coupon}/delete`,
		'admin-audit': '/admin/audit',
		'admin-setting-prices': '/admin/setting/prices',
		'admin-setting-check': '/admin/setting/check',
		'admin-setting-gateway': '/admin/setting/gateway',
	})
	await page.context().close()
}

try {
	const data = await makeScreenData({ fullName: 'Ada Example', email: 'ada@example.com' })
	await shootGuests(await makeUser({ email: 'forgetful@example.com' }), data)
	await shootSecondStep(await makeUser({ email: 'careful@example.com' }))
	await shootMember(data)
	await shootAdmin(data)
} finally {
	await browser.close()
	await server.stop()
	await google.stop()
	const { closeDatabase } = await import('../app/server/db/db.server')
	await closeDatabase()
	rmSync(dataDir, { recursive: true, force: true })
}

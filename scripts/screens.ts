/* Takes the pictures in docs/screens: `npx tsx scripts/screens.ts [part of a name]`, after a build. A grid with blocks, every public page and the
   heart of the checkout, at three widths. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { startServer } from '../tests/support/server'
import { findChromium } from './chromium.mjs'

const wanted = process.argv[2] ?? ''
const WIDTHS = [375, 768, 1440]
const PAGES: [name: string, address: string][] = [
	['home', '/'],
	['about', '/about'],
	['how-it-works', '/how-it-works'],
	['auctions', '/auctions'],
	['contact', '/contact'],
	['policy-terms', '/policy-terms'],
	['login', '/login'],
	['register', '/register'],
	['forgot-password', '/forgot-password'],
	['maintenance', '/maintenance'],
]
const MEMBER_PAGES: [name: string, address: string][] = [
	['dashboard', '/user/dashboard'],
	['buy', '/user/pixels/buy'],
]

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-screens-'))
Object.assign(process.env, { DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
execFileSync('npx', ['tsx', 'bench/seed.ts', '160', '20'], { stdio: 'inherit', env: process.env })
const server = await startServer({ dataDir, env: { LOG_LEVEL: 'error' } })
const { makeOrder, makeUser, sessionCookie } = await import('../tests/support/factories')
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({
	locale: 'en-GB',
	timezoneId: 'Europe/London',
	reducedMotion: 'reduce',
})
const page = await context.newPage()

async function shoot(name: string, address: string): Promise<void> {
	if (!name.includes(wanted)) return
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 900 })
		await page.goto(server.url + address, { waitUntil: 'networkidle' })
		await page.screenshot({ path: `docs/screens/${name}-${width}.png`, fullPage: true })
	}
}

try {
	await page.goto(server.url)
	await page.getByRole('button', { name: 'Accept' }).click()
	for (const [name, address] of PAGES) await shoot(name, address)
	const user = await makeUser({ fullName: 'Ada Example' })
	await context.addCookies([{ ...(await sessionCookie(user.id)), url: server.url }])
	/* The large cell, which the seed leaves free. */
	const order = await makeOrder(user.id, [19], { status: 'open', reference: 'MCXI-7K4Q-9' })
	for (const [name, address] of MEMBER_PAGES) await shoot(name, address)
	await shoot('checkout-payment', `/user/checkout/${order.id}/payment`)
} finally {
	await browser.close()
	await server.stop()
	const { closeDatabase } = await import('~/server/db.server')
	await closeDatabase()
	rmSync(dataDir, { recursive: true, force: true })
}

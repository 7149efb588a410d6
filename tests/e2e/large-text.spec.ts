import type { Page } from '@playwright/test'
import { expect, expectFitsWidth, test, WIDTHS } from '../support/journey'

/* Text of twice the size on a phone must be readable without horizontal scrolling. */

test.use({ viewport: { width: WIDTHS.phone, height: 800 } })

const PUBLIC = [
	...['/', '/about', '/how-it-works', '/auctions', '/contact', '/policy-terms', '/pixels/112', '/pixels/500'],
	...['/login', '/register', '/forgot-password', '/maintenance'],
]

async function expectRoom(page: Page, paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		await page.goto(path)
		await page.evaluate(() => {
			const sheet = new CSSStyleSheet()
			sheet.replaceSync('html { font-size: 200% }')
			document.adoptedStyleSheets.push(sheet)
		})
		await expectFitsWidth(page)
	}
}

test('public pages fit text of twice the size', async ({ page, make }) => {
	const { orderId } = await make.ownCells((await make.makeUser()).id, [112])
	await make.recordPurchase(orderId, [112])
	await expectRoom(page, PUBLIC)
})

test('account pages fit the narrowest phone', async ({ page, make, signIn }) => {
	await page.setViewportSize({ width: 320, height: 800 })
	const user = await make.makeUser()
	const { orderId } = await make.ownCells(user.id, [112, 113])
	await signIn(user)
	await expectRoom(page, [
		...['/user/dashboard', '/user/history', `/user/history/${orderId}`],
		...['/user/pixels/buy', '/user/setting'],
	])
})

test('member pages fit text of twice the size', async ({ page, make, signIn }) => {
	const user = await make.makeUser()
	await signIn(user)
	await make.ownCells(user.id, [112, 113], { description: 'Watches', link: 'https://watches.example/' })
	const open = await make.makeOrder(user.id, [300, 301], { status: 'open', totalPence: 10_000_000_00 })
	const ways = `/user/checkout/${open.id}`
	await expectRoom(page, [
		...['/user/profile', '/user/profile?cell=112', '/user/pixels/sell', '/user/invitations'],
		...[ways, `${ways}/payment`, `${ways}/confirm`],
	])
})

test('administrator pages fit text of twice the size', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin())
	const user = await make.makeUser()
	await make.ownCells(user.id, [1, 2, 112])
	const approved = await make.makeOrder(user.id, [300, 301], { status: 'approved' })
	const pending = await make.makeOrder(user.id, [400], { status: 'pending' })
	await make.makeOrder(user.id, [500], { status: 'pending', totalPence: 123_456_789_12 })
	await expectRoom(page, [
		...['/admin/dashboard', '/admin/transactions', '/admin/history', '/admin/coupon', '/admin/statements'],
		...[`/admin/transactions/${approved.id}`, `/admin/transactions/${pending.id}`],
	])
})

test('icons grow with the text', async ({ page, make, signIn }) => {
	await page.setViewportSize({ width: 768, height: 800 })
	const user = await make.makeUser()
	await make.ownCells(user.id, [112])
	await signIn(user)
	const widths = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('svg[viewBox]')]
				.map(icon => icon.getBoundingClientRect().width)
				.filter(width => width > 0 && width < 100),
		)
	for (const path of ['/', '/user/dashboard', '/user/setting']) {
		await page.goto(path)
		const before = await widths()
		expect(before.length).toBeGreaterThan(0)
		await page.evaluate(() => {
			const sheet = new CSSStyleSheet()
			sheet.replaceSync('html { font-size: 200% }')
			document.adoptedStyleSheets.push(sheet)
		})
		const least = Math.min(...before)
		expect(Math.min(...(await widths())), `the smallest icon of ${path}`).toBeGreaterThan(1.9 * least)
	}
})

test('at 400 % zoom no sticky element covers a third of the window', async ({ page, make, signIn }) => {
	await page.setViewportSize({ width: 320, height: 256 })
	const user = await make.makeUser()
	await make.ownCells(user.id, [112])
	const open = await make.makeOrder(user.id, [300, 301], { status: 'open' })
	await signIn(user)
	const staying = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('body *')]
				.filter(element => /^(sticky|fixed)$/.test(getComputedStyle(element).position))
				.map(element => element.getBoundingClientRect())
				.filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
				.reduce((sum, { height }) => sum + height, 0),
		)
	const pages = ['/user/dashboard', '/user/pixels/buy', '/user/profile', `/user/checkout/${open.id}`]
	for (const path of [...pages, `/user/checkout/${open.id}/confirm`, '/', '/pixels/112']) {
		await page.goto(path)
		await page.mouse.wheel(0, 600)
		expect(await staying(), path).toBeLessThan(256 / 3)
	}
})

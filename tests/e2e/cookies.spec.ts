import type { Page, Route } from '@playwright/test'
import { expect, expectAccessiblePage, expectFitsWidth, test, WIDTHS } from '../support/journey'

const TEXT = 'This website uses cookies to ensure you get the best experience on our website.'

test('the banner closes with either choice, and stays closed after logging out @both', async ({
	page,
	make,
	signIn,
}) => {
	await page.goto('/login?redirectTo=%2Fuser%2Fhistory')
	const bar = page.getByRole('complementary', { name: 'Cookies' })
	await expect(bar).toContainText(TEXT)
	await expect(bar.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/policy-terms')
	await bar.getByRole('button', { name: 'Reject' }).click()
	await expect(page.locator('cookie-bar')).toHaveCount(0)
	await expect(page).toHaveURL('/login?redirectTo=%2Fuser%2Fhistory')

	await signIn(await make.makeUser())
	await page.goto('/user/dashboard')
	await expect(bar).toHaveCount(0)
	await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL('/login')
	await expect(bar).toHaveCount(0)
})

test('the banner is shown in the signed-in areas too, and Accept is stored', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/dashboard')
	const bar = page.getByRole('complementary', { name: 'Cookies' })
	await expect(bar).toBeVisible()
	await bar.getByRole('button', { name: 'Accept' }).click()
	await expect(page.locator('cookie-bar')).toHaveCount(0)
	await page.reload()
	await expect(bar).toHaveCount(0)
	await expect(page).toHaveURL('/admin/dashboard')
})

test('without scripts the banner follows a form, which an answer would empty @no-js', async ({
	page,
	make,
	signIn,
}) => {
	const isBelow = async (path: string) => {
		await page.goto(path)
		const [bar, main] = [page.locator('cookie-bar'), page.getByRole('main')]
		return ((await bar.boundingBox())?.y ?? 0) > ((await main.boundingBox())?.y ?? 0)
	}
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	for (const path of ['/login', '/register', '/contact']) expect(await isBelow(path), path).toBe(true)
	for (const path of ['/', '/how-it-works']) expect(await isBelow(path), path).toBe(false)
	await signIn(await make.makeUser())
	expect(await isBelow('/user/setting/password')).toBe(true)
	expect(await isBelow('/user/dashboard')).toBe(false)
})

test('choosing with scripts keeps the input of other forms', async ({ page }) => {
	await page.goto('/login')
	await page.getByLabel('Email').fill('half@typed.example')
	await page.getByRole('button', { name: 'Accept' }).click()
	await expect(page.locator('cookie-bar')).toHaveCount(0)
	await expect(page.getByLabel('Email')).toHaveValue('half@typed.example')
	await page.reload()
	await expect(page.getByRole('complementary', { name: 'Cookies' })).toHaveCount(0)
})

/** Lists the elements that the banner covers, completely or partly, at the current scroll position. */
const covered = (page: Page) =>
	page.evaluate(() => {
		const bar = document.querySelector('.cookie-bar')
		if (!bar) return ['there is no banner']
		const others = document.querySelectorAll('a, button, input, select, textarea, summary, label, h1, p')
		return [...others]
			.filter(other => {
				const { left, right, top, bottom } = other.getBoundingClientRect()
				// Elements for screen readers only are one pixel wide.
				if (right - left <= 1 || bar.contains(other)) return false
				const heights = [top + 1, (top + bottom) / 2, bottom - 1]
				return heights.some(y => bar.contains(document.elementFromPoint((left + right) / 2, y)))
			})
			.map(other => other.textContent?.trim() || other.getAttribute('name') || other.tagName)
	})

test('the banner covers no content at any width and scroll position', async ({ page, make, signIn }) => {
	const look = async (path: string) => {
		await page.goto(path)
		for (const width of [320, WIDTHS.phone, WIDTHS.tablet, WIDTHS.desktop]) {
			await page.setViewportSize({ width, height: 900 })
			for (const share of [0, 0.02, 0.3, 1]) {
				await page.evaluate(to => scrollTo(0, to * document.documentElement.scrollHeight), share)
				expect(await covered(page), `${path} at ${width} px, ${share} of the way`).toEqual([])
			}
		}
	}
	await look('/register')
	await look('/contact')
	await signIn(await make.makeUser())
	await look('/user/setting/password')
})

test('the banner is low on a phone, and at the end of the page at 400 % zoom @both', async ({
	page,
	make,
	signIn,
}) => {
	const bar = page.locator('cookie-bar')
	const look = async (path: string) => {
		await page.setViewportSize({ width: 320, height: 700 })
		await page.goto(path)
		expect((await bar.boundingBox())?.height, path).toBeLessThanOrEqual(72)
		await page.setViewportSize({ width: 320, height: 256 })
		const [header, main] = [page.getByRole('banner'), page.getByRole('main')]
		expect((await header.boundingBox())?.height, path).toBeLessThan(256 / 3)
		const end = (await main.boundingBox()) ?? { y: 0, height: 0 }
		expect((await bar.boundingBox())?.y, path).toBeGreaterThanOrEqual(end.y + end.height)
		await expectFitsWidth(page)
	}
	await look('/login')
	await signIn(await make.makeUser())
	await look('/user/history')
})

test('a return from a payment without a valid token shows a failure and redirects', async ({ page }) => {
	const invalid = '/payment-response?token=x&status=completed&amount=100000&data=%5B%5D'
	const abortNavigation = (route: Route) => route.abort('aborted')
	for (const [path, next] of [
		[invalid, '/user/pixels/buy'],
		['/payment-response', '/'],
	] as const) {
		/* Prevents the redirect after three seconds, which a slow machine may reach before the checks end. */
		await page.route(next, abortNavigation)
		await page.goto(path)
		await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
		await expect(page.getByText('Invalid payment response data')).toBeVisible()
		await expect(page.getByText('You will be redirected in 3 seconds.')).toBeVisible()
		await page.unroute(next, abortNavigation)
		await page.goto(path)
		await expect(page).toHaveURL(next === '/' ? '/' : '/login?redirectTo=%2Fuser%2Fpixels%2Fbuy', {})
	}
})

test('a return from a payment works while signed in', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.route('/', route => route.abort('aborted'))
	await page.goto('/payment-response?token=x')
	await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
	await expectAccessiblePage(page)
})

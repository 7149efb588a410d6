import { expect, expectAccessible, expectFitsWidth, test, WIDTHS } from '../support/journey'

const pages = [
	{ path: '/', nav: 'Home' },
	{ path: '/about', nav: 'About Us' },
	{ path: '/how-it-works', nav: 'How It Works?' },
	{ path: '/auctions', nav: 'Auctions' },
	{ path: '/contact', nav: 'Contact Us' },
	{ path: '/policy-terms', nav: undefined },
]

test.describe('every public page', () => {
	for (const { path, nav } of pages) {
		test(`${path} is accessible, fits at every width, has a title and loads nothing from other hosts`, async ({
			page,
			server,
		}) => {
			const foreign: string[] = []
			page.on('request', request => {
				if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
					foreign.push(request.url())
			})
			await page.goto(path)
			await expect(page).toHaveTitle(/MCXI/)
			await expect(page.locator('h1')).toHaveCount(1)
			await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.{40}/)
			await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.url + path)
			const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
			expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/png')
			if (nav) await expect(page.locator('header nav a[aria-current=page]')).toHaveText(nav)
			for (const width of Object.values(WIDTHS)) {
				await page.setViewportSize({ width, height: 900 })
				await expectFitsWidth(page)
				if (width === WIDTHS.phone) await expectAccessible(page)
			}
			expect(foreign).toEqual([])
		})
	}
})

test('header, content and footer are aligned on every page', async ({ page }) => {
	const edges = () =>
		page.evaluate(() =>
			['.site-header > .wrap', 'main .wrap, main .home', '.site-footer > .wrap'].map(selector => {
				const element = document.querySelector(selector)
				if (!element) throw new Error(selector)
				const { left, right } = element.getBoundingClientRect()
				return [left, right].map(Math.round)
			}),
		)
	for (const [width, height] of [
		[1440, 900],
		[1920, 950],
		[2560, 1440],
	] as const) {
		await page.setViewportSize({ width, height })
		await page.goto('/')
		const title = await page.getByRole('heading', { level: 1 }).boundingBox()
		expect(title?.width, `beside the grid at ${width}`).toBeGreaterThan(380)
		const found: number[][] = []
		for (const path of ['/', '/about', '/pixels']) {
			await page.goto(path)
			found.push(...(await edges()))
		}
		expect(found, `${width}`).toEqual(found.map(() => found[0]))
	}
})

test('the side drawer is 230 px wide, opens without scripts and closes on a click outside @both', async ({
	page,
}) => {
	await page.setViewportSize({ width: 375, height: 800 })
	await page.goto('/about')
	const drawer = page.getByRole('navigation', { name: 'Main' })
	await expect(drawer).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(drawer).toBeVisible()
	await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(230)
	await page.mouse.click(350, 400)
	await expect(drawer).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(drawer.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
	await drawer.getByRole('button', { name: 'Close' }).click()
	await expect(drawer).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await drawer.getByRole('link', { name: 'How It Works?' }).click()
	await expect(page).toHaveURL('/how-it-works')
})

test('Auctions shows that it is coming soon, in a dialog with scripts @both', async ({ page, scripts }) => {
	await page.goto('/about')
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Auctions' }).click()
	await expect(page).toHaveURL('/auctions')
	const heading = page.getByRole('heading', { name: 'Coming Soon!' })
	await expect(heading).toBeVisible()
	await expect(
		page.getByText('Our auction feature is under development. Stay tuned for exciting updates!'),
	).toBeVisible()
	await page.getByRole('link', { name: 'Close' }).last().click()
	await expect(heading).toBeHidden()
	if (scripts) await expect(page).toHaveURL('/about')
})

test('the bar’s button leads a guest to the log-in, and from there to registration', async ({ page }) => {
	await page.goto('/')
	const bar = page.locator('header')
	await expect(bar.getByRole('link', { name: 'Buy Pixels' })).toHaveAttribute('href', '/login')
	await page.goto('/login')
	await expect(bar.getByRole('link', { name: 'Buy Pixels' })).toHaveAttribute('href', '/register')
})

test('the bar’s button leads a member to the dashboard', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.goto('/')
	await page.locator('header').getByRole('link', { name: 'Dashboard' }).click()
	await expect(page).toHaveURL('/user/dashboard')
})

test('the first question of each group is open initially; the others open without scripts', async ({
	page,
}) => {
	await page.goto('/how-it-works')
	const questions = page.locator('details')
	await expect(questions).toHaveCount(6)
	const open = await questions.evaluateAll(all => all.map(item => (item as HTMLDetailsElement).open))
	expect(open).toEqual([true, false, false, true, false, false])
	await page.getByText('Is there a minimum or a maximum purchase?').click()
	await expect(
		page.getByText('The minimum purchase is 10x10 pixels (100). There is no maximum.'),
	).toBeVisible()
})

test('the terms state every fixed rule', async ({ page }) => {
	await page.goto('/policy-terms')
	for (const statement of [
		'Winning bids must be paid within 48 hours.',
		'Ownership is confirmed within 24 hours of payment verification.',
		'Purchases are non-refundable except duplicate or system-error transactions.',
		'Users must be 18 or older.',
		'The currency is GBP.',
	]) {
		await expect(page.getByText(statement).first()).toBeVisible()
	}
})

test('any other path leads home', async ({ page }) => {
	await page.goto('/no/such/page')
	await expect(page).toHaveURL('/')
})

test('robots.txt and the sitemap list the public pages', async ({ request, server }) => {
	const sitemap = await (await request.get('/sitemap.xml')).text()
	for (const { path } of pages) expect(sitemap).toContain(`<loc>${server.url}${path}</loc>`)
	const robots = await (await request.get('/robots.txt')).text()
	expect(robots).toContain('Disallow: /admin/')
	expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
})

import type { Route } from '@playwright/test'
import { expect, expectSound, test, WIDTHS } from '../support/journey'

const TEXT = 'This website uses cookies to ensure you get the best experience on our website.'

test('the banner goes with either choice, stays away, and survives logging out', async ({
	page,
	make,
	signIn,
}) => {
	await page.goto('/about?from=test')
	const bar = page.getByRole('complementary', { name: 'Cookies' })
	await expect(bar).toContainText(TEXT)
	await expect(bar.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/policy-terms')
	await bar.getByRole('button', { name: 'Reject' }).click()
	await expect(bar).toHaveCount(0)
	await expect(page).toHaveURL('/about?from=test')

	await signIn(await make.makeUser())
	await page.goto('/user/dashboard')
	await expect(bar).toHaveCount(0)
	await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL('/login')
	await expect(bar).toHaveCount(0)
})

test('the banner stands in the shells too, and Accept is kept', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/dashboard')
	const bar = page.getByRole('complementary', { name: 'Cookies' })
	await expect(bar).toBeVisible()
	await bar.getByRole('button', { name: 'Accept' }).click()
	await expect(bar).toHaveCount(0)
	await page.reload()
	await expect(bar).toHaveCount(0)
	await expect(page).toHaveURL('/admin/dashboard')
})

test('with scripts the choice loses nothing that was typed @js', async ({ page }) => {
	await page.goto('/login')
	await page.getByLabel('E-mail').fill('half@typed.example')
	await page.getByRole('button', { name: 'Accept' }).click()
	await expect(page.getByRole('complementary', { name: 'Cookies' })).toHaveCount(0)
	await expect(page.getByLabel('E-mail')).toHaveValue('half@typed.example')
	await page.reload()
	await expect(page.getByRole('complementary', { name: 'Cookies' })).toHaveCount(0)
})

test('the banner covers neither the footer nor what has the focus', async ({ page }) => {
	for (const width of Object.values(WIDTHS)) {
		await page.setViewportSize({ width, height: 700 })
		await page.goto('/policy-terms')
		for (let step = 0; step < 40; step++) {
			await page.keyboard.press('Tab')
			const covered = await page.evaluate(() => {
				const bar = document.querySelector('.cookie-bar')
				const focused = document.activeElement
				if (!bar || !focused || bar.contains(focused) || focused === document.body) return ''
				const [box, over] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
				return box.bottom > over.top + 1 && box.top < over.bottom - 1 ? (focused.textContent ?? '?') : ''
			})
			expect(covered, `focus at ${width} px`).toBe('')
		}
		await page.keyboard.press('Control+End')
		await expect
			.poll(() =>
				page.evaluate(() => {
					const foot = document.querySelector('.site-footer')?.getBoundingClientRect().top ?? 0
					return (document.querySelector('.cookie-bar')?.getBoundingClientRect().bottom ?? 0) - foot
				}),
			)
			.toBeLessThanOrEqual(1)
		// A page that is hardly higher than the window shows its footer at once.
		await page.goto('/forgot-password')
		const gap = await page.evaluate(() => {
			const foot = document.querySelector('.site-footer')?.getBoundingClientRect().top ?? 0
			return foot - (document.querySelector('.cookie-bar')?.getBoundingClientRect().bottom ?? 0)
		})
		expect(gap, `room between banner and footer at ${width} px`).toBeGreaterThanOrEqual(-1)
	}
})

test('a return from a payment without a valid token has failed, and leads on', async ({ page }) => {
	const invalid = '/payment-response?token=x&status=completed&amount=100000&data=%5B%5D'
	const stay = (route: Route) => route.abort('aborted')
	for (const [path, next] of [
		[invalid, '/user/pixels/buy'],
		['/payment-response', '/'],
	] as const) {
		/* It leads on in three seconds, which a slow machine may take for looking at it. */
		await page.route(next, stay)
		await page.goto(path)
		await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
		await expect(page.getByText('Invalid payment response data')).toBeVisible()
		await expect(page.getByText('You will be taken on in 3 seconds.')).toBeVisible()
		await page.unroute(next, stay)
		await page.goto(path)
		await expect(page).toHaveURL(next === '/' ? '/' : '/login?redirectTo=%2Fuser%2Fpixels%2Fbuy', {
			timeout: 30_000,
		})
	}
})

test('a return from a payment is reachable while signed in', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.route('/', route => route.abort('aborted'))
	await page.goto('/payment-response?token=x')
	await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
	await expectSound(page)
})

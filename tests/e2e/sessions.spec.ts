import type { Page } from '@playwright/test'
import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'

const message = (page: Page, text: string) =>
	expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/** Logs in from the browser of a page, without opening the form. */
async function logIn(page: Page, { email, password }: { email: string; password: string }, origin: string) {
	await page.request.post('/login', { form: { email, password }, headers: { origin }, maxRedirects: 0 })
}

test.use({ viewport: { width: WIDTHS.phone, height: 900 } })

test('other sessions are listed and ended one by one or all at once; the current one continues', async ({
	page,
	make,
	otherPage,
	server,
}) => {
	const account = await make.makeUser()
	const others = [await otherPage(), await otherPage(), await otherPage()]
	for (const other of others) await logIn(other, account, server.url)
	await logIn(page, account, server.url)

	await page.goto('/user/setting')
	await page.getByRole('link', { name: 'See all 4 sessions' }).click()
	await expect(page).toHaveURL('/user/setting/sessions')
	await expectAccessiblePage(page)
	const rows = page.locator('main li')
	await expect(rows).toHaveCount(4)
	await expect(rows.first()).toContainText('This browser', { ignoreCase: true })
	await expect(rows.first()).toContainText(/^Chrome on \w+/)
	await expect(rows.nth(1)).toContainText(/From 127\.0\.0\.1, last seen \d/)
	await expect(rows.first().getByRole('button')).toHaveCount(0)

	await page.getByRole('button', { name: 'End session: Chrome' }).first().click()
	await message(page, 'The session has ended.')
	await expect(rows).toHaveCount(3)
	/* The session with the most recent visit is listed first. */
	const ended = others[2]
	await ended?.goto('/user/setting')
	await expect(ended ?? page).toHaveURL(/\/login\?/)

	await page.getByRole('button', { name: 'End all other sessions' }).click()
	await message(page, 'All other sessions have ended.')
	await expect(rows).toHaveCount(1)
	await expectAccessiblePage(page)
	for (const other of others.slice(0, 2)) {
		await other.goto('/user/dashboard')
		await expect(other).toHaveURL(/\/login/)
	}
	await page.goto('/user/dashboard')
	await expect(page).toHaveURL('/user/dashboard')
})

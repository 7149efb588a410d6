import { expect, expectAccessiblePage, test } from '../support/journey'

test('the home page responds', async ({ page }) => {
	const response = await page.goto('/')
	expect(response?.status()).toBe(200)
})

test('a member created by a test is signed in', async ({ page, make, signIn }) => {
	const user = await make.makeUser({ fullName: 'Ada Example' })
	await signIn(user)
	await page.goto('/user/dashboard')
	await expect(page.getByText('Ada Example').first()).toBeVisible()
})

test('an error page in a signed-in area keeps the menu', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	expect((await page.goto('/user/history/nothing'))?.status()).toBe(404)
	await expect(page).toHaveTitle(/There is nothing at this address/)
	await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).not.toHaveCount(0)
	await expect(page.getByText(/^Request [\w-]{8,}$/)).toBeVisible()
	await expectAccessiblePage(page)
	await signIn(await make.makeAdmin())
	expect((await page.goto('/admin/transactions/nothing'))?.status()).toBe(404)
	await expect(
		page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Transactions' }),
	).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
	await expect(page).toHaveURL('/admin/dashboard')
})

import { expect, test } from '../support/journey'

test('the home page answers', async ({ page }) => {
	const answer = await page.goto('/')
	expect(answer?.status()).toBe(200)
})

test('a member made by a test is signed in', async ({ page, make, signIn }) => {
	const user = await make.makeUser({ fullName: 'Ada Example' })
	await signIn(user)
	await page.goto('/user/dashboard')
	await expect(page.getByText('Ada Example').first()).toBeVisible()
})

import type { Page } from '@playwright/test'
import { codeAt } from '../support/authenticator'
import { expect, expectAccessiblePage, test } from '../support/journey'

const STEP = 30_000
const alert = (page: Page, text: string | RegExp) =>
	expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
const message = (page: Page, text: string | RegExp) =>
	expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

async function enterCode(page: Page, code: string, button: string) {
	await page.getByLabel('Code').fill(code)
	await page.getByRole('button', { name: button }).click()
}

async function logOut(page: Page) {
	await page.locator('button[popovertarget="account-menu"]').click()
	await page.locator('#account-menu').getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL('/login')
}

/**
 * Sets up two-factor authentication from the page where it is off. @returns the otpauth URL of the key, and the recovery codes.
 */
async function setUp(page: Page): Promise<{ link: string; codes: string[] }> {
	await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
	const opener = page.getByRole('link', { name: 'open the key in the app' })
	await expect(opener).toBeVisible()
	const link = (await opener.getAttribute('href')) ?? ''
	await expect(page.locator('code')).toHaveText(new URL(link).searchParams.get('secret') ?? 'none')
	await expect(page.getByRole('img', { name: 'The key as a picture to scan' })).toBeVisible()
	await enterCode(page, codeAt(link, Date.now()), 'Turn on')
	await message(page, 'Two-factor authentication is set up.')
	await expect(page.locator('main li')).toHaveCount(10)
	return { link, codes: await page.locator('main li').allInnerTexts() }
}

test('a member sets up two-factor authentication, logs in with it and with a recovery code, and turns it off', async ({
	page,
	make,
	mails,
}) => {
	const user = await make.makeUser()
	await page.goto('/login')
	await logIn(page, user)
	await page.locator('button[popovertarget="account-menu"]').click()
	await page.locator('#account-menu').getByRole('link', { name: 'Profile' }).click()
	await expect(page).toHaveURL('/user/setting')
	await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
	await expectAccessiblePage(page)

	await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
	await expectAccessiblePage(page)
	await enterCode(page, 'nothing', 'Turn on')
	await alert(page, 'This code is not right. Please try again.')
	await page.getByRole('link', { name: 'Not now' }).click()
	await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
	const key = (await page.getByRole('link', { name: 'open the key in the app' }).getAttribute('href')) ?? ''
	const first = codeAt(key, Date.now())
	await enterCode(page, first, 'Turn on')
	await message(page, 'Two-factor authentication is set up.')
	await expect(page.locator('main li')).toHaveCount(10)
	const codes = await page.locator('main li').allInnerTexts()
	await expectAccessiblePage(page)
	await mails.waitForMail(user.email, { subject: 'Two-factor authentication is on' })
	await page.goto('/user/setting/second-factor')
	await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
	await expect(page.locator('main li'), 'shown once').toHaveCount(0)
	await expectAccessiblePage(page)

	await logOut(page)
	await page.goto('/user/history')
	await logIn(page, user)
	await expect(page).toHaveURL('/login/code?redirectTo=%2Fuser%2Fhistory')
	await expectAccessiblePage(page)
	await page.goto('/user/dashboard')
	await expect(page, 'the password alone is not enough').toHaveURL(/\/login\?/)
	await page.goto('/login/code?redirectTo=%2Fuser%2Fhistory')
	await enterCode(page, first, 'Log In')
	/* After a minute the code would be invalid anyway. */
	await alert(page, /This code (has already been used|is not right)/)
	await enterCode(page, codeAt(key, Date.now() + STEP), 'Log In')
	await expect(page).toHaveURL('/user/history')
	await message(page, `Welcome, ${user.fullName}.`)

	await logOut(page)
	await logIn(page, user)
	await enterCode(page, (codes[2] ?? '').toLowerCase(), 'Log In')
	await expect(page).toHaveURL('/user/dashboard')
	await mails.waitForMail(user.email, { subject: 'recovery code' })

	await page.goto('/user/setting/second-factor')
	await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
	await page.getByLabel('Current password', { exact: true }).fill('wrong horse')
	await enterCode(page, codes[3] ?? '', 'Turn off')
	await alert(page, 'This is not your current password.')
	await expect(page.getByLabel('Code')).toHaveValue(codes[3] ?? '')
	await page.getByLabel('Current password', { exact: true }).fill(user.password)
	await page.getByRole('button', { name: 'Create new recovery codes' }).click()
	await message(page, /new recovery codes/)
	const renewed = await page.locator('main li').allInnerTexts()
	expect(renewed).toHaveLength(10)
	expect(renewed).not.toContain(codes[4])
	await page.getByLabel('Current password', { exact: true }).fill(user.password)
	await enterCode(page, renewed[0] ?? '', 'Turn off')
	await message(page, 'Two-factor authentication is turned off.')
	await logOut(page)
	await logIn(page, user)
	await expect(page).toHaveURL('/user/dashboard')
})

test('five wrong codes end a log-in, and the owner is notified', async ({ page, make, mails }) => {
	const { setUpSecondFactor } = await import('../support/second-factor')
	const user = await make.makeUser()
	await setUpSecondFactor(user, Date.now())
	await page.goto('/login')
	await logIn(page, user)
	for (let time = 0; time < 4; time++) {
		await enterCode(page, `wrong ${time}`, 'Log In')
		await alert(page, 'This code is not right. Please try again.')
	}
	await enterCode(page, 'wrong again', 'Log In')
	await expect(page).toHaveURL('/login')
	await alert(page, 'Too many wrong codes. Please log in again.')
	await mails.waitForMail(user.email, { subject: 'failed attempt to log in' })
	await page.goto('/login/code')
	await expect(page).toHaveURL('/login')
})

test('administrators are reminded of two-factor authentication, and forced to set it up where it is required', async ({
	page,
	make,
	signIn,
}) => {
	const admin = await make.makeAdmin()
	await signIn(admin)
	await page.goto('/admin/dashboard')
	const reminder = page.getByText('Your account is protected by a password only.')
	await expect(reminder).toBeVisible()
	await page.goto('/admin/transactions')
	await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
	await expect(reminder).toHaveCount(0)
	await page.goto('/admin/setting')
	try {
		await page.getByRole('button', { name: 'Require two-factor authentication' }).click()
		await expect(page).toHaveURL('/admin/setting/second-factor')
		await expect(page.getByText('Please set this up first')).toBeVisible()
		await page.goto('/admin/transactions')
		await expect(page).toHaveURL('/admin/setting/second-factor')
		await setUp(page)
		await page.goto('/admin/setting/second-factor')
		await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
		await page.goto('/admin/dashboard')
		await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
		await expect(reminder).toHaveCount(0)
		await page.goto('/admin/setting')
		await page.getByRole('button', { name: 'Make two-factor authentication optional' }).click()
		await message(page, 'Two-factor authentication is now optional for administrators.')
	} finally {
		// Resets the setting, as other tests share this server.
		const { changeSettings } = await import('~/domain/settings/commands.server')
		await changeSettings({ demandSecondFactor: false }, { actorId: admin.id, now: Date.now() })
	}
})

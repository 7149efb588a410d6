import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessibleAtEveryWidth, test, WIDTHS } from '../support/journey'
import { extractCode } from '../support/mailbox'

const PASSWORD = 'correct horse battery'
const newEmail = () => `${randomUUID()}@example.test`

async function register(page: Page, form: Partial<Record<string, string>> = {}) {
	const email = form['email'] ?? newEmail()
	await page.goto('/register')
	await page.getByLabel('First name').fill('Ada')
	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password', { exact: true }).fill(form['confirmPassword'] ?? PASSWORD)
	if (form['terms'] !== 'no') await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	return email
}

async function logIn(page: Page, email: string, password = PASSWORD) {
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

/* Without scripts the first box accepts the whole code, with scripts it is spread over six boxes. */
async function enterCode(page: Page, code: string, scripts: boolean) {
	const boxes = page.locator('input[name="digit"]')
	await expect(boxes).toHaveCount(6)
	if (scripts) {
		await boxes.first().click()
		await page.keyboard.type(code)
		await expect(boxes.last()).toHaveValue(code.slice(5))
	} else {
		expect(await boxes.first().evaluate(box => box.clientWidth)).toBeGreaterThan(100)
		await boxes.first().fill(`${code.slice(0, 3)} ${code.slice(3)}`)
	}
	await page.getByRole('button', { name: /^Verify/ }).click()
}

const alert = (page: Page, text: string | RegExp) =>
	expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
const message = (page: Page, text: string) =>
	expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

test.describe('on a phone', () => {
	test.use({ viewport: { width: WIDTHS.phone, height: 900 } })

	test('a visitor registers, reaches the dashboard, logs out and logs in again', async ({
		page,
		mails,
		scripts,
	}) => {
		await page.goto('/register')
		await expect(page.getByRole('heading', { name: 'JOIN THE ELITE' })).toBeVisible()
		await expectAccessibleAtEveryWidth(page)
		const email = await register(page)

		await expect(page).toHaveURL('/verify-otp')
		await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible()
		await expect(page.getByText(email)).toBeVisible()
		await expectAccessibleAtEveryWidth(page)
		await enterCode(page, extractCode(await mails.waitForMail(email)), scripts)

		await expect(page).toHaveURL('/user/dashboard')
		await message(page, 'Email verified successfully!')

		await page.goto('/login')
		await expect(page, 'guest pages turn members away').toHaveURL('/user/dashboard')
		await page.goto('/register')
		await expect(page).toHaveURL('/')

		await page.goto('/user/dashboard')
		await page.locator('button[popovertarget="account-menu"]').click()
		await page.locator('#account-menu').getByRole('button', { name: 'Logout' }).click()
		await expect(page).toHaveURL('/login')
		await page.goto('/user/history')
		await expect(page).toHaveURL('/login?redirectTo=%2Fuser%2Fhistory')
		await expectAccessibleAtEveryWidth(page)
		await expect(page.getByLabel('Email'), 'the log-out has forgotten it').toHaveValue('')
		await logIn(page, email)
		await expect(page).toHaveURL('/user/history')
	})

	test('a member replaces a forgotten password @both', async ({ page, make, mails, scripts }) => {
		const user = await make.makeUser()
		await page.goto('/login')
		await page.getByLabel('Email').fill(user.email)
		await page.getByLabel('Password', { exact: true }).fill('not this one')
		await page.getByRole('button', { name: 'Log In' }).click()
		await expect(page.getByRole('alert').first()).toBeVisible()
		await page.getByRole('link', { name: 'Forgot Password' }).click()
		await expectAccessibleAtEveryWidth(page)
		await expect(page.getByLabel('Email')).toHaveValue(user.email)
		await page.getByRole('button', { name: 'Send OTP' }).click()

		await expect(page).toHaveURL('/verify-user')
		await message(page, 'OTP sent to your email successfully.')
		await expect(page.getByText('Time remaining')).toBeVisible()
		await expectAccessibleAtEveryWidth(page)
		await enterCode(page, extractCode(await mails.waitForMail(user.email)), scripts)

		await expect(page).toHaveURL('/reset-password')
		await message(page, 'OTP verified successfully!')
		await expectAccessibleAtEveryWidth(page)
		await page.getByLabel('New password', { exact: true }).fill('another horse entirely')
		await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
		await page.getByRole('button', { name: 'Reset Password' }).click()
		await alert(page, 'Passwords do not match.')
		await page.getByLabel('New password', { exact: true }).fill('another horse entirely')
		await page.getByLabel('Confirm password', { exact: true }).fill('another horse entirely')
		await page.getByRole('button', { name: 'Reset Password' }).click()

		await expect(page).toHaveURL('/login')
		await message(page, 'Password reset successfully!')
		await mails.waitForMail(user.email, { subject: 'password has been changed' })
		await logIn(page, user.email, 'another horse entirely')
		await expect(page).toHaveURL('/user/dashboard')
	})
})

test('a rejected registration shows why and keeps the input except passwords', async ({ page }) => {
	const email = await register(page, { confirmPassword: 'something else' })
	await alert(page, 'Passwords do not match')
	await expect(page.getByLabel('First name')).toHaveValue('Ada')
	await expect(page.getByLabel('Email')).toHaveValue(email)
	await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('the terms are asked for before the form is sent, so that the passwords stay', async ({ page }) => {
	await register(page, { terms: 'no' })
	await expect(page.getByText('Please accept the Terms and Policy to continue')).toBeVisible()
	await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(PASSWORD)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL('/verify-otp')
})

test('registering a known address looks the same as a new one, and its owner gets an email', async ({
	page,
	make,
	mails,
}) => {
	const owner = await make.makeUser()
	await register(page, { email: owner.email })
	await expect(page).toHaveURL('/verify-otp')
	await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible()
	const mail = await mails.waitForMail(owner.email)
	expect(mail.subject).toBe('You already have an account')
})

test('codes: incomplete, wrong, resent too early, and back to the registration @both', async ({
	page,
	scripts,
}) => {
	const email = await register(page)
	await page.getByRole('button', { name: 'Verify Email' }).click()
	await alert(page, 'Please enter the complete OTP')
	await page.locator('input[name="digit"]').first().fill('1')
	await page.locator('input[name="digit"]').nth(1).fill('2')
	await page.getByRole('button', { name: 'Verify Email' }).click()
	await alert(page, 'Please enter the complete OTP')
	await expect(page.locator('input[name="digit"]').nth(1)).toHaveValue('2')
	await page.locator('input[name="digit"]').nth(1).fill('')
	await enterCode(page, '000000', scripts)
	await alert(page, 'Invalid OTP. Please try again.')
	const resend = page.getByRole('button', { name: 'Resend OTP' })
	if (scripts) await expect(resend, 'locked until the countdown is over').toBeDisabled()
	else {
		await resend.click()
		await expect(
			page.getByRole('alert').getByText(/^Please wait (2\d\d|300) seconds before requesting a new OTP$/),
		).toBeVisible()
	}
	await page.getByRole('link', { name: 'Back to Registration' }).click()
	await expect(page.getByLabel('First name')).toHaveValue('Ada')
	await expect(page.getByLabel('Email')).toHaveValue(email)
	await expect(page.getByRole('checkbox')).toBeChecked()
})

test('a rejected log-in shows an error, and is limited after ten attempts', async ({
	page,
	make,
	server,
}) => {
	const user = await make.makeUser()
	await page.goto('/login')
	await logIn(page, user.email, 'wrong horse')
	await alert(page, 'Invalid email or password')
	const form = { email: user.email, password: 'wrong horse' }
	for (let time = 0; time < 9; time++)
		await page.request.post('/login', { form, headers: { origin: server.url } })
	const refused = page.waitForResponse(response => response.request().method() === 'POST')
	await logIn(page, user.email, user.password)
	expect((await refused).status()).toBe(429)
	expect(Number((await refused).headers()['retry-after'])).toBeGreaterThan(600)
	await alert(page, /Too many attempts\. Please wait 1[1-5] minutes and try again\./)
	await expect(page.getByLabel('Email')).toHaveValue(user.email)
})

test('Back after the log-out shows no private page', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser({ fullName: 'Ada Secret' }))
	await page.goto('/user/history')
	await page.goto('/user/dashboard')
	await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL(/\/login/)
	await page.goBack()
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByText('Ada Secret')).toHaveCount(0)
})

test('the code boxes move the focus forward and back, and accept a pasted code with other characters', async ({
	page,
}) => {
	await register(page)
	const boxes = page.locator('input[name="digit"]')
	const values = () => boxes.evaluateAll((all: HTMLInputElement[]) => all.map(item => item.value))
	await boxes.first().click()
	await page.keyboard.type('1a2')
	await expect(boxes.nth(2)).toBeFocused()
	await page.keyboard.press('Backspace')
	await expect(boxes.nth(1)).toBeFocused()
	expect(await values()).toEqual(['1', '', '', '', '', ''])
	await page.keyboard.press('Backspace')
	await expect(boxes.first()).toBeFocused()
	expect(await values()).toEqual(['', '', '', '', '', ''])
	await page.keyboard.press('Backspace')
	await expect(boxes.first()).toBeFocused()

	const paste = (text: string) =>
		boxes.nth(1).evaluate((box: HTMLInputElement, pasted) => {
			box.focus()
			const clipboardData = new DataTransfer()
			clipboardData.setData('text', pasted)
			const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
			// The browser inserts the text that no script has handled.
			const isLeft = box.dispatchEvent(event)
			if (isLeft && pasted) document.execCommand('insertText', false, pasted)
			return isLeft
		}, text)
	await boxes.nth(1).fill('7')
	await paste('hello')
	await expect(boxes.nth(1)).toHaveValue('7')
	expect(await paste(''), 'what has no text is left to the browser').toBe(true)
	await paste('12 34 56')
	await expect(boxes.nth(5)).toHaveValue('6')
})

import type { Page } from '@playwright/test'
import { makeTwoColourPng } from '../support/images'
import { expect, expectFitsWidth, test, WIDTHS, waitForScripts } from '../support/journey'
import { extractCode } from '../support/mailbox'
import { ADMIN, doMainJob, PASSWORD, receipt } from '../support/main-job'

test.describe(`the main job at ${WIDTHS.phone} px`, () => {
	test.use({ viewport: { width: WIDTHS.phone, height: 900 } })
	test.setTimeout(360_000)

	test('register, select, pay, approve and show a block', async ({ page, mails, otherPage, scripts }) => {
		const run = { rows: [24, 25], cols: [11, 13], name: 'Hand' } as const
		await doMainJob(run, { page, mails, otherPage, scripts })
	})
})

test('the main job works at 1440 px by keyboard alone', async ({ page, mails, otherPage }) => {
	const email = `keys-${Date.now()}@example.test`
	await page.goto('/register')
	await type(page, 'firstName', 'Keys')
	await type(page, 'lastName', 'Example')
	await type(page, 'email', email)
	await type(page, 'password', PASSWORD)
	await type(page, 'confirmPassword', PASSWORD)
	await reach(page, '[name=terms]')
	await page.keyboard.press('Space')
	await pressButton(page, 'Sign Up')
	await expect(page).toHaveURL('/verify-otp')
	await expectFitsWidth(page)
	await reach(page, '[name=digit]')
	await page.keyboard.type(extractCode(await mails.waitForMail(email)))
	await pressButton(page, 'Verify Email')
	await expect(page).toHaveURL('/user/dashboard')
	await expectFitsWidth(page)

	await page.goto('/user/pixels/buy')
	await reach(page, 'main summary:has-text("Select by coordinates")')
	await page.keyboard.press('Enter')
	for (const [field, value] of [
		['fromRow', '28'],
		['fromCol', '5'],
		['toRow', '28'],
		['toCol', '6'],
	] as const) {
		await type(page, field, value)
	}
	await pressButton(page, 'Select')
	await expect(page.getByRole('checkbox', { name: /^Tiny pixel, row 28, column 6,/ })).toBeChecked()
	await expectFitsWidth(page)
	await reach(page, 'button[value=buy]', 'back')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/user\/checkout\/[^/]+$/)
	await expectFitsWidth(page)
	await pressButton(page, 'Next')
	await expect(page).toHaveURL(/\/payment$/)
	await expectFitsWidth(page)
	await reach(page, 'a[href$="/confirm"]')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/confirm$/)
	await expectFitsWidth(page)
	await type(page, 'name', 'Keys Example')
	await reach(page, '[name=country]')
	await page.keyboard.type('UK')
	for (const [field, value] of [
		['contact_no', '2079460000'],
		['bank_name', 'Example Bank'],
		['bank_account_no', 'GB00EXMP00000000'],
		['payment_id', `TX-keys-${Date.now()}`],
	] as const) {
		await type(page, field, value)
	}
	/* The file dialog belongs to the operating system; its result is set here once the keyboard has reached the
	   field. */
	await reach(page, '[name=payment_receipt]')
	await page.locator('[name=payment_receipt]').setInputFiles(await receipt())
	for (const field of ['details_confirmed', 'terms']) {
		await reach(page, `[name=${field}]`)
		await page.keyboard.press('Space')
	}
	await pressButton(page, 'Submit')
	await expect(page).toHaveURL(/\/done$/)
	await expectFitsWidth(page)

	const admin = await otherPage()
	await admin.goto('/login')
	await type(admin, 'email', ADMIN.email)
	await type(admin, 'password', ADMIN.password)
	await admin.keyboard.press('Enter')
	await expect(admin).toHaveURL('/admin/dashboard')
	await expectFitsWidth(admin)
	await admin.goto(`/admin/transactions?q=${encodeURIComponent(email)}`)
	await reach(admin, 'main a[href^="/admin/transactions/"]')
	await admin.keyboard.press('Enter')
	await reach(admin, 'main a[href*="/approve"]')
	await admin.keyboard.press('Enter')
	await expect(admin.getByRole('heading', { name: /^Approve the payment of/ })).toBeVisible()
	await expectFitsWidth(admin)
	await reach(admin, 'button[value=approve]')
	await admin.keyboard.press('Enter')
	await expect(admin.getByText('Payment status updated successfully')).toBeVisible()

	await page.goto('/user/profile')
	await reach(page, 'main a[href*="/user/profile?cell="]')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await expectFitsWidth(page)
	await type(page, 'description', 'Made with keys')
	await type(page, 'link', 'https://keys.example/')
	await reach(page, '[name=image]')
	await page
		.locator('[name=image]')
		.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() })
	await pressButton(page, 'Upload')
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await page.goto('/')
	await expect(page.locator('a[href="https://keys.example/"]').first()).toBeVisible()
	await expectFitsWidth(page)
})

/** Presses Tab until the element is focused. @throws after 80 stops. */
async function reach(page: Page, selector: string, direction: 'on' | 'back' = 'on'): Promise<void> {
	await waitForScripts(page)
	for (let stops = 0; stops < 80; stops++) {
		if (await page.locator(`${selector}:focus`).count()) return
		await page.keyboard.press(direction === 'on' ? 'Tab' : 'Shift+Tab')
	}
	throw new Error(`Tab does not lead to ${selector} on ${page.url()}`)
}

async function type(page: Page, name: string, text: string): Promise<void> {
	await reach(page, `[name=${name}]`)
	await page.keyboard.press('ControlOrMeta+a')
	await page.keyboard.type(text)
}

async function pressButton(page: Page, words: string): Promise<void> {
	await reach(page, `main button:has-text("${words}")`)
	await page.keyboard.press('Enter')
}

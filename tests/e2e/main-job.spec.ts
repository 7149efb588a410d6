import type { Page } from '@playwright/test'
import { twoColours } from '../support/images'
import { enhanced, expect, expectSound, test, WIDTHS } from '../support/journey'
import { codeIn } from '../support/mailbox'

/* The product's main job from a stranger to a block on the home page. Each run takes cells of its own. */

const PASSWORD = 'a quiet grid of colours'
const ADMIN = { email: 'admin@mcxi.example', password: 'demo-administrator' }

const RUNS = [
	{ width: WIDTHS.desktop, rows: [20, 21], cols: [5, 7], name: 'Desk' },
	{ width: WIDTHS.phone, rows: [24, 25], cols: [11, 13], name: 'Hand' },
] as const

for (const { width, rows, cols, name } of RUNS) {
	test.describe(`the main job at ${width} px`, () => {
		test.use({ viewport: { width, height: 900 } })
		test.setTimeout(360_000)

		test('register, choose, pay, approve, show', async ({ page, mails, otherPage, context }) => {
			const email = `${name.toLowerCase()}-${Date.now()}@example.test`
			const link = `https://${name.toLowerCase()}.example/welcome`

			await test.step('register', async () => {
				await page.goto('/register')
				await expectSound(page)
				await page.getByLabel('First name').fill(name)
				await page.getByLabel('Last name').fill('Example')
				await page.getByLabel('E-mail').fill(email)
				await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
				await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
				await page.getByLabel(/Terms and Policy/).check()
				await page.getByRole('button', { name: 'Sign Up' }).click()
				await expect(page).toHaveURL('/verify-otp')
				await expectSound(page)
				await enterCode(page, codeIn(await mails.waitForMail(email)))
				await page.getByRole('button', { name: 'Verify Email' }).click()
				await expect(page).toHaveURL('/user/dashboard')
				await expectSound(page)
			})

			await test.step('choose', async () => {
				await page.goto('/user/pixels/buy')
				await expectSound(page)
				for (let row = rows[0]; row <= rows[1]; row++) {
					for (let col = cols[0]; col <= cols[1]; col++) {
						await page
							.getByRole('checkbox', { name: new RegExp(`^Tiny pixel, row ${row}, column ${col},`) })
							.check()
					}
				}
				await page.getByRole('button', { name: 'Buy Pixels' }).click()
				await expect(page).toHaveURL(/\/user\/checkout\/[^/]+$/)
				await expect(page.getByText('£600,000').first()).toBeVisible()
				await expectSound(page)
			})

			await test.step('pay', async () => {
				await page.getByRole('button', { name: 'Next' }).click()
				await expect(page).toHaveURL(/\/payment$/)
				await expectSound(page)
				await page.getByRole('link', { name: 'Next' }).click()
				await expect(page).toHaveURL(/\/confirm$/)
				await expectSound(page)
				await page.getByRole('button', { name: 'Submit' }).click()
				await expect(page.getByRole('link', { name: 'Payment receipt is required' })).toBeVisible()
				await expectSound(page)
				await fillPayment(page, `TX-${name}-${Date.now()}`)
				await page.getByRole('button', { name: 'Submit' }).click()
				await expect(page).toHaveURL(/\/done$/)
				await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
				await expectSound(page)
			})

			await test.step('approve', async () => {
				const admin = await otherPage()
				await admin.goto('/login')
				await expectSound(admin)
				await admin.getByLabel('E-mail').fill(ADMIN.email)
				await admin.getByLabel('Password', { exact: true }).fill(ADMIN.password)
				await admin.getByRole('button', { name: 'Log In' }).click()
				await expect(admin).toHaveURL('/admin/dashboard')
				await expectSound(admin)
				await admin.goto(`/admin/transactions?search=${encodeURIComponent(email)}`)
				await expectSound(admin)
				await admin.locator('main a[href^="/admin/transactions/"]').first().click()
				await expect(admin).toHaveURL(/\/admin\/transactions\/[^/]+$/)
				await expectSound(admin)
				await admin.getByRole('link', { name: 'Approve' }).click()
				await expect(admin.getByText('£600,000 · six hundred thousand pounds').last()).toBeVisible()
				await admin.getByRole('button', { name: 'Approve payment' }).click()
				await expect(admin.getByText('Payment status updated successfully')).toBeVisible()
				await mails.waitForMail(email, { subject: /approved|confirmed/i })
			})

			await test.step('show', async () => {
				await page.goto('/user/profile')
				await expectSound(page)
				await page
					.getByRole('radio', { name: new RegExp(`^Tiny pixel, row ${rows[0]}, column ${cols[0]},`) })
					.check()
				await page.getByRole('button', { name: 'Manage Pixels' }).click()
				await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
				await expectSound(page)
				await page.getByLabel('Description').fill(`The block of ${name}`)
				await page.getByLabel('Link').fill(link)
				await page
					.getByLabel('Image', { exact: true })
					.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await twoColours() })
				await page.getByRole('button', { name: 'Upload' }).click()
				await expect(page.getByText('Pixel managed successfully')).toBeVisible()
			})

			await test.step('a stranger sees it and follows its link', async () => {
				const stranger = await otherPage()
				await stranger.context().route(`${link}**`, route => route.fulfill({ body: 'Welcome' }))
				await stranger.goto('/')
				await expectSound(stranger)
				const block = stranger.locator(`a[href="${link}"]`).first()
				await expect(block).toHaveAttribute('rel', /noopener/)
				const popup = stranger.waitForEvent('popup')
				await block.click()
				await expect(await popup).toHaveURL(link)
				expect(await context.cookies(link)).toEqual([])
			})
		})
	})
}

test('the keyboard alone does the main job', async ({ page, mails, otherPage }) => {
	test.setTimeout(240_000)
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
	await reach(page, '[name=digit]')
	await page.keyboard.type(codeIn(await mails.waitForMail(email)))
	await pressButton(page, 'Verify Email')
	await expect(page).toHaveURL('/user/dashboard')

	await page.goto('/user/pixels/buy')
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
	await reach(page, 'button[value=buy]', 'back')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/user\/checkout\/[^/]+$/)
	await pressButton(page, 'Next')
	await expect(page).toHaveURL(/\/payment$/)
	await reach(page, 'a[href$="/confirm"]')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/confirm$/)
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
	/* The dialog for files belongs to the system; what it hands back is set here, once the keyboard has reached the
	   field. */
	await reach(page, '[name=payment_receipt]')
	await page.locator('[name=payment_receipt]').setInputFiles(await receipt())
	for (const field of ['details_confirmed', 'terms']) {
		await reach(page, `[name=${field}]`)
		await page.keyboard.press('Space')
	}
	await pressButton(page, 'Submit')
	await expect(page).toHaveURL(/\/done$/)

	const admin = await otherPage()
	await admin.goto('/login')
	await type(admin, 'email', ADMIN.email)
	await type(admin, 'password', ADMIN.password)
	await admin.keyboard.press('Enter')
	await expect(admin).toHaveURL('/admin/dashboard')
	await admin.goto(`/admin/transactions?search=${encodeURIComponent(email)}`)
	await reach(admin, 'main a[href^="/admin/transactions/"]')
	await admin.keyboard.press('Enter')
	await reach(admin, 'main a[href$="/approve"]')
	await admin.keyboard.press('Enter')
	await expect(admin.getByRole('heading', { name: /^Approve the payment of/ })).toBeVisible()
	await reach(admin, 'button[value=approve]')
	await admin.keyboard.press('Enter')
	await expect(admin.getByText('Payment status updated successfully')).toBeVisible()

	await page.goto('/user/profile')
	await reach(page, 'main a[href*="/user/profile?cell="]')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await type(page, 'description', 'Made with keys')
	await type(page, 'link', 'https://keys.example/')
	await reach(page, '[name=image]')
	await page
		.locator('[name=image]')
		.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await twoColours() })
	await pressButton(page, 'Upload')
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await page.goto('/')
	await expect(page.locator('a[href="https://keys.example/"]').first()).toBeVisible()
})

async function receipt() {
	return { name: 'receipt.png', mimeType: 'image/png', buffer: await twoColours() }
}

async function enterCode(page: Page, code: string): Promise<void> {
	const boxes = page.locator('[name=digit]')
	for (const [place, digit] of [...code].entries()) await boxes.nth(place).fill(digit)
}

async function fillPayment(page: Page, transactionId: string): Promise<void> {
	await page.getByLabel('Full name or company name').fill('Example Buyer Ltd')
	await page.getByLabel('Country').selectOption({ index: 1 })
	await page.getByLabel('Contact number').fill('20 7946 0000')
	await page.getByLabel('Bank name').fill('Example Bank')
	await page.getByLabel('Account number or IBAN').fill('GB00EXMP00000000')
	await page.getByLabel('Transaction ID').fill(transactionId)
	await page.getByLabel('Payment receipt').setInputFiles(await receipt())
	await page.getByLabel(/I confirm/).check()
	await page.getByLabel(/I agree/).check()
}

/** Presses Tab until the element has the focus. @throws when a round of 80 stops does not lead there. */
async function reach(page: Page, selector: string, direction: 'on' | 'back' = 'on'): Promise<void> {
	await enhanced(page)
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

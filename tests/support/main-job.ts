import type { Page } from '@playwright/test'
import { REGIONS } from '~/domain/grid/regions'
import { makeTwoColourPng } from './images'
import { expect, expectFitsWidth, test } from './journey'
import { extractCode, type mailbox } from './mailbox'

export const PASSWORD = 'a quiet grid of colours'
export const ADMIN = { email: 'admin@mcxi.example', password: 'demo-administrator' }

/** Opens the larger view of the part with a tiny pixel, on phones without scripts. */
export async function openPart(page: Page, row: number, col: number): Promise<void> {
	const parts = page.getByRole('navigation', { name: 'Larger views' })
	const part = REGIONS.find(({ cells }) =>
		cells.some(cell => cell.type === 'tiny' && cell.row === row && cell.col === col),
	)
	if ((await page.locator('.cells').isHidden()) && part)
		await parts.getByRole('link', { name: part.name }).click()
}

/** The rows, columns and buyer of a run of the main job. */
export type Run = { rows: readonly [number, number]; cols: readonly [number, number]; name: string }

/** The product's main job from registration to a block on the home page. Each run uses its own cells. */
export async function doMainJob(
	{ rows, cols, name }: Run,
	{
		page,
		mails,
		otherPage,
		scripts,
	}: { page: Page; mails: ReturnType<typeof mailbox>; otherPage: () => Promise<Page>; scripts: boolean },
): Promise<void> {
	const email = `${name.toLowerCase()}-${Date.now()}@example.test`
	const link = `https://${name.toLowerCase()}.example/welcome`

	await test.step('register', async () => {
		await page.goto('/register')
		await expectFitsWidth(page)
		await page.getByLabel('First name').fill(name)
		await page.getByLabel('Last name').fill('Example')
		await page.getByLabel('Email').fill(email)
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
		await page.getByLabel(/Terms and Policy/).check()
		await page.getByRole('button', { name: 'Sign Up' }).click()
		await expect(page).toHaveURL('/verify-otp')
		await expectFitsWidth(page)
		await enterCode(page, extractCode(await mails.waitForMail(email)))
		await page.getByRole('button', { name: 'Verify Email' }).click()
		await expect(page).toHaveURL('/user/dashboard')
		await expectFitsWidth(page)
	})

	await test.step('choose', async () => {
		await page.goto('/user/pixels/buy')
		await expectFitsWidth(page)
		await openPart(page, rows[0], cols[0])
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
		await expectFitsWidth(page)
	})

	await test.step('pay', async () => {
		await page.getByRole('button', { name: 'Next' }).click()
		await expect(page).toHaveURL(/\/payment$/)
		await expectFitsWidth(page)
		await page.getByRole('link', { name: 'Next' }).click()
		await expect(page).toHaveURL(/\/confirm$/)
		await expectFitsWidth(page)
		await page.getByRole('button', { name: 'Submit' }).click()
		await expect(page.getByRole('link', { name: 'Payment receipt is required' })).toBeVisible()
		await expectFitsWidth(page)
		await fillPayment(page, `TX-${name}-${Date.now()}`)
		await page.getByRole('button', { name: 'Submit' }).click()
		await expect(page).toHaveURL(/\/done$/)
		await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
		await expectFitsWidth(page)
	})

	await test.step('approve', async () => {
		await approvePayment(await otherPage(), email)
		await mails.waitForMail(email, { subject: /approved|confirmed/i })
	})

	await test.step('show', async () => {
		await page.goto('/user/profile')
		await expectFitsWidth(page)
		await openPart(page, rows[0], cols[0])
		await page
			.getByRole('checkbox', { name: new RegExp(`^Tiny pixel, row ${rows[0]}, column ${cols[0]},`) })
			.check()
		await page.getByRole('button', { name: 'Manage Pixels' }).click()
		await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
		await expectFitsWidth(page)
		await page.getByLabel('Description').fill(`The block of ${name}`)
		await page.getByLabel('Link').fill(link)
		await page
			.getByLabel('Image', { exact: true })
			.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() })
		await page.getByRole('button', { name: 'Upload' }).click()
		await expect(page.getByText('Pixel managed successfully')).toBeVisible()
		// Scripts show the message over the grid; without them the block stands above it.
		const list = await page.getByRole('heading', { name: 'Your blocks' }).boundingBox()
		const grid = await page.locator('.tool-page').boundingBox()
		expect((list?.y ?? 0) < (grid?.y ?? 0)).toBe(!scripts)
	})

	await test.step('a stranger sees it and follows its link', async () => {
		const stranger = await otherPage()
		await stranger.context().route(`${link}**`, route => route.fulfill({ body: 'Welcome' }))
		await stranger.goto('/')
		await expectFitsWidth(stranger)
		const block = stranger.locator(`a[href="${link}"]`).first()
		await expect(block).toHaveAttribute('rel', /noopener/)
		const popup = stranger.waitForEvent('popup')
		await block.click()
		await expect(await popup).toHaveURL(link)
		expect(await page.context().cookies(link)).toEqual([])
	})
}

/** The administrator signs in and approves the only order of a buyer, over £600,000. */
export async function approvePayment(admin: Page, email: string): Promise<void> {
	await admin.goto('/login')
	await expectFitsWidth(admin)
	await admin.getByLabel('Email').fill(ADMIN.email)
	await admin.getByLabel('Password', { exact: true }).fill(ADMIN.password)
	await admin.getByRole('button', { name: 'Log In' }).click()
	await expect(admin).toHaveURL('/admin/dashboard')
	await expectFitsWidth(admin)
	await admin.goto(`/admin/transactions?q=${encodeURIComponent(email)}`)
	await expectFitsWidth(admin)
	await admin.locator('main a[href^="/admin/transactions/"]').first().click()
	await expect(admin).toHaveURL(/\/admin\/transactions\/[^/]+$/)
	await expectFitsWidth(admin)
	await admin.getByRole('link', { name: 'Approve', exact: true }).click()
	await expect(admin.getByText('£600,000 · six hundred thousand pounds').last()).toBeVisible()
	await admin.getByRole('button', { name: 'Approve payment' }).click()
	await expect(admin.getByText('Payment status updated successfully')).toBeVisible()
}

/** An image for the upload of a receipt. */
export async function receipt() {
	return { name: 'receipt.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
}

/** Fills the six boxes of a code. */
export async function enterCode(page: Page, code: string): Promise<void> {
	const boxes = page.locator('[name=digit]')
	for (const [place, digit] of [...code].entries()) await boxes.nth(place).fill(digit)
}

/** Fills step 3 of the checkout. */
export async function fillPayment(page: Page, transactionId: string): Promise<void> {
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

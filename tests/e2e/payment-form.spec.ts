import type { Page } from '@playwright/test'
import { expect, expectAccessiblePage, test, waitForScripts } from '../support/journey'

/* Step 3 of the checkout with scripts; checkout.spec.ts covers it without scripts. */

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
const receipt = (bytes = 0, name = 'receipt.pdf') => ({
	name,
	mimeType: 'application/pdf',
	buffer: Buffer.concat([Buffer.alloc(bytes, PDF), Buffer.from(PDF)]),
})

async function fill(page: Page) {
	await page.getByLabel('Full name or company name').fill('Example Holdings Ltd')
	await page.getByLabel('Country').selectOption('UK')
	await page.getByLabel('Contact number').fill('7700 900 123')
	await page.getByLabel('Bank name').fill('Example Bank')
	await page.getByLabel('Account number or IBAN').fill('GB00 EXMP 0000')
	await page.getByLabel('Transaction ID').fill('TX-2026-1')
	await page.getByLabel(/^I confirm that the details/).check()
	await page.getByLabel(/^I agree to the/).check()
}

const submit = (page: Page) => page.getByRole('button', { name: /^Submit/ })
const field = (page: Page, label: string) => page.locator('.field', { hasText: label })
const success = (page: Page) => page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })

/** Expects the summary to be focused and below the header. */
async function expectSummaryInView(page: Page): Promise<void> {
	const summary = page.locator('error-summary')
	await expect(summary).toBeFocused()
	await expect(summary).toBeInViewport({ ratio: 1 })
	const [header, box] = [await page.locator('.shell-bar').boundingBox(), await summary.boundingBox()]
	expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
}

function countPosts(page: Page): () => number {
	let posts = 0
	page.on('request', request => {
		posts += request.method() === 'POST' ? 1 : 0
	})
	return () => posts
}

/** Returns a function that limits the upload rate in bytes per second; -1 for no limit. */
async function controlLine(page: Page): Promise<(uploadThroughput: number) => Promise<void>> {
	const session = await page.context().newCDPSession(page)
	await session.send('Network.enable')
	return async uploadThroughput => {
		const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
		await session.send('Network.emulateNetworkConditions', line)
	}
}

test.beforeEach(async ({ page, make, signIn }) => {
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [520, 521], { status: 'open' })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/confirm`)
	await waitForScripts(page)
})

test('the total is next to the form; pressing Submit from an invalid field shows all errors', async ({
	page,
}) => {
	const [fields, sum] = [
		await page.locator('.checkout-main').boundingBox(),
		await page.locator('.checkout-pay').boundingBox(),
	]
	expect(sum?.x).toBeGreaterThan((fields?.x ?? 0) + (fields?.width ?? 0))
	const checks = page.waitForResponse(/\/checks-[^/]*\.js$/)
	await page.getByLabel('Full name or company name').fill('')
	await (await checks).finished()
	await submit(page).click()
	await expect(page.getByRole('link', { name: 'Full name or company name is required' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Country is required' })).toBeVisible()
	await expectSummaryInView(page)
})

test('each field is validated on blur with the messages of the server', async ({ page }) => {
	const posts = countPosts(page)
	await expect(page.getByLabel('Full name or company name')).not.toHaveValue('')
	await page.getByLabel('Full name or company name').fill('')
	await page.getByLabel('Email').fill('nobody')
	await expect(field(page, 'Full name').getByText('Full name or company name is required')).toBeVisible()
	await page.getByLabel('Country').focus()
	await expect(field(page, 'Email').getByText('Valid email address is required')).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
	await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Valid email address is required/)
	await page.getByLabel('Country').selectOption('UK')
	await page.getByLabel('Contact number').fill('12')
	await page.getByLabel('Bank name').focus()
	await expect(page.getByText('Valid contact number is required (7-15 digits)')).toBeVisible()
	await page.getByLabel('Email').fill('nobody@example.test')
	await expect(field(page, 'Email').getByText('Valid email address is required')).toHaveCount(0)
	await page
		.getByLabel('Payment receipt')
		.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
	await expect(page.getByText('Only PNG, JPG, or PDF files are allowed')).toBeVisible()
	await page.getByLabel('Payment receipt').setInputFiles(receipt(6_000_000))
	await expect(page.getByText('File size must not exceed 5MB')).toBeVisible()
	await expectAccessiblePage(page)
	expect(posts()).toBe(0)
})

test('nothing is uploaded while a field is invalid', async ({ page }) => {
	const posts = countPosts(page)
	await fill(page)
	await page.getByLabel('Bank name').fill('')
	await page.getByLabel('Payment receipt').setInputFiles(receipt(4_000_000))
	await submit(page).click()
	await expect(page.getByRole('link', { name: 'Bank name is required' })).toBeVisible()
	await expectSummaryInView(page)
	expect(posts()).toBe(0)
	await page.getByLabel('Bank name').fill('Example Bank')
	await expect(page.getByRole('link', { name: 'Bank name is required' })).toHaveCount(0)
	await submit(page).click()
	await expect(success(page)).toBeVisible()
	await expect(page.getByText('Payment details submitted successfully')).toBeVisible()
	expect(posts()).toBe(1)
})

test('the upload shows its progress, can be cancelled, and is sent once', async ({ page }) => {
	const posts = countPosts(page)
	await fill(page)
	await page.getByLabel('Payment receipt').setInputFiles(receipt(4_000_000))
	const setLine = await controlLine(page)
	await setLine(200_000)
	await submit(page).click()
	await expect(page.getByText(/^[\d.]+ (kB|MB) of 4 MB sent$/)).toBeVisible()
	await expect(page.getByRole('progressbar', { name: 'Sent' })).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByLabel('Transaction ID').press('Enter')
	expect(posts()).toBe(1)
	await page.getByRole('button', { name: 'Stop' }).click()
	await expect(page.getByRole('alert').filter({ hasText: /^Stopped\. Nothing was submitted/ })).toBeVisible()
	await expect(page.getByLabel('Transaction ID')).toHaveValue('TX-2026-1')
	await setLine(-1)
	await submit(page).click()
	await expect(success(page)).toBeVisible()
	expect(posts()).toBe(2)
})

test('a lost connection shows an error and keeps the input', async ({ page, context }) => {
	await fill(page)
	await page.getByLabel('Payment receipt').setInputFiles(receipt())
	await context.setOffline(true)
	await submit(page).click()
	await expect(page.getByRole('alert').filter({ hasText: /^The connection was lost\./ })).toBeVisible()
	await expect(page.getByLabel('Bank name')).toHaveValue('Example Bank')
	await context.setOffline(false)
	await submit(page).click()
	await expect(success(page)).toBeVisible()
})

test('errors that only the server detects are shown in place, and the receipt is kept', async ({ page }) => {
	await fill(page)
	await page
		.getByLabel('Payment receipt')
		.setInputFiles({ name: 'cut.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\ncut off') })
	await page.getByLabel('SWIFT copy').setInputFiles(receipt(0, 'swift.pdf'))
	await submit(page).click()
	const message = 'This file is damaged and cannot be read. Please choose another one.'
	await expect(page.getByRole('link', { name: message })).toBeVisible()
	await expectSummaryInView(page)
	await expect(page.getByText('swift.pdf is kept; choose another to replace it.')).toBeVisible()
	await expect(page.getByLabel('SWIFT copy')).toHaveValue('')
	await expect(page.getByLabel('Bank name')).toHaveValue('Example Bank')
	await expectAccessiblePage(page)
	await page.getByLabel('Payment receipt').setInputFiles(receipt())
	await submit(page).click()
	await expect(success(page)).toBeVisible()
})

test('an ended session redirects to the log-in', async ({ page, context }) => {
	await fill(page)
	await page.getByLabel('Payment receipt').setInputFiles(receipt())
	await context.clearCookies()
	await submit(page).click()
	await expect(page).toHaveURL(/\/login/)
})

test('input entered before the tool starts is kept', async ({ page }) => {
	let release: () => void = () => undefined
	const held = new Promise<void>(resolve => {
		release = resolve
	})
	await page.route(/\/assets\/.*\.js/, async route => {
		await held
		await route.continue()
	})
	await page.reload({ waitUntil: 'commit' })
	await page.waitForLoadState('domcontentloaded')
	await page.evaluate(() => {
		const form = document.querySelector<HTMLFormElement>('form#payment')
		const set = (name: string, value: string) => {
			const input = form?.elements.namedItem(name)
			if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value
		}
		set('name', 'Early Bird Ltd')
		set('country', 'Japan')
		const box = form?.elements.namedItem('terms')
		if (box instanceof HTMLInputElement) box.click()
	})
	release()
	await waitForScripts(page)
	await expect(page.getByLabel('Full name or company name')).toHaveValue('Early Bird Ltd')
	await expect(page.getByLabel('Country')).toHaveValue('Japan')
	await expect(page.getByLabel(/^I agree to the/)).toBeChecked()
})

test('a wrong check digit of an IBAN shows a hint and is submitted anyway @js', async ({ page }) => {
	await fill(page)
	await page.getByLabel('Account number or IBAN').fill('GB29 NWBK 6016 1331 9268 91')
	await page.getByLabel('Transaction ID').focus()
	await expect(page.getByLabel('Account number or IBAN')).toHaveAccessibleDescription(
		/^Please check the IBAN: .* If your bank writes it like this, leave it\.$/,
	)
	await page.getByLabel('Payment receipt').setInputFiles(receipt())
	await submit(page).click()
	await expect(success(page)).toBeVisible()
})

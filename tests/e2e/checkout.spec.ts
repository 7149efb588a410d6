import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeTwoColourPng } from '../support/images'
import { expect, expectAccessiblePage, test } from '../support/journey'

const RECEIPT = {
	name: 'receipt.pdf',
	mimeType: 'application/pdf',
	buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
}

/* Every test buys in its own columns, so that tests of a worker do not collide. */
async function select(page: Page, fromRow: number, fromCol: number, toRow = fromRow, toCol = fromCol) {
	await page.goto('/user/pixels/buy')
	await page.locator('summary', { hasText: 'Select by coordinates' }).click()
	await page.getByLabel('From row').fill(String(fromRow))
	await page.getByLabel('From column').fill(String(fromCol))
	await page.getByLabel('To row').fill(String(toRow))
	await page.getByLabel('To column').fill(String(toCol))
	await page.getByRole('button', { name: 'Select', exact: true }).click()
	await expect(page).toHaveURL(/fromRow=/)
}

async function fillConfirmation(page: Page) {
	await page.getByLabel('Full name or company name').fill('Example Holdings Ltd')
	await page.getByLabel('Country').selectOption('UK')
	await page.getByLabel('Contact number').fill('7700 900 123')
	await page.getByLabel('Bank name').fill('Example Bank')
	await page.getByLabel('Account number or IBAN').fill('GB00 EXMP 0000')
	await page.getByLabel('Transaction ID').fill('TX-2026-1')
	await page.getByLabel(/^I confirm that the details/).check()
	await page.getByLabel(/^I agree to the/).check()
}

/** How many sheets of A4 the page is printed on. */
async function countSheets(page: Page): Promise<number> {
	const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
	return printed.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/* Selecting by coordinates adds a second link. */
const buy = (page: Page) =>
	page.getByRole('region', { name: 'Your selection' }).getByRole('button', { name: 'Buy Pixels' })

const next = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Next', exact: true })

test('a buyer selects pixels, previews an image, applies a coupon, pays and sees the confirmation', async ({
	page,
	make,
	mails,
	signIn,
}) => {
	test.slow()
	const buyer = await make.makeUser({ fullName: 'Ada Example' })
	const code = await make.makeCoupon()
	await signIn(buyer)

	await select(page, 8, 1, 9, 2)
	await expect(page.getByText('4 tiny pixels, 2 by 2, from row 8, column 1').first()).toBeVisible()
	await expect(page.getByText('£400,000 · four hundred thousand pounds').first()).toBeVisible()

	await page.getByRole('button', { name: 'Image Preview' }).click()
	await expect(page.getByRole('heading', { name: 'Image Preview' })).toBeVisible()
	await expect(page.getByText('2 × 2 (width × height)')).toBeVisible()
	await page
		.getByLabel('Image', { exact: true })
		.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() })
	const shown = page.locator('.editor-stage image')
	await expect(shown.first()).toHaveAttribute('href', /^blob:/)
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: 'Clear image' }).click()
	await expect(shown).toHaveCount(0)
	await page.getByRole('button', { name: 'Buy Pixels' }).click()

	await expect(page.getByRole('heading', { name: 'Payment Checkout' })).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('Please enter a coupon code').first()).toBeVisible()
	await page.getByLabel('Coupon code').fill('NO-SUCH-CODE')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('Coupon not found').first()).toBeVisible()
	await expect(page.getByLabel('Coupon code')).toHaveValue('NO-SUCH-CODE')
	await page.getByLabel('Coupon code').fill(code.toLowerCase())
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText(`${code} is applied.`)).toBeVisible()
	await expect(page.getByText('£360,000').first()).toBeVisible()
	await expect(page.getByText('three hundred and sixty thousand pounds').first()).toBeVisible()
	const stepOne = page.url()
	await page.getByRole('button', { name: 'Next' }).click()

	await expect(page.getByRole('heading', { name: 'Payment Account Details' })).toBeVisible()
	await expect(page.getByText('Your pixels are on hold for you')).toBeVisible()
	await expect(page.getByText('Payment is by direct bank transfer only')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Copy payment reference' })).toHaveCount(1)
	const reference = (await page.getByTestId('reference').textContent())?.trim() ?? ''
	expect(reference).toMatch(/^[34679CDFGHJKMNPRTWX]{8}$/)
	await expectAccessiblePage(page)
	const letter = await mails.waitForMail(buyer.email, { subject: reference })
	expect(letter.text).toContain(`${stepOne}/payment`)

	await next(page).click()
	await expect(page.getByRole('heading', { name: 'Payment Confirmation' })).toBeVisible()
	await expectAccessiblePage(page)
	await expect(page.getByLabel('Full name or company name')).not.toHaveValue('')
	await page.getByLabel('Full name or company name').fill('')
	await page.getByRole('button', { name: 'Submit' }).click()
	for (const message of [
		'Full name or company name is required',
		'Contact number is required',
		'Country is required',
		'Bank name is required',
		'Account number or IBAN is required',
		'Transaction ID is required',
		'Payment receipt is required',
		'Please confirm that the details are correct',
		'You must agree to the terms and privacy policy',
	]) {
		await expect(page.getByRole('link', { name: message })).toBeVisible()
	}
	await expectAccessiblePage(page)

	await fillConfirmation(page)
	await page.getByLabel('Email').fill('not-an-address')
	await page.getByLabel('Payment receipt').setInputFiles(RECEIPT)
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('link', { name: 'Valid email address is required' })).toBeVisible()
	// An invalid field prevents the upload, and the file stays selected.
	await expect(page.getByLabel('Payment receipt')).toHaveValue(/receipt\.pdf$/)
	await expect(page.getByLabel('Contact number')).toHaveValue('7700 900 123')
	await expect(page.getByLabel('Country')).toHaveValue('UK')
	await expect(page.getByLabel(/^I agree to the/)).toBeChecked()
	await page.getByLabel('Email').fill(buyer.email)
	await page.getByRole('button', { name: 'Submit' }).click()

	await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
	await expect(page.getByText('Payment details submitted successfully')).toBeVisible()
	for (const text of [
		'Your pixels are activated immediately.',
		'International transfers take 1-3 business days.',
		'+447700900123',
		reference,
		'receipt.pdf',
	]) {
		await expect(page.getByText(text).first()).toBeVisible()
	}
	await expectAccessiblePage(page)
	expect(await countSheets(page), 'printed on one sheet').toBe(1)
	await mails.waitForMail(buyer.email, { subject: `received your order ${reference}` })

	for (const step of ['', '/payment', '/confirm']) {
		await page.goto(stepOne + step)
		await expect(page).toHaveURL(`${stepOne}/done`)
	}
	await page.goto(stepOne.replace('/checkout/', '/history/'))
	await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible()
	expect(await countSheets(page), 'the order is printed on one sheet').toBe(1)
})

test('the reference can be copied, with a confirmation', async ({ page, context, make, signIn }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [500], { status: 'open' })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/payment`)
	await page.getByRole('button', { name: 'Copy payment reference' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Copied to clipboard!' })).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.reference)

	await page.evaluate(() => {
		const { clipboard } = navigator
		const allowed = clipboard.writeText.bind(clipboard)
		clipboard.writeText = text => {
			clipboard.writeText = allowed
			return Promise.reject(new Error(`not allowed: ${text}`))
		}
	})
	await page.getByRole('button', { name: 'Copy payment reference' }).click()
	await expect(page.getByRole('alert')).toHaveText(/Your browser did not allow copying/)

	/* Toasts stay open while their list is focused. */
	await page.keyboard.press('Alt+t')
	await expect(page.locator('toast-list')).toBeFocused()
	await page
		.locator('copy-button button')
		.first()
		.evaluate(async (button: HTMLButtonElement) => {
			for (let times = 0; times < 25; times++) button.click()
			// Texts are announced one after another: after this one all messages have been added.
			await navigator.clipboard.writeText('the last')
		})
	await expect(page.locator('toast-message')).toHaveCount(20)
})

test('a file that is too large shows an error next to its field and keeps the other input @both', async ({
	page,
	make,
	signIn,
	scripts,
}, testInfo) => {
	test.slow()
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [510], { status: 'open' })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/confirm`)
	await fillConfirmation(page)
	// Uses a path, because bytes would be sent through the browser's protocol.
	const makeSwift = async (bytes: number) => {
		const swift = testInfo.outputPath('swift.pdf')
		await writeFile(swift, RECEIPT.buffer)
		await truncate(swift, bytes)
		return swift
	}
	await page.getByLabel('Payment receipt').setInputFiles(RECEIPT)
	await page.getByLabel('SWIFT copy').setInputFiles(await makeSwift(20_000_000))
	const error = page.locator('.field', { hasText: 'SWIFT copy' }).getByText('File size must not exceed 5MB')
	if (scripts) {
		await expect(error).toBeVisible()
		let sent = 0
		page.on('request', request => {
			sent += request.method() === 'POST' ? 1 : 0
		})
		await page.getByRole('button', { name: 'Submit' }).click()
		await expect(page.locator('error-summary')).toBeFocused()
		expect(sent).toBe(0)
	} else {
		await page.getByRole('button', { name: 'Submit' }).click()
		await expect(error).toBeVisible()
		await expect(page.getByText('receipt.pdf is kept; choose another to replace it.')).toBeVisible()
	}
	await expect(page.getByLabel('Transaction ID')).toHaveValue('TX-2026-1')

	if (!scripts) {
		await page.getByLabel('SWIFT copy').setInputFiles(await makeSwift(65 * 1024 * 1024))
		await page.getByRole('button', { name: 'Submit' }).click()
		await expect(error).toBeVisible()
		await expect(page.getByText('receipt.pdf is kept; choose another to replace it.')).toBeVisible()
		await expect(page.getByLabel('Transaction ID')).toHaveValue('TX-2026-1')
	}
	await page.getByLabel('SWIFT copy').setInputFiles([])
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
})

test('two tabs, Back and a resubmission lead to one order', async ({ page, context, make, signIn }) => {
	const buyer = await make.makeUser()
	const { id } = await make.makeOrder(buyer.id, [520], { status: 'open' })
	await signIn(buyer)
	const [confirm, done] = [`/user/checkout/${id}/confirm`, `/user/checkout/${id}/done`]
	await page.goto(confirm)

	const second = await context.newPage()
	await second.goto(confirm)
	for (const tab of [page, second]) {
		await fillConfirmation(tab)
		await tab.getByLabel('Payment receipt').setInputFiles(RECEIPT)
	}
	await Promise.all([page, second].map(tab => tab.getByRole('button', { name: 'Submit' }).click()))
	await expect(page).toHaveURL(done)
	await expect(second).toHaveURL(done)
	await page.goBack()
	await expect(page).toHaveURL(/\/(confirm|done)$/)
	await page.goto(done)
	await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
})

test('steps that are out of order redirect, and an order is visible to its buyer only', async ({
	page,
	make,
	signIn,
	context,
}) => {
	const buyer = await make.makeUser()
	await signIn(buyer)
	await page.goto('/user/pixels/buy?type=tiny&fromRow=14&fromCol=1')
	await buy(page).click()
	await expect(page).toHaveURL(/\/user\/checkout\//)
	const stepOne = page.url()
	for (const step of ['/payment', '/confirm', '/done']) {
		await page.goto(stepOne + step)
		await expect(page).toHaveURL(stepOne)
	}
	await page.goto('/user/pixels/buy')
	await page.getByRole('link', { name: 'Continue the checkout' }).click()
	await expect(page).toHaveURL(stepOne)

	await context.clearCookies()
	await signIn(await make.makeUser())
	for (const step of ['', '/payment', '/confirm', '/done']) {
		expect((await page.goto(stepOne + step))?.status()).toBe(404)
	}
})

test('a buyer whose pixel was sold meanwhile sees which one, and can continue with the rest', async ({
	page,
	make,
	signIn,
}) => {
	const buyer = await make.makeUser()
	await signIn(buyer)
	await page.goto('/user/pixels/buy?type=tiny&fromRow=16&fromCol=1&toRow=16&toCol=3')
	const rival = await make.makeUser()
	const [taken = 0] = [112 + (16 - 8) * 40 + 1]
	await make.ownCells(rival.id, [taken])
	await buy(page).click()
	await expect(page.getByText('This pixel is not available for selection').first()).toBeVisible()
	await expect(page.getByText('tiny pixel at row 16, column 2').first()).toBeVisible()
	await expect(page.locator('input[name=cell]:checked')).toHaveCount(0)
	await page.getByRole('link', { name: 'Select 1 free one' }).click()
	await expect(page.getByRole('checkbox', { name: /^Tiny pixel, row 16, column 1,/ })).toBeChecked()
	await expect(page.locator('input[name=cell]:checked')).toHaveCount(1)
})

test('a selection that is not a rectangle is rejected and kept @no-js', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.goto('/user/pixels/buy')
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await expect(page.getByText('Please select pixels to buy').first()).toBeVisible()
	for (const col of [10, 11]) {
		await page.getByRole('checkbox', { name: new RegExp(`^Tiny pixel, row 18, column ${col},`) }).check()
	}
	await page.getByRole('checkbox', { name: /^Tiny pixel, row 19, column 10,/ }).check()
	await page.getByRole('button', { name: 'Image Preview' }).click()
	await expect(
		page
			.getByText('Selected pixels must form a complete rectangle or square shape with same type of pixels')
			.first(),
	).toBeVisible()
	await expect(page.locator('input[name=cell]:checked')).toHaveCount(3)
	await page.getByRole('checkbox', { name: /^Tiny pixel, row 19, column 10,/ }).uncheck()
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await expect(page).toHaveURL(/\/user\/checkout\//)
})

test('a second checkout asks for confirmation before it ends the hold of the first, in a dialog with scripts @both', async ({
	page,
	make,
	signIn,
	scripts,
}) => {
	test.slow()
	const buyer = await make.makeUser()
	const { reference } = await make.makeOrder(buyer.id, [300], { status: 'open' })
	await signIn(buyer)
	const asks = page.getByRole(scripts ? 'dialog' : 'region', { name: 'End the hold of your other checkout?' })
	const logo = { name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
	for (const from of ['grid', 'preview'] as const) {
		const choice = '?type=tiny&fromRow=20&fromCol=3'
		if (from === 'grid') {
			await page.goto(`/user/pixels/buy${choice}`)
			await buy(page).click()
		} else {
			await page.goto(`/user/pixels/preview${choice}`)
			await page.getByLabel('Image', { exact: true }).setInputFiles(logo)
			await page.getByRole('button', { name: 'Buy Pixels' }).click()
		}
		await expect(asks).toContainText(reference)
		await expect(page).toHaveURL(/\/user\/pixels\/buy\/replace\?/)
		if (from === 'grid') await expectAccessiblePage(page)
		if (scripts) {
			await page.keyboard.press('Escape')
			await expect(asks).toHaveCount(0)
			await expect(page).toHaveURL(new RegExp(`/user/pixels/${from === 'grid' ? 'buy' : 'preview'}\\?`))
			await (from === 'grid' ? buy(page) : page.getByRole('button', { name: 'Buy Pixels' })).click()
		}
		if (from === 'grid') {
			await asks.getByRole('link', { name: 'Keep it' }).last().click()
			await expect(page).not.toHaveURL(/\/replace\?/)
		}
	}
	await asks.getByRole('button', { name: 'End it and go on' }).click()
	await expect(page.getByRole('heading', { name: 'Payment Checkout' })).toBeVisible()
	await expect(page.getByText('row 20, column 3').first()).toBeVisible()
})

import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeTwoColourPng } from '../support/images'
import { expect, expectAccessibleAtEveryWidth, expectFitsEveryWidth, test, WIDTHS } from '../support/journey'

const RECEIPT = {
	name: 'receipt.pdf',
	mimeType: 'application/pdf',
	buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
}

/** Ends the sessions of an account, as from another browser. */
async function endSessions(account: { id: string }) {
	const { write } = await import('~/server/db/db.server')
	const { sessions } = await import('~/server/db/schema.server')
	await write(tx => tx.delete(sessions).where(eq(sessions.accountId, account.id)))
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

test('payment details are kept when the session ends', async ({ page, make, signIn }) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [500], { status: 'open' })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/confirm`)
	await page.getByLabel('Full name or company name').fill('Example Holdings Ltd')
	await page.getByLabel('Country').selectOption('Germany')
	await page.getByLabel('Contact number').fill('30 1234567')
	await page.getByLabel('Bank name').fill('Example Bank')
	await page.getByLabel('Account number or IBAN').fill('12345678')
	await page.getByLabel('Transaction ID').fill('TX-2026-1')
	await page.getByLabel('Payment receipt').setInputFiles(RECEIPT)
	await page.getByLabel(/^I confirm that the details/).check()
	await page.getByLabel(/^I agree to the/).check()

	await endSessions(buyer)
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByText('Your session has ended')).toBeVisible()
	await expect(page.getByText(/Nothing has been sent\. What you typed is kept/)).toBeVisible()
	await expectAccessibleAtEveryWidth(page)
	await logIn(page, { ...buyer, password: 'not this one' })
	await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
	await logIn(page, buyer)

	await expect(page.getByRole('heading', { name: 'Payment Confirmation' })).toBeVisible()
	await expect(page.getByText('Your form has not been sent yet')).toBeVisible()
	await expect(page.getByText(/What you typed is back in the form.+Files could not be kept/)).toBeVisible()
	await expect(page.getByLabel('Full name or company name')).toHaveValue('Example Holdings Ltd')
	await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
	await expect(page.getByLabel('Country')).toHaveValue('Germany')
	await expect(page.getByLabel('Contact number')).toHaveValue('30 1234567')
	await expect(page.getByLabel('Transaction ID')).toHaveValue('TX-2026-1')
	await expect(page.getByLabel(/^I agree to the/)).toBeChecked()
	await expectFitsEveryWidth(page)
	await page.getByLabel('Payment receipt').setInputFiles(RECEIPT)
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
})

test('the text of a block is kept when the session ends, for its owner only', async ({
	page,
	make,
	signIn,
}) => {
	const [owner, other] = [await make.makeUser(), await make.makeUser()]
	await make.ownCells(owner.id, [112, 113])
	const type = async () => {
		await signIn(owner)
		await page.goto('/user/profile?cell=112')
		await page.getByLabel('Description').fill('Two lines,\nboth kept')
		await page.getByLabel('Link').fill('https://kept.example/')
		const image = { name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
		await page.getByLabel('Image', { exact: true }).setInputFiles(image)
		await page.getByLabel('Turn the image').selectOption('180')
		await endSessions(owner)
		await page.getByRole('button', { name: 'Upload' }).click()
		await expect(page.getByText('Your session has ended')).toBeVisible()
	}

	await type()
	await logIn(page, other)
	await expect(page).toHaveURL('/user/dashboard')
	await expect(page.getByText('The form you were filling in belongs to another account')).toBeVisible()

	await page.context().clearCookies()
	await type()
	await logIn(page, owner)
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await expect(page.getByText('Your form has not been sent yet')).toBeVisible()
	await expect(page.getByLabel('Description')).toHaveValue('Two lines,\nboth kept')
	await expect(page.getByLabel('Link')).toHaveValue('https://kept.example/')
	await expect(page.getByLabel('Turn the image')).toHaveValue('180')
})

test('a photo sent after the end of the session: the form is restored without the file', async ({
	page,
	make,
	signIn,
}) => {
	const user = await make.makeUser()
	const choose = async () => {
		const photo = { name: 'me.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
		await page.getByLabel('New image').setInputFiles(photo)
	}
	await signIn(user)
	await page.goto('/user/setting')
	await page.getByRole('link', { name: 'Edit Profile Image' }).click()
	await choose()
	await page.getByLabel('Turn the image').selectOption('180')
	await endSessions(user)
	await page.getByRole('button', { name: 'Save image' }).click()
	await expect(page.getByText('Your session has ended')).toBeVisible()
	await logIn(page, user)
	await expect(page).toHaveURL(/\/user\/setting\/photo\?restored=/)
	await expect(page.getByText(/What you typed is back in the form.+Files could not be kept/)).toBeVisible()
	await expect(page.getByLabel('Turn the image')).toHaveValue('180')
	await choose()
	await page.getByRole('button', { name: 'Save image' }).click()
	await expect(page.getByText('Profile photo updated successfully')).toBeVisible()
})

test('Back after the session was ended elsewhere shows no private page', async ({ page, make, signIn }) => {
	const admin = await make.makeAdmin()
	await make.makeOrder((await make.makeUser({ fullName: 'Ada Secret' })).id, [500], {
		status: 'pending',
		name: 'Ada Secret',
	})
	await signIn(admin)
	await page.goto('/admin/transactions')
	await expect(page.getByText('Ada Secret').first()).toBeVisible()
	await page.goto('/about')
	await endSessions(admin)
	await page.goBack()
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByText('Your session has ended: it ran out, or was ended elsewhere.')).toBeVisible()
	await expect(page.getByText('Ada Secret')).toHaveCount(0)
})

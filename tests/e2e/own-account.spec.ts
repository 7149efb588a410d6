import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makeTwoColourPng } from '../support/images'
import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'
import { extractCode } from '../support/mailbox'

const DEFAULT_PHOTO_WIDTH = 240

const alert = (page: Page, text: string | RegExp) =>
	expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
const message = (page: Page, text: string | RegExp) =>
	expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

for (const [area, width] of [
	['user', WIDTHS.phone],
	['admin', WIDTHS.desktop],
] as const) {
	test.describe(`in the ${area}'s settings at ${width} px`, () => {
		test.use({ viewport: { width, height: 900 } })

		test('name, photo, phone, password and email can be changed, and the old address is notified', {
			tag: area === 'user' ? '@no-js' : [],
		}, async ({ page, make, mails, signIn, scripts, server }) => {
			const account = await (area === 'admin' ? make.makeAdmin() : make.makeUser())
			await signIn(account)
			await page.goto(`/${area}/setting`)
			await expectAccessiblePage(page)

			await open(page, 'Change name')
			await page.getByLabel('First name').fill('')
			await press(page, 'Save name')
			await alert(page, 'Please enter both first and last name')
			await expectAccessiblePage(page)
			await page.getByLabel('First name').fill('Ada')
			await page.getByLabel('Last name').fill('Lovelace')
			await press(page, 'Save name')
			await message(page, 'Name updated successfully')
			await expect(page.locator('.shell-bar')).toContainText('Ada Lovelace')

			await open(page, 'Edit Profile Image')
			const photo = page.getByLabel('New image')
			await photo.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
			if (!scripts) await press(page, 'Save image')
			await alert(page, 'Please upload a valid image file (JPEG, PNG)')
			if (!scripts) await expectAccessiblePage(page)
			await page
				.getByLabel('New image')
				.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: makeTwoColourPng() })
			await press(page, 'Save image')
			await message(page, 'Profile photo updated successfully')
			const shown = page.locator('.shell-bar img').first()
			await expect(shown).toHaveAttribute('src', /^\/files\/profiles\//)
			const shownWidth = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)
			await expect.poll(shownWidth, 'a square of the shorter side').toBe(80)
			const kept = path.join(server.dataDir, (await shown.getAttribute('src'))?.slice(1) ?? '')
			await rename(kept, `${kept}.away`)
			await page.reload()
			await expect.poll(shownWidth).toBe(DEFAULT_PHOTO_WIDTH)
			await rename(`${kept}.away`, kept)

			await open(page, 'Change phone number')
			await page.getByLabel('Phone number', { exact: true }).fill('+44 20 7946 0000')
			await press(page, 'Save phone number')
			await message(page, 'Phone number updated successfully')
			await expect(page.getByText('+442079460000')).toBeVisible()

			await open(page, 'Change password')
			await page.getByLabel('New password', { exact: true }).fill('a good one now')
			await page.getByLabel('Confirm password', { exact: true }).fill('another one now')
			await press(page, 'Save password')
			await alert(page, 'New password and confirm password do not match')
			await expectAccessiblePage(page)
			await page.getByLabel('New password', { exact: true }).fill('a good one now')
			await page.getByLabel('Confirm password', { exact: true }).fill('a good one now')
			await press(page, 'Save password')
			await message(page, 'Password updated successfully')
			await mails.waitForMail(account.email, { subject: 'Your password has been changed' })

			await open(page, 'Change email')
			const newEmail = `new-${account.email}`
			await page.getByLabel('New email').fill(newEmail)
			await press(page, 'Send code')
			await expect(page).toHaveURL(`/${area}/setting/email/verify`)
			await expectAccessiblePage(page)
			const code = extractCode(await mails.waitForMail(newEmail))
			await page.getByLabel('Digit 1 of 6').fill(code)
			await press(page, 'Change email')
			await message(page, 'Email updated successfully')
			await expect(page.locator('dd').filter({ hasText: newEmail })).toBeVisible()
			const told = await mails.waitForMail(account.email, { subject: 'address has been changed' })
			expect(told.text).toContain(newEmail)
		})
	})
}

test.describe('deleting one’s own account', () => {
	test.use({ viewport: { width: WIDTHS.phone, height: 900 } })

	test('exports the data, asks for the password, lists the pixels, and deletes the account', async ({
		page,
		make,
		mails,
		signIn,
	}) => {
		const user = await make.makeUser()
		await make.ownCells(user.id, [2, 3])
		const order = await make.makeOrder(user.id, [700], { status: 'pending' })
		await signIn(user)
		await page.goto('/user/setting')
		const [file] = await Promise.all([page.waitForEvent('download'), open(page, 'Download your data')])
		expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
		const data = JSON.parse(await readFile(await file.path(), 'utf8'))
		expect(data.account.email).toBe(user.email)

		await open(page, 'Delete your account')
		await expectAccessiblePage(page)
		await page.getByLabel('Current password', { exact: true }).fill('wrong')
		await press(page, 'Continue')
		await alert(page, 'This is not your current password.')
		await page.getByLabel('Current password', { exact: true }).fill(user.password)
		await press(page, 'Continue')
		await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
		await expect(page.locator('main')).toContainText('Medium, row 1, columns 2–3')
		await expect(page.locator('main')).toContainText(order.reference)
		await expectAccessiblePage(page)
		await press(page, 'Delete my account for good')
		await expect(page).toHaveURL('/')
		await message(page, 'Your account has been deleted')
		await mails.waitForMail(user.email, { subject: 'Your account has been deleted' })
		await page.goto('/user/setting')
		await expect(page).toHaveURL(/\/login/)
	})
})

test.describe('while offline', () => {
	test('a selected photo is kept with an error, and server errors are shown', async ({
		page,
		make,
		signIn,
		context,
	}) => {
		await signIn(await make.makeUser())
		await page.goto('/user/setting/photo')
		const choose = (buffer: Buffer) =>
			page.getByLabel('New image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
		await choose(Buffer.from('GIF89a, and no image'))
		await press(page, 'Save image')
		await alert(page, 'Invalid file type. Please choose a JPEG or PNG file.')
		await choose(makeTwoColourPng())
		await context.setOffline(true)
		await press(page, 'Save image')
		await alert(page, 'Network error. Please check your connection.')
		await context.setOffline(false)
		/* The connection is lost during the upload. */
		await page.route(
			'**/setting/photo',
			route => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()),
			{ times: 1 },
		)
		await press(page, 'Save image')
		await alert(page, 'Network error. Please check your connection.')
		await press(page, 'Save image')
		await message(page, 'Profile photo updated successfully')

		await page.route('**/files/profiles/**', route => route.abort('connectionreset'))
		await page.reload()
		await expect(page.locator('.shell-bar img').first()).toHaveAttribute('src', '/images/profile.png')
	})
})

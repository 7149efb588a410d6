import { makeTwoColourPng } from '../support/images'
import { expect, test } from '../support/journey'
import { extractCode } from '../support/mailbox'
import { approvePayment, enterCode, fillPayment, PASSWORD } from '../support/main-job'

/* From a shared page of a lot to one's own block, without scripts. Every page and every form is a chance to give up,
   so both are limited. */

const LOT = 111 + (30 - 8) * 40 + 10
const MAX_PAGES = 12
const MAX_POSTS = 8

test('a shared link leads to a bought block in few pages @no-js', async ({
	page,
	make,
	mails,
	otherPage,
}) => {
	const { storeImage } = await import('../support/stored-images')
	const shown = {
		description: 'A shop',
		link: 'https://shop.example/',
		imageKey: await storeImage('#c01818'),
	}
	await make.ownCells((await make.makeUser()).id, [LOT, LOT + 1], shown)
	const email = `shared-${Date.now()}@example.test`
	let [pages, posts] = [0, 0]
	page.on('response', response => {
		if (response.request().isNavigationRequest() && response.ok()) pages += 1
	})
	page.on('request', request => {
		if (request.method() === 'POST') posts += 1
	})

	await page.goto(`/pixels/${LOT}`)
	await page.locator('main a[href^="/user/pixels/buy"]').first().click()
	await expect(page.getByText(/^You chose .+, £/)).toBeVisible()
	await page.getByLabel('First name').fill('Shared')
	await page.getByLabel('Last name').fill('Link')
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
	await page.getByLabel(/Terms and Policy/).check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await enterCode(page, extractCode(await mails.waitForMail(email)))
	await page.getByRole('button', { name: 'Verify Email' }).click()
	const bar = page.getByRole('region', { name: 'Your selection' })
	await bar.getByRole('button', { name: 'Buy Pixels' }).click()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('link', { name: 'Next' }).click()
	await fillPayment(page, `TX-shared-${Date.now()}`)
	await page.getByRole('button', { name: 'Submit' }).click()
	await page.getByRole('link', { name: 'Upload your logo and link' }).click()
	await page.getByLabel('Description').fill('A block from a shared link')
	await page.getByLabel('Link').fill('https://shared.example/')
	const logo = { name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
	await page.getByLabel('Image', { exact: true }).setInputFiles(logo)
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()

	await approvePayment(await otherPage(), email)
	await page.goto('/')
	await expect(page.locator('a[href="https://shared.example/"]').first()).toBeAttached()
	expect(pages, 'pages').toBeLessThanOrEqual(MAX_PAGES)
	expect(posts, 'forms sent').toBeLessThanOrEqual(MAX_POSTS)
})

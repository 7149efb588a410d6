import { makeTwoColourPng } from '../support/images'
import { expect, test, waitForScripts } from '../support/journey'

/* The grid is empty, so the only image on it is the buyer's own, which is pending review. */
test('the first buyer of an installation can use scripts on every page with the grid', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeUser())
	const logo = { name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() }
	await page.goto('/user/pixels/preview?type=medium&fromRow=1&fromCol=1')
	await page.getByLabel('Image', { exact: true }).setInputFiles(logo)
	await page.getByLabel('Turn the image').selectOption('90')
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(page).toHaveURL(/\/payment$/)
	await page.getByRole('link', { name: 'Next' }).click()
	await page.getByLabel('Full name or company name').fill('First Buyer Ltd')
	await page.getByLabel('Country').selectOption({ index: 1 })
	await page.getByLabel('Contact number').fill('20 7946 0000')
	await page.getByLabel('Bank name').fill('Example Bank')
	await page.getByLabel('Account number or IBAN').fill('GB00EXMP00000000')
	await page.getByLabel('Transaction ID').fill(`TX-first-${Date.now()}`)
	await page.getByLabel('Payment receipt').setInputFiles({ ...logo, name: 'receipt.png' })
	await page.getByLabel(/I confirm/).check()
	await page.getByLabel(/I agree/).check()
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page).toHaveURL(/\/done$/)

	await page.goto('/user/profile')
	await expect(page.getByText('The image of your preview waits here.')).toBeVisible()
	await page.getByRole('link', { name: 'Manage 1 medium pixel' }).click()
	await expect(page).toHaveURL('/user/profile?cell=1')
	await page.getByLabel('Description').fill('The first image')
	await page.getByLabel('Link').fill('https://first.example/')
	await expect(page.getByText('logo.png is kept; choose another to replace it.')).toBeVisible()
	await expect(page.getByLabel('Turn the image')).toHaveValue('90')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()

	for (const path of ['/user/dashboard', '/user/profile', '/user/pixels/buy', '/user/pixels/sell', '/']) {
		await page.goto(path)
		await expect(page.locator('svg.pixel-picture')).toHaveCount(path === '/' ? 0 : 1)
		await expect(page.locator('img.pixel-picture')).toHaveCount(0)
		await waitForScripts(page)
	}
})

test('the scripts start in a browser without image.decode()', async ({ page, make }) => {
	const { storeImage } = await import('../support/stored-images')
	await make.ownCells((await make.makeUser()).id, [112], {
		description: 'A shop',
		link: 'https://shop.example',
		imageKey: await storeImage('#c01818'),
	})
	await page.addInitScript(() => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'))
	await page.goto('/')
	await expect(page.locator('img.pixel-picture')).toHaveCount(1)
	await waitForScripts(page)
})

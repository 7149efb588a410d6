import { twoColours } from '../support/images'
import { expect, expectSound, test } from '../support/journey'

/* Going back to a page that answered a form, a browser shows an error and asks whether to send the form again. */

const image = () => ({ name: 'logo.png', mimeType: 'image/png', buffer: twoColours() })

test('Back leads to an image that was shown on a selection, and buying keeps it @no-js', async ({
	page,
	make,
	signIn,
}) => {
	const buyer = await make.makeUser()
	await signIn(buyer)
	await page.goto('/user/pixels/preview?type=tiny&fromRow=8&fromCol=1')
	await page.getByRole('button', { name: 'Show image' }).click()
	await expect(page.getByRole('link', { name: 'Please choose an image' })).toBeVisible()
	await page.getByLabel('Image', { exact: true }).setInputFiles(image())
	await page.getByLabel('Position').selectOption('right')
	await page.getByRole('button', { name: 'Show image' }).click()
	const shown = page.locator('.editor-stage image')
	await expect(shown.first()).toBeVisible()
	await expect(page.getByText('Your session had ended')).toHaveCount(0)
	await expectSound(page)
	await page.getByText('Close', { exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Buy Pixels' })).toBeVisible()
	await page.goBack()
	await expect(shown.first()).toBeVisible()
	await expect(page.getByLabel('Position')).toHaveValue('right')
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await expect(page.getByRole('heading', { name: 'Payment Checkout' })).toBeVisible()
	await page.goBack()
	await expect(shown.first()).toBeVisible()
})

test('Back leads to a form of a block that was looked at or refused @no-js', async ({
	page,
	make,
	signIn,
}) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112])
	await signIn(owner)
	await page.goto('/user/profile?cell=112')
	await page.getByLabel('Description').fill('Half done')
	await page.getByLabel('Image', { exact: true }).setInputFiles(image())
	await page.getByRole('button', { name: 'Preview' }).click()
	const shown = page.locator('.editor-stage image')
	await expect(shown.first()).toBeVisible()
	await expect(page.getByText('Link is required')).toHaveCount(0)
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByRole('link', { name: 'Link is required' })).toBeVisible()
	await expectSound(page)
	await page.getByRole('link', { name: 'Cancel' }).click()
	await expect(page.getByRole('heading', { name: 'Pixel Management' })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('link', { name: 'Link is required' })).toBeVisible()
	await expect(page.getByLabel('Description')).toHaveValue('Half done')
	await expect(shown.first()).toBeVisible()
	await page.getByLabel('Link').fill('https://a.example/')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
})

test('Back leads to the payment form that was refused, with what was typed @no-js', async ({
	page,
	make,
	signIn,
}) => {
	const buyer = await make.makeUser()
	await signIn(buyer)
	await page.goto('/user/pixels/buy?cell=112')
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('main').getByRole('link', { name: 'Next', exact: true }).click()
	await page.getByLabel('Full name or company name').fill('Example Buyer Ltd')
	await page.getByLabel('Payment receipt').setInputFiles(image())
	await page.getByRole('button', { name: 'Submit' }).click()
	const missing = page.getByRole('link', { name: 'Country is required' })
	await expect(missing).toBeVisible()
	await expect(page.getByRole('link', { name: 'Payment receipt is required' })).toHaveCount(0)
	await expectSound(page)
	await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
	await expect(page).toHaveURL(/\/payment$/)
	await page.goBack()
	await expect(missing).toBeVisible()
	await expect(page.getByLabel('Full name or company name')).toHaveValue('Example Buyer Ltd')
	await expect(page.getByText('logo.png').first()).toBeVisible()
})

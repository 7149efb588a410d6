import { colourAt, twoColours } from '../support/images'
import { expect, expectSound, test } from '../support/journey'

const image = async () => ({ name: 'logo.png', mimeType: 'image/png', buffer: await twoColours() })

test('an owner puts an image, a description and a link on a block, turns it and takes it off', async ({
	page,
	make,
	signIn,
}) => {
	test.slow()
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113, 152, 153])
	await signIn(owner)

	await page.goto('/user/profile')
	await expect(page.getByText('Only one pixel can be selected for management.')).toBeVisible()
	await expectSound(page)
	await page.getByRole('radio', { name: /^Tiny pixel, row 8, column 2,/ }).check()
	await page.getByRole('button', { name: 'Manage Pixels' }).click()
	await expect(page).toHaveURL(/[?&]cell=113\b/)
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await expectSound(page)

	await page.getByRole('button', { name: 'Upload' }).click()
	for (const message of ['Description is required', 'Link is required', 'Image is required']) {
		await expect(page.getByRole('link', { name: message })).toBeVisible()
	}
	await expectSound(page)

	await page.getByLabel('Description').fill('Two colours, one square')
	await page.getByLabel('Link').fill('javascript:alert(1)')
	await page.getByLabel('Image', { exact: true }).setInputFiles(await image())
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByRole('link', { name: /full web address/ })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Please choose the image again' })).toBeVisible()
	await expect(page.getByLabel('Description')).toHaveValue('Two colours, one square')

	await page.getByLabel('Link').fill('https://square.example/')
	await page.getByLabel('Image', { exact: true }).setInputFiles(await image())
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await expect(page.getByText('Two colours, one square')).toBeVisible()

	const readImage = async () => {
		const address = await page.locator('[data-preview] image').first().getAttribute('href')
		const answer = await page.request.get(address ?? '')
		expect(answer.status()).toBe(200)
		return { address, bytes: await answer.body() }
	}
	await page.goto('/user/profile?cell=152')
	const before = await readImage()
	expect(await colourAt(before.bytes, 0.25, 0.5)).toBe('red')
	await page.getByLabel('Turn the image').selectOption('90')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await page.goto('/user/profile?cell=152')
	const after = await readImage()
	expect(await colourAt(after.bytes, 0.5, 0.25)).toBe('red')
	expect(await colourAt(after.bytes, 0.5, 0.75)).toBe('blue')
	expect((await page.request.get(before.address ?? '')).status()).toBe(404)

	await page.goto('/')
	await expect(page.locator('a[href="https://square.example/"]')).toHaveAttribute('rel', /nofollow/)

	await page.goto('/user/profile?cell=152')
	await page.getByRole('button', { name: 'Delete Image' }).click()
	await expect(page).toHaveURL(/\/user\/profile\/delete-image\?cell=152$/)
	await expectSound(page)
	await page.getByRole('button', { name: 'Delete Image' }).click()
	await expect(page.getByText('Image deleted successfully')).toBeVisible()
	expect((await page.request.get(after.address ?? '')).status()).toBe(404)
	await page.goto('/user/profile?cell=152')
	await expect(page.getByLabel('Description')).toHaveValue('Two colours, one square')
})

test('says what to choose, and what cannot be', async ({ page, make, signIn }) => {
	const owner = await make.makeUser()
	const other = await make.makeUser()
	await make.ownCells(other.id, [1])
	await signIn(owner)
	await page.goto('/user/profile')
	await expect(page.getByText('You own no pixels yet')).toBeVisible()
	await page.getByRole('button', { name: 'Manage Pixels' }).click()
	await expect(page.getByText('Please select at least one pixel to manage')).toBeVisible()
	await expectSound(page)
	for (const cell of ['1', '2', '99999', '0']) {
		await page.goto(`/user/profile?cell=${cell}`)
		await expect(page.getByText('Can only manage owned pixels')).toBeVisible()
	}
})

test('a chosen image is shown on the block, turned, before it is sent @js', async ({
	page,
	make,
	signIn,
}) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [5])
	await signIn(owner)
	await page.goto('/user/profile?cell=5')
	const shown = page.locator('[data-preview] image')
	await expect(shown).not.toHaveAttribute('href', /./)
	await page.getByLabel('Image', { exact: true }).setInputFiles(await image())
	await expect(shown).toHaveAttribute('href', /^blob:/)
	const size = async () => {
		const address = (await shown.getAttribute('href')) ?? ''
		return await page.evaluate(async url => {
			const picture = new Image()
			picture.src = url
			await picture.decode()
			return [picture.naturalWidth, picture.naturalHeight]
		}, address)
	}
	expect(await size()).toEqual([120, 80])
	const before = (await shown.getAttribute('href')) ?? ''
	await page.getByLabel('Turn the image').selectOption('270')
	await expect(shown).not.toHaveAttribute('href', before)
	expect(await size()).toEqual([80, 120])
	await expect(page.getByText('0 of 200 characters')).toBeVisible()
})

import { makeTwoColourPng } from '../support/images'
import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'

const image = () => ({ name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() })

test('an owner adds an image, a description and a link to a block, rotates the image and removes it', async ({
	page,
	readColours,
	make,
	signIn,
}) => {
	test.slow()
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113, 152, 153])
	await signIn(owner)

	await page.goto('/user/profile')
	await expect(page.getByText('Only one pixel can be selected for management.')).toBeVisible()
	await expectAccessiblePage(page)
	const second = page.getByRole('checkbox', { name: /^Tiny pixel, row 8, column 2,/ })
	await second.hover()
	// A CSS filter would paint the frame of a cell below the image.
	await expect(second).toHaveCSS('filter', 'none')
	await second.check()
	await page.getByRole('button', { name: 'Manage Pixels' }).click()
	await expect(page).toHaveURL(/[?&]cell=113\b/)
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await expect(page.getByRole('main')).toContainText('112 x 32 pixels')
	await expectAccessiblePage(page)

	await page.getByRole('button', { name: 'Upload' }).click()
	for (const message of ['Description is required', 'Link is required', 'Image is required']) {
		await expect(page.getByRole('link', { name: message })).toBeVisible()
	}
	await expectAccessiblePage(page)

	await page.getByLabel('Description').fill('Two colours, one square')
	await page.getByLabel('Link').fill('javascript:alert(1)')
	await page.getByLabel(/^Image/).setInputFiles(image())
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByRole('link', { name: /full web address/ })).toBeVisible()
	await expect(page.getByLabel('Description')).toHaveValue('Two colours, one square')
	await expect(page.getByText('logo.png is kept; choose another to replace it.')).toBeVisible()
	await expect(page.locator('svg[role=img] image').first()).toHaveAttribute('href', /^\/files\//)

	await page.getByLabel('Link').fill('square.example')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await expect(page.getByText('Two colours, one square')).toBeVisible()

	const readImage = async () => {
		const address = await page.locator('svg[role=img] image').first().getAttribute('href')
		const response = await page.request.get(address ?? '')
		expect(response.status()).toBe(200)
		return { address, bytes: await response.body() }
	}
	await page.goto('/user/profile?cell=152')
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	await page.getByText('Day by day', { exact: true }).click()
	const days = page.getByRole('table', { name: 'Visitors day by day' }).locator('time')
	await expect(days).toHaveCount(30)
	expect((await days.first().boundingBox())?.height).toBeLessThan(30)
	await expectAccessiblePage(page)
	await page.setViewportSize({ width: WIDTHS.desktop, height: 900 })
	const before = await readImage()
	expect((await readColours(before.bytes)).at(0.25, 0.5)).toBe('red')
	await page.getByLabel('Turn the image').selectOption('90')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await page.goto('/user/profile?cell=152')
	const after = await readImage()
	expect((await readColours(after.bytes)).at(0.5, 0.25)).toBe('red')
	expect((await readColours(after.bytes)).at(0.5, 0.75)).toBe('blue')
	expect((await page.request.get(before.address ?? '')).status()).toBe(404)

	await page.goto('/')
	await expect(page.locator('a[href="https://square.example/"]')).toHaveAttribute('rel', /nofollow/)

	await page.goto('/user/profile?cell=152')
	await page.getByRole('button', { name: 'Delete Image' }).click()
	await expect(page).toHaveURL(/\/user\/profile\/delete-image\?cell=152$/)
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Delete Image' }).click()
	await expect(page.getByText('Image deleted successfully')).toBeVisible()
	expect((await page.request.get(after.address ?? '')).status()).toBe(404)
	await page.goto('/user/profile?cell=152')
	await expect(page.getByLabel('Description')).toHaveValue('Two colours, one square')
})

test('the page explains what to select and why pixels are unavailable', async ({ page, make, signIn }) => {
	const owner = await make.makeUser()
	const other = await make.makeUser()
	await make.ownCells(other.id, [1])
	await signIn(owner)
	await page.goto('/user/profile')
	await expect(page.getByText('You own no pixels yet')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Manage Pixels' })).toBeDisabled()
	await page.goto('/user/profile?intent=manage')
	await expect(page.getByText('Please select at least one pixel to manage')).toBeVisible()
	for (const cell of ['1', '2', '99999', '0']) {
		await page.goto(`/user/profile?cell=${cell}`)
		await expect(page.getByText('Can only manage owned pixels')).toBeVisible()
	}
})

test('an image is framed to the shape of its block, on a phone and a desktop, and rendered as previewed @both', async ({
	page,
	make,
	signIn,
	scripts,
	readColours,
}) => {
	test.slow()
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	const owner = await make.makeUser()
	// In a grid of one by two cells, at most half of the width of a wide image is visible.
	await make.ownCells(owner.id, [112, 152])
	await signIn(owner)
	await page.goto('/user/profile?cell=112')
	const stage = page.locator('svg[role=img]')
	if (scripts) await expect(stage).toHaveAccessibleName('The block, without an image so far')
	else await expect(stage).toBeHidden()
	await expect(page.getByText('Suggested for this block: 200 x 400 pixels')).toBeVisible()
	await page.getByLabel('Image', { exact: true }).setInputFiles(image())
	if (scripts) {
		const cut = page.getByText(/cuts off \d\d % of the image/)
		await expect(cut).toBeVisible()
		await page.getByLabel('Fit').selectOption('Show the whole image')
		await expect(cut).toBeHidden()
		await page.getByLabel('Fit').selectOption('Fill it')
	}
	const takeScreenshot = async () => (await stage.screenshot()) as Uint8Array

	if (scripts) {
		await expect(stage.locator('image').first()).toHaveAttribute('href', /^blob:/)
		const place = page.getByRole('application', { name: /^Place of the picture/ })
		await page.getByLabel('Description').fill('Red')
		await expect(page.getByText('3 of 200 characters')).toBeVisible()
		await page.getByLabel('Description').clear()
		await expect(page.getByText('of 200 characters')).toBeHidden()
		await place.focus()
		for (let time = 0; time < 11; time++) await page.keyboard.press('Shift+ArrowRight')
		await expect.poll(async () => (await readColours(await takeScreenshot())).at(0.5, 0.5)).toBe('red')
		await expect(page.getByLabel('Position')).toHaveValue('left')
		await page.keyboard.press('+')
		await expect(page.getByLabel('Zoom')).toHaveAttribute('aria-valuetext', '110 %')
		await page.setViewportSize({ width: WIDTHS.desktop, height: 900 })
		await place.scrollIntoViewIfNeeded()
		const box = await place.boundingBox()
		if (!box) throw new Error('no stage')
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
		await page.mouse.move(x, y)
		await page.mouse.down()
		await page.mouse.move(x - box.width, y, { steps: 4 })
		await page.mouse.move(x - 3 * box.width, y)
		await page.mouse.up()
		await expect.poll(async () => (await readColours(await takeScreenshot())).at(0.5, 0.5)).toBe('blue')
		await expect(page.getByLabel('Position')).toHaveValue('right')
		await page.getByLabel('Turn the image').selectOption('90')
		await page.getByRole('button', { name: 'Undo' }).click()
		await expect(page.getByLabel('Turn the image')).toHaveValue('0')
		await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	} else {
		await page.getByLabel('Position').selectOption('right')
		await page.getByLabel('Fit').selectOption('contain')
		await page.getByRole('button', { name: 'Preview' }).click()
		await expect(page.getByText('logo.png is kept')).toBeVisible()
		await expect(page.getByLabel('Fit')).toHaveValue('contain')
		await expect.poll(async () => (await readColours(await takeScreenshot())).at(0.3, 0.5)).toBe('red')
		await expect.poll(async () => (await readColours(await takeScreenshot())).at(0.5, 0.2)).toBe('other')
		await page.getByLabel('Fit').selectOption('cover')
		await page.getByRole('button', { name: 'Preview' }).click()
		await expect(page.getByLabel('Fit')).toHaveValue('cover')
		await expect.poll(async () => (await readColours(await takeScreenshot())).at(0.5, 0.5)).toBe('blue')
	}
	const [desktop, phone] = await page
		.locator('.true-size > svg')
		.evaluateAll(all => all.map(svg => svg.getBoundingClientRect().width))
	// Ten units of the grid are visible, at 24 pixels on a desktop and 9 on a phone.
	expect([desktop, phone]).toEqual([240, 90])

	await page.getByLabel('Description').fill('Placed by hand')
	await page.getByLabel('Link').fill('placed.example')
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
	await page.goto('/user/profile?cell=112')
	const address = await page.locator('svg[role=img] image').first().getAttribute('href')
	const baked = await (await page.request.get(address ?? '')).body()
	expect((await readColours(baked)).at(0.1, 0.5)).toBe('blue')
	expect((await readColours(baked)).at(0.9, 0.5)).toBe('blue')
})

test('a click selects a pixel to manage, and a second click unselects it', async ({ page, make, signIn }) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113, 116])
	await signIn(owner)
	await page.goto('/user/profile')
	const manage = page.getByRole('button', { name: 'Manage Pixels' })
	await expect(manage).toBeDisabled()
	await page.locator('[data-cell="112"]').click()
	await page.locator('[data-cell="116"]').click()
	await expect(page.locator('input[name=cell]:checked')).toHaveValue('116')
	await expect(manage).toBeEnabled()
	await page.locator('[data-cell="116"]').click()
	await expect(page.locator('input[name=cell]:checked')).toHaveCount(0)
	await expect(manage).toBeDisabled()
	await page.locator('[data-cell="114"]').click()
	await expect(page.getByRole('region', { name: 'Your selection' }).getByRole('alert')).toHaveText(
		'Can only manage owned pixels: it is for sale',
	)
	await page.locator('[data-cell="113"]').focus()
	await page.keyboard.press('Space')
	await page.keyboard.press('Tab')
	await manage.press('Enter')
	await expect(page).toHaveURL(/[?&]cell=113\b/)
})

test('pixels of one block can be managed together, those of two cannot @both', async ({
	page,
	make,
	signIn,
	scripts,
}) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113, 200])
	await signIn(owner)
	const box = (id: number) => page.locator(`input[value="${id}"]`)
	await page.goto('/user/profile')
	await box(112).check()
	await box(200).check()
	if (scripts) {
		await expect(box(112)).not.toBeChecked()
		return
	}
	await page.getByRole('button', { name: 'Manage Pixels' }).click()
	const summary = page.locator('error-summary')
	await expect(summary).toContainText('Only one pixel can be selected for management')
	await expect(box(112)).toBeChecked()
	await expectAccessiblePage(page)
	await box(200).uncheck()
	await box(113).check()
	await page.getByRole('button', { name: 'Manage Pixels' }).click()
	await expect(page.getByRole('heading', { name: 'Update Information' })).toBeVisible()
	await expect(page.getByText('2 tiny pixels, 2 by 1, from row 8, column 1')).toBeVisible()
})

test('at 1440 px the image editor is large and its preview stays visible next to it', async ({
	page,
	make,
	signIn,
}) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113])
	await signIn(owner)
	await page.setViewportSize({ width: 1440, height: 900 })
	for (const path of ['/user/profile?cell=112', '/user/pixels/preview?cell=300&cell=301']) {
		await page.goto(path)
		await page.getByLabel('Image', { exact: true }).setInputFiles(image())
		await expect(page.locator('.true-sizes')).toBeVisible()
		const stage = await page.locator('.editor-stage').boundingBox()
		const preview = await page.locator('.true-sizes').boundingBox()
		if (!stage || !preview) throw new Error('nothing is drawn')
		expect(stage.width).toBeGreaterThanOrEqual(640)
		expect(preview.x).toBeGreaterThan(stage.x + stage.width)
		await page.getByLabel('Turn the image').scrollIntoViewIfNeeded()
		await expect(page.locator('.true-size').first()).toBeInViewport({ ratio: 0.9 })
	}
})

test('an image that is dropped on the stage is chosen', async ({ page, make, signIn }) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112, 113])
	await signIn(owner)
	await page.goto('/user/profile?cell=112')
	await expect(page.locator('.editor-controls', { hasText: 'Undo' })).toBeAttached()
	const stage = page.locator('.editor-stage')
	await expect(stage).toContainText('Choose an image')
	await expect(page.getByLabel('Fit')).toBeHidden()
	const file = await page.evaluateHandle(
		bytes => {
			const data = new DataTransfer()
			data.items.add(new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
			return data
		},
		[...image().buffer],
	)
	await stage.dispatchEvent('drop', { dataTransfer: file })
	await expect(stage.locator('image').first()).toHaveAttribute('href', /^blob:/)
	await expect(page.getByLabel('Fit')).toBeVisible()
})

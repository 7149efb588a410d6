import type { Page } from '@playwright/test'
import { pinch } from '../support/gestures'
import {
	expect,
	expectAccessible,
	expectAccessiblePage,
	expectFitsWidth,
	test,
	WIDTHS,
	waitForScripts,
} from '../support/journey'

/* Selecting cells of the grid on the buy page, with and without scripts. */

const BUY = '/user/pixels/buy'

const tiny = (row: number, col: number) => 111 + (row - 8) * 40 + col
const cell = (page: Page, id: number) => page.locator(`[data-cell="${id}"]`)
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
const ticked = (page: Page) => page.locator('input[name="cell"]:checked')
const bar = (page: Page) => page.getByRole('region', { name: 'Your selection' })
const gold = (page: Page) =>
	bar(page)
		.getByRole('button', { name: 'Buy Pixels' })
		.evaluate(button => getComputedStyle(button).backgroundColor === 'rgb(201, 169, 97)')

async function idsTicked(page: Page): Promise<number[]> {
	return await ticked(page).evaluateAll(inputs =>
		inputs.map(input => Number((input as HTMLInputElement).value)),
	)
}

async function drag(page: Page, from: number, to: number, during?: () => Promise<void>) {
	await waitForScripts(page)
	await cell(page, from).scrollIntoViewIfNeeded()
	const middle = async (id: number) => {
		const found = await cell(page, id).boundingBox()
		if (!found) throw new Error(`No cell ${id}`)
		return [found.x + found.width / 2, found.y + found.height / 2] as const
	}
	await page.mouse.move(...(await middle(from)))
	await page.mouse.down()
	await page.mouse.move(...(await middle(to)), { steps: 5 })
	await during?.()
	await page.mouse.up()
}

/** Opens the fields of coordinates, which are collapsed initially. */
const unfold = (page: Page) => page.locator('summary', { hasText: 'Select by coordinates' }).click()

test.beforeEach(async ({ make, signIn }) => {
	await signIn(await make.makeUser())
})

test('available cells are labelled check boxes, unavailable cells are not', async ({ page, make }) => {
	await make.ownCells((await make.makeUser()).id, [tiny(9, 5)])
	await page.goto(BUY)
	await expect(box(page, 'Tiny pixel, row 9, column 4, £100,000, available')).toHaveCount(1)
	await expect(page.locator(`input[value="${tiny(9, 5)}"]`)).toHaveCount(0)
	await expect(cell(page, tiny(9, 5))).toHaveAttribute('data-state', 'user-reserved')
	await expectAccessible(page, { cells: 'all' })
})

test('a URL with pixels opens the page with them selected @both', async ({ page, make }) => {
	await page.goto(`${BUY}?cell=${tiny(9, 1)}&cell=${tiny(9, 2)}`)
	await expect.poll(() => idsTicked(page)).toEqual([tiny(9, 1), tiny(9, 2)])
	await expect(bar(page)).toContainText('2 tiny pixels, 2 by 1, from row 9, column 1')
	await expect(bar(page)).toContainText('£200,000 · two hundred thousand pounds')
	expect(await gold(page)).toBe(true)

	await make.ownCells((await make.makeUser()).id, [tiny(9, 1)])
	await page.reload()
	await expect(page.getByText('This pixel is not available for selection').first()).toBeVisible()
	await expect(ticked(page)).toHaveCount(0)
	await page.goto(`${BUY}?cell=999999`)
	await expect(ticked(page)).toHaveCount(0)
})

test('rejected coordinates select nothing, enable no button and keep the input', async ({ page, make }) => {
	await make.ownCells((await make.makeUser()).id, [tiny(16, 2)])
	const nothing = async () => {
		await expect(ticked(page)).toHaveCount(0)
		await expect(bar(page)).not.toContainText('£')
		await expect.poll(() => gold(page)).toBe(false)
	}
	await page.goto(BUY)
	await nothing()
	await unfold(page)
	await page.getByLabel('From row').fill('16')
	await page.getByLabel('From column').fill('1')
	await page.getByLabel('To column').fill('3')
	await page.getByRole('button', { name: 'Select', exact: true }).click()
	await expect(page.getByText('tiny pixel at row 16, column 2').first()).toBeVisible()
	await nothing()
	await expect(page.getByLabel('To column')).toHaveValue('3')
	await expectAccessiblePage(page)

	await page.getByLabel('From row').fill('3')
	await page.getByRole('button', { name: 'Select', exact: true }).click()
	await expect(
		page
			.getByText('There is no tiny pixel at row 3, column 1. Tiny pixels: rows 8 to 33, columns 1 to 40.')
			.first(),
	).toBeVisible()
	await nothing()
	await expect(page.getByLabel('From row')).toHaveValue('3')
	await expect(page.getByLabel('From row')).toHaveAccessibleDescription(/^8 to 33/)
	await page.getByRole('link', { name: 'Back to the grid' }).click()
	await expect(page).toHaveURL(/#cells$/)
})

test('coordinates select pixels that can be bought or extended with check boxes @both', async ({
	page,
	scripts,
}) => {
	await page.goto(BUY)
	await unfold(page)
	await expect(page.getByText('Large pixel: row 2, column 9.')).toBeVisible()
	await page.getByLabel('Type').selectOption('small')
	await page.getByLabel('From row').fill('3')
	await page.getByLabel('From column').fill('2')
	await page.getByLabel('To row').fill('4')
	await page.getByLabel('To column').fill('3')
	await page.getByRole('button', { name: 'Select', exact: true }).click()
	await expect(page).toHaveURL(/#selection$/)
	const under = page.getByRole('group', { name: 'Select by coordinates' })
	await expect(under).toContainText('4 small pixels, 2 by 2, from row 3, column 2')
	await expect(under.getByRole('button', { name: 'Buy Pixels' })).toBeVisible({ visible: !scripts })
	if (scripts) expect(await page.evaluate(() => window.scrollY)).toBe(0)
	await expect(page.getByLabel('To column')).toHaveValue('3')
	await box(page, 'Small pixel, row 3, column 3, £500,000, available').uncheck()
	await box(page, 'Small pixel, row 4, column 3, £500,000, available').uncheck()
	await bar(page).getByRole('button', { name: 'Buy Pixels' }).click()
	await expect(page).toHaveURL(/\/user\/checkout\//)
	await expect(page.getByText('£1,000,000').first()).toBeVisible()
})

test('the whole grid and its controls are visible at once @both', async ({ page, make, signIn, scripts }) => {
	await page.goto(BUY)
	await page.getByRole('button', { name: 'Reject' }).click()
	await expect(page.getByRole('button', { name: 'Reject' })).toHaveCount(0)
	const places = [
		[BUY, 1024, 768],
		[BUY, 2560, 1440],
		[BUY, 1440, 900],
		['/user/pixels/sell', 1440, 900],
		['/user/profile', 1440, 900],
		['/admin/profile', 1440, 900],
	] as const
	for (const [path, width, height] of scripts ? places : [places[2]]) {
		if (path.startsWith('/admin')) await signIn(await make.makeAdmin())
		await page.setViewportSize({ width, height })
		if (path !== BUY) await page.goto(path)
		const grid = await page.locator('.cells').boundingBox()
		const rail = await bar(page).boundingBox()
		expect((grid?.y ?? 0) + (grid?.height ?? height)).toBeLessThanOrEqual(height)
		expect(grid?.height).toBeGreaterThan((width === 1024 ? 0.7 : 0.85) * height)
		expect(rail?.width).toBe(width === 2560 ? 400 : 320)
		expect((rail?.y ?? 0) + (rail?.height ?? height)).toBeLessThanOrEqual(height)
		expect(rail?.x).toBeGreaterThan((grid?.x ?? 0) + (grid?.width ?? width))
	}
})

test('nothing is sticky in a window lower than 480 px', async ({ page }) => {
	for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
		await page.setViewportSize({ width, height: 470 })
		await page.goto(BUY)
		const tools = page.getByRole('toolbar')
		for (const part of [bar(page), tools, page.locator('.tool'), page.locator('.ruler-columns')])
			await expect(part).toHaveCSS('position', /^(static|relative)$/)
	}
})

test.describe('without scripts', () => {
	for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
		test(`larger views have cells of 44 px and share the selection at ${width} px @no-js`, async ({
			page,
		}) => {
			await page.setViewportSize({ width, height: 900 })
			await page.goto(BUY)
			const links = page.getByRole('navigation', { name: 'Larger views' }).getByRole('link')
			await expect(links).toHaveCount(15)
			await expectAccessiblePage(page)
			for (const name of ['Medium, row 1, columns 1 to 5', 'Small, rows 2 to 7, columns 1 to 8']) {
				await links.filter({ hasText: name }).click()
				const first = await page.locator('input[name="cell"]').first().boundingBox()
				expect(Math.min(first?.width ?? 0, first?.height ?? 0)).toBeGreaterThanOrEqual(44)
				await page.goBack()
			}
			await links.filter({ hasText: 'Tiny, rows 8 to 20, columns 1 to 8' }).click()
			await expect(page).toHaveURL(/view=tiny-1/)
			await expect(page.locator('[data-cell]')).toHaveCount(104)
			await expectAccessiblePage(page)
			const size = await cell(page, tiny(20, 8)).boundingBox()
			expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
			await box(page, 'Tiny pixel, row 20, column 8, £100,000, available').check()
			await page.getByRole('button', { name: /^Right/ }).click()
			await expect(page).toHaveURL(/view=tiny-2/)
			await box(page, 'Tiny pixel, row 20, column 9, £100,000, available').check()
			await page.getByRole('button', { name: /^Down/ }).click()
			await expect(page).toHaveURL(/view=tiny-7/)
			await expect(bar(page)).toContainText('2 tiny pixels, 2 by 1, from row 20, column 8')
			await expectAccessiblePage(page)
			await page.getByRole('button', { name: 'The whole grid' }).click()
			await expect(page).toHaveURL(/view=(&|#|$)/)
			await expect.poll(() => idsTicked(page)).toEqual([tiny(20, 8), tiny(20, 9)])
			await links.filter({ hasText: 'Tiny, rows 21 to 33, columns 9 to 16' }).click()
			await bar(page).getByRole('button', { name: 'Buy Pixels' }).click()
			await expect(page).toHaveURL(/\/user\/checkout\//)
			await expect(page.getByText('£200,000').first()).toBeVisible()
		})
	}

	test('on a phone the parts of the grid are images labelled with their free pixels @no-js', async ({
		page,
		make,
	}) => {
		await make.ownCells((await make.makeUser()).id, [tiny(8, 1), tiny(8, 2)])
		await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
		await page.goto(BUY)
		const parts = page.getByRole('navigation', { name: 'Larger views' }).getByRole('link')
		await expect(parts.filter({ hasText: 'Tiny, rows 8 to 20, columns 1 to 8' })).toContainText('102 free')
		await expect(parts.filter({ hasText: 'Large pixel and small' })).toContainText('5 free')
		await expect(cell(page, 1)).toBeHidden()
		await expect(bar(page)).toBeHidden()
		for (const part of await parts.all()) {
			const size = await part.boundingBox()
			expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
		}
	})

	test('the row and column numbers belong to one type @no-js', async ({ page }) => {
		await page.goto(BUY)
		const numbers = page.locator('.scale-tiny > span')
		await expect(numbers).toHaveCount(40)
		await expect(page.locator('.scale-small, .scale-medium').first()).toBeHidden()
		const number = await numbers.nth(6).boundingBox()
		const below = await page.locator('[data-run="tiny"] > *').nth(6).boundingBox()
		expect(number?.x).toBe(below?.x)
		expect(number?.width).toBe(below?.width)
		const row = await page.locator('.ruler-rows > span').nth(32).boundingBox()
		expect(row?.y).toBe((await cell(page, tiny(33, 1)).boundingBox())?.y)
		await expect(page.locator('.ruler-rows > span').first()).toBeHidden()
	})

	test('larger views show the neighbouring cells’ images @no-js', async ({ page, make }) => {
		const { storeImage } = await import('../support/stored-images')
		await make.ownCells((await make.makeUser()).id, [tiny(8, 1)], {
			description: 'A shop',
			link: 'https://shop.example',
			imageKey: await storeImage('#c01818'),
		})
		await page.goto(`${BUY}?view=tiny-1`)
		await expect(page.locator('svg.pixel-picture image')).toHaveAttribute(
			'href',
			/^\/grid-picture\/.+1440\.webp$/,
		)
	})

	test('the bar shows if a cell is ticked, and enables its buttons @no-js', async ({ page }) => {
		await page.goto(BUY)
		await expect(bar(page)).toContainText('Tick pixels in the grid to buy them.')
		expect(await gold(page)).toBe(false)
		for (const id of [tiny(30, 1), tiny(30, 2)])
			await page.locator(`input[value="${id}"]`).check({ force: true })
		await expect(
			bar(page).getByText('The price of the ticked pixels follows on the next page.'),
		).toBeVisible()
		await expect(bar(page).getByText('Tick pixels in the grid')).toBeHidden()
		await expect.poll(() => gold(page)).toBe(true)
		await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
	})
})

test.describe('with scripts', () => {
	test('only adjacent cells of one type can be selected; a second click unselects', async ({ page }) => {
		await page.goto(BUY)
		await cell(page, tiny(9, 1)).check()
		await cell(page, tiny(9, 2)).check()
		await expect(bar(page)).toContainText('2 tiny pixels, 2 by 1')
		await expect(bar(page)).toContainText('£200,000')
		await expect.poll(() => gold(page)).toBe(true)
		await cell(page, tiny(9, 9)).click()
		await expect(bar(page).getByRole('alert')).toHaveText('You can only select adjacent pixels')
		await expect(cell(page, tiny(9, 9))).not.toBeChecked()
		await cell(page, 11).click()
		await expect(bar(page).getByRole('alert')).toHaveText('You can only select pixels of the same type')
		await expect(ticked(page)).toHaveCount(2)
		await cell(page, tiny(9, 2)).click()
		await expect.poll(() => idsTicked(page)).toEqual([tiny(9, 1)])
		await expect(bar(page).getByRole('alert')).toHaveCount(0)
		await cell(page, tiny(9, 2)).click()
		await cell(page, tiny(10, 1)).click()
		await expect(bar(page).getByRole('alert')).toContainText('must form a complete rectangle')
		await expect(bar(page)).not.toContainText('£')
		await expect.poll(() => gold(page)).toBe(false)
		await page.getByRole('button', { name: 'Clear' }).press('Enter')
		await expect(ticked(page)).toHaveCount(0)
		await expect(page.locator('#cells')).toBeFocused()

		// Shift selects the rectangle up to the cell.
		await cell(page, tiny(9, 1)).check()
		await cell(page, tiny(10, 6)).click({ modifiers: ['Shift'] })
		await expect(ticked(page)).toHaveCount(12)
	})

	test('the bar explains why a cell is unavailable', async ({ page, make }) => {
		await make.ownCells((await make.makeUser()).id, [tiny(9, 5)])
		await page.goto(BUY)
		await waitForScripts(page)
		await cell(page, tiny(9, 5)).click()
		await expect(bar(page).getByRole('alert')).toHaveText(
			'This pixel is not available for selection: somebody else has it',
		)
		await expect(bar(page).getByRole('alert')).toBeInViewport()
	})

	test('a rectangle can be drawn, with its size and price at the pointer', async ({ page, make }) => {
		await make.ownCells((await make.makeUser()).id, [tiny(15, 12)])
		await page.goto(BUY)
		await drag(page, tiny(12, 10), tiny(13, 13), async () => {
			await expect(page.locator('.rubber-band')).toHaveText('4 × 2, £800,000')
		})
		await expect(page.locator('.rubber-band')).toHaveCount(0)
		await expect(ticked(page)).toHaveCount(8)
		await expect(bar(page)).toContainText('8 tiny pixels, 4 by 2, from row 12, column 10')
		await expect(page.getByLabel('To column')).toHaveValue('13')

		await drag(page, tiny(14, 10), tiny(16, 13), async () => {
			await expect(page.locator('.rubber-band')).toHaveText('4 × 3, 1 taken')
		})
		await expect(bar(page).getByRole('alert')).toHaveText(
			'One of these 12 pixels cannot be chosen: row 15, column 12',
		)
		await expect(ticked(page)).toHaveCount(8)
		await bar(page).getByRole('button', { name: 'Select 6 free ones' }).click()
		await expect(bar(page)).toContainText('6 tiny pixels, 2 by 3, from row 14, column 10')
		await expect(bar(page).getByRole('alert')).toHaveCount(0)
		await drag(page, tiny(15, 9), tiny(15, 12))
		await bar(page).getByRole('button', { name: 'Select the 3 free ones' }).click()
		await expect(bar(page)).toContainText('3 tiny pixels, 3 by 1, from row 15, column 9')

		await drag(page, tiny(20, 10), tiny(21, 11), async () => {
			await page.keyboard.press('Escape')
			await expect(page.locator('.rubber-band')).toHaveCount(0)
		})
		await expect(ticked(page)).toHaveCount(3)
		await bar(page).getByRole('button', { name: 'Buy Pixels' }).click()
		await expect(page).toHaveURL(/\/user\/checkout\//)
	})

	test('a selected rectangle has one frame, other selections have a frame per cell', async ({ page }) => {
		await page.goto(`${BUY}?cell=${tiny(12, 1)}&cell=${tiny(12, 2)}`)
		const frames = page.locator('.selection-frame')
		await expect(frames).toHaveCount(1)
		const [frame, first] = [await frames.boundingBox(), await cell(page, tiny(12, 1)).boundingBox()]
		expect([frame?.x, frame?.y].map(at => Math.round(at ?? 0))).toEqual(
			[first?.x, first?.y].map(at => Math.round(at ?? 0)),
		)
		expect(Math.round(frame?.width ?? 0)).toBe(Math.round(2 * (first?.width ?? 0)))
		await cell(page, tiny(13, 1)).click()
		await expect(frames).toHaveCount(3)
	})

	test('the layout does not shift when the tool starts on a page with selected pixels', async ({ page }) => {
		await page.addInitScript(() => {
			const shifts: string[] = []
			Object.assign(window, { shifts })
			new PerformanceObserver(list => {
				/* A button may be a pixel wider once the web font is loaded. */
				for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
					if (entry.value > 0.001) shifts.push(JSON.stringify(entry))
				}
			}).observe({ type: 'layout-shift', buffered: true })
		})
		for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
			await page.setViewportSize({ width, height: 900 })
			await page.goto(`${BUY}?type=tiny&fromRow=18&fromCol=30&toRow=18&toCol=32`)
			await waitForScripts(page)
			await expect(page.locator('.selection-frame')).toHaveCount(1)
			expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
		}
	})

	test('the grid works by keyboard alone: arrows, Space and Enter, undo and redo, Escape, zoom', async ({
		page,
	}) => {
		await page.goto(BUY)
		await waitForScripts(page)
		await page.locator('.cells [tabindex="0"]').focus()
		await page.keyboard.press('Control+End')
		await page.keyboard.press('ArrowLeft')
		await page.keyboard.press(' ')
		await expect(cell(page, 1150)).toBeChecked()
		await page.keyboard.press('ArrowLeft')
		await page.keyboard.press('Enter')
		await expect.poll(() => idsTicked(page)).toEqual([1149, 1150])
		await page.keyboard.press('Control+z')
		await expect(ticked(page)).toHaveCount(1)
		await page.keyboard.press('Control+Shift+z')
		await expect(ticked(page)).toHaveCount(2)
		await page.keyboard.press('Escape')
		await expect(ticked(page)).toHaveCount(0)
		await expect(bar(page)).toContainText('Nothing selected')
		await page.keyboard.press('Control+z')
		await expect(ticked(page)).toHaveCount(2)
		const width = () => page.locator('.cells').evaluate(cells => cells.getBoundingClientRect().width)
		const before = await width()
		await page.keyboard.press('+')
		expect(await width()).toBeGreaterThan(before)
		await expect(cell(page, 1149)).toBeFocused()
		await page.keyboard.press('-')
		expect(await width()).toBe(before)
	})

	test('Shift and the arrow keys extend a rectangle, Space selects it; row and column under the pointer are highlighted', async ({
		page,
	}) => {
		await page.goto(`${BUY}?cell=${tiny(20, 20)}`)
		await waitForScripts(page)
		await cell(page, tiny(20, 20)).focus()
		await expect(cell(page, tiny(20, 20))).toHaveCSS('outline-color', 'rgb(201, 169, 97)')
		for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`)
		await expect(page.locator('.rubber-band')).toHaveText('3 × 2, £600,000')
		await expect(ticked(page)).toHaveCount(1)
		await page.keyboard.press(' ')
		await expect(page.locator('.rubber-band')).toHaveCount(0)
		await expect(bar(page)).toContainText('6 tiny pixels, 3 by 2, from row 20, column 20')
		await page.keyboard.press('Shift+ArrowLeft')
		await page.keyboard.press('ArrowDown')
		await expect(page.locator('.rubber-band')).toHaveCount(0)
		await expect(ticked(page)).toHaveCount(6)

		await cell(page, tiny(20, 25)).hover()
		await expect(page.locator('.pixel-readout')).toHaveText(
			'Row 20, column 25 Tiny pixel, available £100,000',
		)
		await expect(page.locator('[data-now]')).toHaveText(['25 ', '20 '])
		await cell(page, 11).hover()
		await expect(page.locator('.scale-small')).toBeVisible()
		await expect(page.locator('.scale-tiny')).toBeHidden()
		await expect(page.locator('[data-now]')).toHaveText(['1 ', '2 '])
	})

	test('a suggested place is shown on the grid and can be selected', async ({ page, make }) => {
		await make.ownCells((await make.makeUser()).id, [tiny(20, 20)])
		await page.goto(BUY)
		await expect(page.locator('[data-suggestion]')).toHaveCount(3)
		await expect(page.locator('.pixel-marks text')).toHaveText(['A', 'B', 'C'])
		await waitForScripts(page)
		await cell(page, tiny(30, 30)).check()
		await expect(page.locator('.pixel-marks')).toBeHidden()
		await expect(page.locator('[data-suggestion="A"]')).toBeHidden()
		await page.getByRole('button', { name: 'Clear' }).click()
		await expect(page.locator('.pixel-marks')).toBeVisible()
		await page.getByLabel('Across').fill('4')
		await page.getByLabel('Near').selectOption('Bottom right')
		await page.getByRole('button', { name: 'Suggest', exact: true }).click()
		await expect(page).toHaveURL(/\/user\/pixels\/suggest\?type=tiny&near=\d+&columns=4&rows=2/)
		await expect(page.locator('[data-suggestion="A"]')).toHaveText('From row 32, column 37')
		await expectAccessiblePage(page)
		await page.locator('[data-suggestion="A"]').click()
		await expect(bar(page)).toContainText('8 tiny pixels, 4 by 2, from row 32, column 37')
		await expect(page.locator('.pixel-marks')).toHaveCount(0)
	})

	test('buying nothing shows an error without a request; buttons undo and redo a selection', async ({
		page,
	}) => {
		await page.goto(BUY)
		await bar(page).getByRole('button', { name: 'Buy Pixels' }).click()
		await expect(bar(page).getByRole('alert')).toHaveText('Please select pixels to buy')
		await bar(page).getByRole('button', { name: 'Image Preview' }).click()
		await expect(bar(page).getByRole('alert')).toHaveText('Please select pixels to preview')
		await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
		await cell(page, tiny(9, 1)).check()
		await cell(page, tiny(9, 2)).check()
		await page.getByRole('button', { name: 'Undo' }).click()
		await expect(ticked(page)).toHaveCount(1)
		await page.getByRole('button', { name: 'Undo' }).click()
		await expect(ticked(page)).toHaveCount(0)
		await page.getByRole('button', { name: 'Redo' }).click()
		await expect.poll(() => idsTicked(page)).toEqual([tiny(9, 1)])
	})

	for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
		test(`zooming from 0.5 to 5 keeps the selection and the numbers visible at ${width} px`, async ({
			page,
		}) => {
			await page.setViewportSize({ width, height: 900 })
			await page.goto(BUY)
			await cell(page, tiny(20, 20)).check()
			const unit = async () => (await cell(page, tiny(20, 20)).boundingBox())?.width ?? 0
			const first = await unit()
			const zoomIn = page.getByRole('button', { name: 'Zoom in' })
			for (let steps = 0; steps < 4; steps++) await zoomIn.click()
			await expect(zoomIn).toHaveAttribute('aria-disabled', 'true')
			await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('5×')
			expect(Math.round((await unit()) / first)).toBe(5)
			await expect.poll(unit).toBeGreaterThanOrEqual(44)
			await expect(cell(page, tiny(20, 20))).toBeChecked()
			await expect(cell(page, tiny(20, 20))).toBeInViewport()
			await expect(page.locator('.ruler-rows > span').nth(19)).toBeInViewport()
			await expect(page.locator('.scale-tiny > span').nth(19)).toBeInViewport()
			await cell(page, tiny(20, 21)).click()
			await expect(ticked(page)).toHaveCount(2)
			await expectFitsWidth(page)
			// No cell is covered, and scrolling reaches all of them.
			const [view, below] = await Promise.all([
				page.locator('.pixel-view').boundingBox(),
				bar(page).boundingBox(),
			])
			if (width < 1024) expect((view?.y ?? 0) + (view?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
			const show = page.getByRole('button', { name: 'Show selection' })
			await expect(show).toHaveCount(0)
			const map = await page.locator('.overview').boundingBox()
			await page.mouse.click((map?.x ?? 0) + (map?.width ?? 0) - 5, (map?.y ?? 0) + 5)
			await expect(cell(page, tiny(20, 20))).not.toBeInViewport()
			await expect(show).toHaveClass(/at-left at-bottom/)
			await show.click()
			await expect(cell(page, tiny(20, 20))).toBeInViewport({ ratio: 1 })
			await expect(show).toHaveCount(0)
			const zoomOut = page.getByRole('button', { name: 'Zoom out' })
			for (let steps = 0; steps < 4; steps++) await zoomOut.click()
			await expect.poll(unit).toBe(first)
			await expect(ticked(page)).toHaveCount(2)
			for (let steps = 0; steps < 2; steps++) await zoomOut.click()
			await expect(zoomOut).toHaveAttribute('aria-disabled', 'true')
			await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('0.5×')
			await expect.poll(unit).toBe(Math.floor(first / 2))
			await expectFitsWidth(page)
			for (let steps = 0; steps < 2; steps++) await zoomIn.click()
			await expect.poll(unit).toBe(first)
		})
	}

	test('zooming in loads the largest image of the grid, which is not loaded before', async ({
		page,
		make,
	}) => {
		const { storeImage } = await import('../support/stored-images')
		await make.ownCells((await make.makeUser()).id, [tiny(30, 1)], {
			description: 'A shop',
			link: 'https://shop.example',
			imageKey: await storeImage('#c01818'),
		})
		await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
		await page.goto(BUY)
		const shown = () =>
			page
				.locator('img.pixel-picture')
				.evaluate(image => (image as HTMLImageElement).currentSrc.replace(/.*\/|\..*/g, ''))
		await expect.poll(shown).toBe('480')
		await page.getByRole('button', { name: 'Zoom in' }).click()
		await expect.poll(shown).toBe('1440')
	})

	test('Ctrl and the wheel zoom around the pointer; the middle button or Space and the mouse pan without selecting', async ({
		page,
	}) => {
		await page.goto(`${BUY}?cell=${tiny(20, 20)}`)
		await waitForScripts(page)
		await cell(page, tiny(12, 30)).scrollIntoViewIfNeeded()
		const before = await cell(page, tiny(12, 30)).boundingBox()
		if (!before) throw new Error('no cell')
		await page.mouse.move(before.x + 5, before.y + 5)
		await page.keyboard.down('Control')
		await page.mouse.wheel(0, -300)
		await page.keyboard.up('Control')
		await expect.poll(async () => (await cell(page, tiny(12, 30)).boundingBox())?.width).toBeGreaterThan(30)
		const under = await page.evaluate(
			([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute('data-cell'),
			[before.x + 5, before.y + 5],
		)
		expect(under).toBe(String(tiny(12, 30)))

		for (const how of ['middle button', 'Space'] as const) {
			await cell(page, tiny(20, 21)).hover()
			const from = await cell(page, tiny(20, 20)).boundingBox()
			const at = await cell(page, tiny(20, 21)).boundingBox()
			if (how === 'Space') await page.keyboard.down(' ')
			await page.mouse.down({ button: how === 'Space' ? 'left' : 'middle' })
			await page.mouse.move((at?.x ?? 0) - 60, (at?.y ?? 0) - 40, { steps: 4 })
			await page.mouse.up({ button: how === 'Space' ? 'left' : 'middle' })
			if (how === 'Space') await page.keyboard.up(' ')
			const to = await cell(page, tiny(20, 20)).boundingBox()
			expect((to?.x ?? 0) - (from?.x ?? 0), how).toBeLessThan(-40)
			expect((to?.y ?? 0) - (from?.y ?? 0), how).toBeLessThan(-20)
		}
		await expect.poll(() => idsTicked(page)).toEqual([tiny(20, 20)])
	})

	test('the selection survives Back, a reload and a lost connection', async ({ page, context }) => {
		await page.goto(BUY)
		await cell(page, tiny(9, 1)).check()
		await cell(page, tiny(9, 2)).check()
		await page.goto('/user/dashboard')
		await page.goBack()
		await expect(bar(page)).toContainText('2 tiny pixels')
		await page.reload()
		await expect(bar(page)).toContainText('2 tiny pixels')
		await expect.poll(() => idsTicked(page)).toEqual([tiny(9, 1), tiny(9, 2)])
		await context.setOffline(true)
		await bar(page).getByRole('button', { name: 'Buy Pixels' }).click({ noWaitAfter: true })
		await expect(page.locator('html[lang="en-GB"]')).toHaveCount(0)
		await context.setOffline(false)
		await page.goBack()
		await expect(bar(page)).toContainText('2 tiny pixels')
		await bar(page).getByRole('button', { name: 'Buy Pixels' }).click()
		await expect(page).toHaveURL(/\/user\/checkout\//)
		await page.goBack()
		await expect(bar(page)).toContainText('2 tiny pixels')
	})

	test('cells ticked before the tool starts stay selected', async ({ page }) => {
		let release = () => undefined as undefined
		const held = new Promise<void>(resolve => {
			release = () => {
				resolve()
				return undefined
			}
		})
		await page.route(/\/assets\/.*\.js/, async route => {
			await held
			await route.continue()
		})
		await page.goto(BUY, { waitUntil: 'commit' })
		await page.waitForLoadState('domcontentloaded')
		await page.evaluate(
			ids => {
				for (const id of ids) document.querySelector<HTMLElement>(`input[value="${id}"]`)?.click()
				const [row, type] = [document.getElementById('fromRow'), document.getElementById('type')]
				if (row instanceof HTMLInputElement) row.value = '9'
				if (type instanceof HTMLSelectElement) type.value = 'small'
			},
			[tiny(9, 1), tiny(9, 2)],
		)
		release()
		await waitForScripts(page)
		await expect(bar(page)).toContainText('2 tiny pixels, 2 by 1, from row 9, column 1')
		await expect(bar(page)).toContainText('£200,000')
		await expect.poll(() => idsTicked(page)).toEqual([tiny(9, 1), tiny(9, 2)])
		await expect(page.getByLabel('From row')).toHaveValue('9')
		await expect(page.getByLabel('Type')).toHaveValue('small')
		await expect(page.getByLabel('From row')).toHaveAccessibleDescription('2 to 7')
	})
})

test.describe('on a touch screen', () => {
	test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

	test('the first tap zooms in, the second selects; two fingers zoom, and one draws in draw mode', async ({
		page,
	}) => {
		await page.goto(BUY)
		await waitForScripts(page)
		await expect(page.locator('.pixel-readout')).toContainText('Tap a cell')
		await expect(bar(page)).toContainText('The first tap zooms in, then each tap selects.')
		const unit = async () => (await cell(page, tiny(20, 20)).boundingBox())?.width ?? 0
		await expect.poll(unit).toBe(9)
		await cell(page, tiny(20, 20)).tap()
		await expect.poll(unit).toBe(44)
		await expect(ticked(page)).toHaveCount(0)
		await expect(cell(page, tiny(20, 20))).toBeInViewport({ ratio: 1 })
		await cell(page, tiny(20, 20)).tap()
		await expect(bar(page)).toContainText('1 tiny pixel at row 20, column 20')
		await pinch(page, { from: 400, to: 10, y: 400 })
		await expect.poll(unit).toBe(4)
		await pinch(page, { from: 100, to: 200, y: 400 })
		await expect.poll(unit).toBe(9)
		await page.getByRole('button', { name: 'Draw a rectangle' }).tap()
		await expect(page.locator('.cells')).toHaveCSS('touch-action', 'none')
	})

	test('a tap on a cell that is large enough selects it at once', async ({ page }) => {
		await page.goto(BUY)
		await waitForScripts(page)
		await cell(page, 1).tap()
		await expect(bar(page)).toContainText('1 medium pixel at row 1, column 1')
	})
})

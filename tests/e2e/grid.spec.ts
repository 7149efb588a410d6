import type { Page } from '@playwright/test'
import { pinch } from '../support/gestures'
import { expect, expectAccessible, expectAccessiblePage, test, WIDTHS } from '../support/journey'

type Make = Parameters<Parameters<typeof test>[2]>[0]['make']

/* The tests of a worker share one grid: each uses its own rows, new for every run. */
let nextRow = 8
function rowOfTinyCells(): (col: number) => number {
	const row = nextRow++
	return col => 111 + (row - 8) * 40 + col
}

async function showBlock(make: Make, cells: number[], description: string): Promise<void> {
	const owner = await make.makeUser()
	const { storeImage } = await import('../support/stored-images')
	const imageKey = await storeImage('#d8b45a', 80, 80)
	await make.ownCells(owner.id, cells, { description, link: 'https://shop.example/window', imageKey })
}

const cell = (page: Page, id: number) => page.locator(`[data-cell="${id}"]`)

test('the public grid shows every cell at its position', async ({ page }) => {
	await page.goto('/')
	await expect(page.locator('[data-cell]')).toHaveCount(1_151)
	const getBox = async (id: number) =>
		(await cell(page, id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
	const first = await getBox(1)
	const unit = first.width / 4
	expect(Number.isInteger(unit)).toBe(true)
	const place = async (id: number) => {
		const { x, y, width, height } = await getBox(id)
		return [x - first.x, y - first.y, width, height].map(length => length / unit)
	}
	expect(await place(10)).toEqual([36, 0, 4, 4])
	expect(await place(11)).toEqual([0, 4, 2, 2])
	expect(await place(19)).toEqual([16, 4, 8, 10])
	expect(await place(20)).toEqual([24, 4, 2, 2])
	expect(await place(28)).toEqual([0, 6, 2, 2])
	expect(await place(91)).toEqual([38, 12, 2, 2])
	expect(await place(92)).toEqual([0, 14, 2, 2])
	expect(await place(112)).toEqual([0, 16, 1, 1])
	expect(await place(1_151)).toEqual([39, 41, 1, 1])
	await expectAccessiblePage(page)
})

test('a creative is a link with a description, drawn in a composite image', async ({ page, make }) => {
	const at = rowOfTinyCells()
	await showBlock(make, [at(1), at(2), at(3)], 'Clocks since 1851')
	await page.goto('/')
	const link = page.locator('.cells').getByRole('link', { name: /Clocks since 1851/ })
	await expect(link).toHaveCount(1)
	await expect(link).toHaveAttribute('href', 'https://shop.example/window')
	await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
	await expect(link).toHaveAttribute('target', '_blank')
	// Uses the accessibility tree of the browser, which excludes elements without layout.
	const session = await page.context().newCDPSession(page)
	const { nodes } = await session.send('Accessibility.getFullAXTree')
	const names = nodes.filter(node => node.role?.value === 'link').map(node => String(node.name?.value))
	expect(names).toContainEqual(expect.stringContaining('Clocks since 1851'))
	await expect(cell(page, at(2))).toHaveAttribute('data-state', 'user-reserved')

	const [over, left, right] = [
		await link.boundingBox(),
		await cell(page, at(1)).boundingBox(),
		await cell(page, at(3)).boundingBox(),
	]
	expect(over?.x).toBe(left?.x)
	expect((over?.x ?? 0) + (over?.width ?? 0)).toBe((right?.x ?? 0) + (right?.width ?? 0))

	const picture = page.locator('.pixel-picture')
	await expect(picture).toHaveJSProperty('complete', true)
	await expect
		.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
		.toBeGreaterThan(0)
	await expectAccessible(page, { cells: 'all' })
})

test('a wide window shows the largest image if the first one came fast', async ({ page, make }) => {
	const at = rowOfTinyCells()
	await showBlock(make, [at(1)], 'Sharp lettering')
	// However busy this machine is.
	await page.addInitScript(() => {
		Object.defineProperty(PerformanceResourceTiming.prototype, 'duration', { get: () => 20 })
	})
	await page.goto('/')
	const picture = page.locator('.pixel-picture')
	await picture.evaluate((image: HTMLImageElement) => image.decode())
	// The scripts wait three seconds at most for an image that has to be drawn first.
	await page.reload()
	await expect
		.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
		.toMatch(/\/1440\.\w+$/)
})

test('a tooltip with description and link appears on hover and on focus @both', async ({ page, make }) => {
	const at = rowOfTinyCells()
	await showBlock(make, [at(20)], 'Gloves by appointment')
	await page.goto('/')
	const link = page.locator('.cells').getByRole('link', { name: /Gloves by appointment/ })
	const tip = link.locator('.tip')
	await expect(tip).not.toBeInViewport()
	await link.hover()
	await expect(tip).toBeInViewport({ ratio: 1 })
	await expect(tip).toContainText('shop.example/window')
	await page.mouse.move(0, 0)
	await expect(tip).not.toBeInViewport()
	// Focuses the cell without a key press, then simulates keyboard focus.
	await page.locator('.pixel-grid > .skip-link').focus()
	await page.keyboard.press('Tab')
	for (
		let presses = 0;
		presses < 40 && !(await link.evaluate(e => e === document.activeElement));
		presses++
	) {
		await page.keyboard.press('Tab')
		await page.keyboard.press('ArrowDown')
	}
	await link.focus()
	await expect(tip).toBeInViewport({ ratio: 1 })
})

test('the skip link jumps past the grid', async ({ page }) => {
	await page.goto('/')
	await page.locator('.pixel-grid > .skip-link').focus()
	await expect(page.locator('.pixel-grid > .skip-link')).toBeInViewport()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/#after-grid$/)
})

test('the whole grid fits a phone at an integer cell size', async ({ page }) => {
	await page.setViewportSize({ width: 375, height: 812 })
	await page.goto('/')
	const box = await page.locator('.cells').boundingBox()
	expect(box?.width).toBe(360)
	expect(box?.height).toBe(378)
})

test('the status of a type is one line on a phone', async ({ page }) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	await page.goto('/')
	for (const badge of await page.locator('[data-type] .badge').all()) {
		const lines = await badge.evaluate(element => {
			const range = document.createRange()
			range.selectNodeContents(element.lastChild ?? element)
			return new Set([...range.getClientRects()].map(rectangle => Math.round(rectangle.top))).size
		})
		expect(lines).toBe(1)
	}
})

test('the arrow keys move within the grid, which is one tab stop', async ({ page }) => {
	await page.goto('/')
	const stops = page.locator('.cells [tabindex="0"]')
	await expect(stops).toHaveCount(1)
	await stops.focus()
	await page.keyboard.press('Control+Home')
	await expect(cell(page, 1)).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(cell(page, 11)).toBeFocused()
	await page.keyboard.press('End')
	await expect(cell(page, 27)).toBeFocused()
	await expect(page.locator('.pixel-readout')).toHaveText('Row 2, column 20 Small pixel, available £500,000')
	await expect(
		page.getByRole('link', { name: 'Small pixel, row 2, column 20, £500,000, available' }),
	).toBeFocused()
	await expect(stops).toHaveCount(1)
	const scrolled = await page.evaluate(() => scrollY)
	await page.keyboard.press('PageDown')
	await expect(page.locator('.pixel-readout')).toContainText('Row 7, column 20')
	await page.keyboard.press('PageUp')
	await page.keyboard.press('PageUp')
	await expect(page.locator('.pixel-readout')).toContainText('Row 1, column 10')
	expect(await page.evaluate(() => scrollY)).toBe(scrolled)
})

test.describe('pinch zoom', () => {
	test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

	test('two fingers zoom between 0.5 and 2', async ({ page }) => {
		await page.goto('/')
		const width = () => page.locator('.cells').evaluate(cells => cells.getBoundingClientRect().width)
		expect(await width()).toBe(360)
		await pinch(page, { from: 100, to: 150, y: 300 })
		expect(await width()).toBe(560)
		await pinch(page, { from: 100, to: 900, y: 300 })
		expect(await width()).toBe(720)
		await pinch(page, { from: 100, to: 1, y: 300 })
		expect(await width()).toBe(160)
	})
})

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type * as Factories from '../support/factories'
import { expect, expectAccessiblePage, test, WIDTHS, waitForScripts } from '../support/journey'
import { extractCode } from '../support/mailbox'

/* From the public grid to buying the selected pixel. */

const PASSWORD = 'correct horse battery'
const TINY = 111 + (12 - 8) * 40 + 7
const cell = (page: Page, id: number) => page.locator(`[data-cell="${id}"]`)

async function expectChosen(page: Page) {
	await expect(page).toHaveURL(`/user/pixels/buy?cell=${TINY}`)
	await expect(page.locator('input[name="cell"]:checked')).toHaveCount(1)
	await expect(page.getByRole('checkbox', { name: /^Tiny pixel, row 12, column 7,/ })).toBeChecked()
}

test('a guest clicks a free pixel on a phone, registers, and has it selected @both', async ({
	page,
	mails,
	scripts,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	await page.goto('/')
	await cell(page, TINY).click()
	await expect(page).toHaveURL(/^[^?]+\/register\?redirectTo=/)
	await expect(page.getByText('You chose a tiny pixel, £100,000.')).toBeVisible()
	await expect(
		page.getByRole('img', { name: /^The grid around 1 tiny pixel, row 12, column 7/ }),
	).toBeVisible()
	await expectAccessiblePage(page)
	const email = `${randomUUID()}@example.test`
	await page.getByLabel('First name').fill('Ada')
	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByText('You chose a tiny pixel, £100,000.')).toBeVisible()
	const code = extractCode(await mails.waitForMail(email))
	// A wrong code returns to the same page, and the flow continues from there.
	await enterCode(page, code === '000000' ? '111111' : '000000', scripts)
	await expect(page.getByText('Invalid OTP. Please try again.').first()).toBeVisible()
	await enterCode(page, code, scripts)
	await expectChosen(page)
})

async function enterCode(page: Page, code: string, scripts: boolean) {
	const first = page.locator('input[name="digit"]').first()
	if (scripts) {
		await first.click()
		await page.keyboard.type(code)
	} else await first.fill(code)
	await page.getByRole('button', { name: 'Verify Email' }).click()
}

test('a member logs in after a wrong password and has the pixel selected', async ({ page, make }) => {
	const member = await make.makeUser({ password: PASSWORD })
	await page.goto('/')
	await cell(page, TINY).click()
	await page.getByRole('link', { name: 'Login' }).click()
	await expect(page.getByText('You chose a tiny pixel, £100,000.')).toBeVisible()
	await page.getByLabel('Email').fill(member.email)
	await page.getByLabel('Password', { exact: true }).fill('something else')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page.getByRole('alert').first()).toBeVisible()
	await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute(
		'href',
		`/register?redirectTo=${encodeURIComponent(`/user/pixels/buy?cell=${TINY}`)}`,
	)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expectChosen(page)
})

test('the grid is one tab stop, and Enter on a free pixel starts the purchase', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeUser())
	await page.goto('/')
	await expect(page.locator('.cells [tabindex="0"]')).toHaveCount(1)
	await expect(page.locator('.cells a:not([tabindex="-1"])')).toHaveCount(1)
	await cell(page, 1).focus()
	await page.keyboard.press('ArrowRight')
	await expect(
		page.getByRole('link', { name: 'Medium pixel, row 1, column 2, £1,000,000, available' }),
	).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/user/pixels/buy?cell=2')
	await expect(page.locator('input[name="cell"][value="2"]')).toBeChecked()
})

test('unavailable pixels have no link to buy, and administrators have none at all', async ({
	page,
	make,
	signIn,
}) => {
	await make.ownCells((await make.makeUser()).id, [TINY])
	await page.goto('/')
	await expect(page.locator(`a[data-cell="${TINY}"]`)).toHaveCount(0)
	await expect(page.locator(`a[data-cell="${TINY + 1}"]`)).toHaveAttribute(
		'href',
		`/user/pixels/buy?cell=${TINY + 1}`,
	)
	await signIn(await make.makeAdmin())
	await page.goto('/')
	await expect(page.locator('a[data-cell]')).toHaveCount(0)
})

const BLOCK = [0, 1, 2, 40, 41, 42].map(step => TINY + 5 + step)

async function publish(make: typeof Factories) {
	const { storeImage } = await import('../support/stored-images')
	await make.ownCells((await make.makeUser()).id, BLOCK, {
		description: 'A shop of fine things',
		link: 'https://shop.example/window',
		imageKey: await storeImage('#c01818'),
	})
}

/** Checks if the enlarged cell next to the grid shows the red image of `publish`. */
async function showsRed(page: Page): Promise<boolean> {
	return await page.locator('.pixel-shown canvas').evaluate(element => {
		const canvas = element as HTMLCanvasElement
		const [red = 0, green = 0] =
			canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
		return red > 150 && green < 100
	})
}

test('the cell under the pointer is shown enlarged next to the grid, with a link to continue', async ({
	page,
	make,
}) => {
	await publish(make)
	const large = page.waitForResponse(response => /\/1440\.(avif|webp)$/.test(response.url()))
	await page.goto('/')
	await page.waitForFunction(
		() => document.querySelector<HTMLImageElement>('img.pixel-picture')?.naturalWidth,
	)
	const shown = page.locator('.pixel-shown')
	await expect(shown).toBeHidden()
	await page.locator('.block-link').hover()
	await expect(shown).toContainText('A shop of fine things')
	await expect(shown).toContainText('6 tiny pixels')
	await expect(shown.getByRole('link', { name: 'About these pixels' })).toHaveAttribute(
		'href',
		`/pixels/${BLOCK[0]}`,
	)
	await expect(shown.locator('canvas')).toBeVisible()
	expect(await showsRed(page)).toBe(true)
	expect((await large).ok()).toBe(true)
	expect(await showsRed(page)).toBe(true)
	await expectAccessiblePage(page)

	await cell(page, TINY).hover()
	await expect(shown.getByText('A shop of fine things')).toBeHidden()
	await expect(shown.locator('canvas')).toBeVisible()
	await expect(page.locator('.pixel-readout')).toHaveText('Row 12, column 7 Tiny pixel, available £100,000')
	await expect(shown.getByRole('link', { name: 'Buy this pixel' })).toHaveAttribute(
		'href',
		`/user/pixels/buy?cell=${TINY}`,
	)
})

test('the panel keeps its pixel while the mouse crosses others on its way to it', async ({ page, make }) => {
	await publish(make)
	await page.clock.install()
	await page.goto('/')
	await waitForScripts(page)
	const shown = page.locator('.pixel-shown')
	await page.locator('.block-link').hover()
	await expect(shown).toContainText('A shop of fine things')
	await page.clock.pauseAt(Date.now() + 60_000)
	await cell(page, TINY).hover()
	await shown.hover()
	await page.clock.runFor(1000)
	await expect(shown).toContainText('A shop of fine things')
})

test('the tool names the block under the pointer, and says whose place it is', async ({
	page,
	make,
	signIn,
}) => {
	await publish(make)
	await signIn(await make.makeUser())
	await page.goto('/user/pixels/buy')
	await waitForScripts(page)
	await cell(page, TINY + 6).hover()
	const pointed = page.locator('.pointed')
	await expect(pointed).toContainText('A shop of fine things')
	await expect(pointed).toContainText('Tiny pixel, taken')
	await expect(pointed.locator('canvas')).toBeVisible()
	await cell(page, TINY + 6).click()
	await expect(page.locator('.selection-bar').getByRole('alert')).toHaveText(
		'This pixel is not available for selection: it is taken by A shop of fine things',
	)
	await cell(page, TINY).hover()
	await expect(pointed.getByText('A shop of fine things')).toBeHidden()
})

test.describe('on a touch screen', () => {
	test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, deviceScaleFactor: 2 })

	test('the first tap shows a pixel, the second follows its link', async ({ page, make }) => {
		await publish(make)
		await page.goto('/')
		await page.waitForFunction(
			() => document.querySelector<HTMLImageElement>('img.pixel-picture')?.naturalWidth,
		)
		const shown = page.locator('.pixel-shown')
		await page.locator('.block-link').tap()
		await expect(shown).toContainText('A shop of fine things')
		expect(await showsRed(page)).toBe(true)
		await expect(shown.getByRole('link')).toBeInViewport()
		await cell(page, TINY).tap()
		await expect(shown.getByRole('link', { name: 'Buy this pixel' })).toBeInViewport()
		await expect(page).toHaveURL('/')
		await expect(cell(page, TINY)).toHaveCSS('outline-style', 'solid')
		await cell(page, TINY).tap()
		await expect(page).toHaveURL(/^[^?]+\/register\?redirectTo=/)
	})
})

test('without scripts a link leads to the selection by row and column @no-js', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeUser())
	await page.goto('/')
	await page.getByRole('link', { name: 'Choose pixels by row and column' }).click()
	await expect(page.getByLabel('From row')).toBeVisible()
})

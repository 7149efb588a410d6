import type { Locator } from '@playwright/test'
import {
	expect,
	expectAccessibleAtEveryWidth,
	expectAccessiblePage,
	expectFitsEveryWidth,
	test,
	WIDTHS,
} from '../support/journey'

/* This file uses cells 1000 to 1009: a row of tiny cells. */

/** Pixels with an image must show their selected or invited state as well; the composite image has z-index 1. */
const ABOVE_PICTURES = '2'

test('without scripts whole blocks are listed above the grid until pixels are selected @no-js', async ({
	page,
	make,
	signIn,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const ada = await make.makeUser()
	await make.ownCells(ada.id, [1004, 1005])
	await signIn(ada)
	await page.goto('/user/profile?cell=1004')
	await page.getByRole('link', { name: 'Sell or lend these pixels' }).click()
	await expect(page).toHaveURL(/pixels\/sell\?/)
	await page.goto('/user/pixels/sell')
	const list = page.getByRole('heading', { name: 'Sell or lend a whole block' })
	const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
	expect(await top(list)).toBeLessThan(await top(page.locator('.tool-page')))
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: /^2 tiny pixels/ }).click()
	expect(await top(list)).toBeGreaterThan(await top(page.locator('.tool-page')))
})

test('pixels are offered, the offer becomes a loan, and the borrower manages them', async ({
	page,
	make,
	signIn,
	otherPage,
	mails,
	server,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [1000, 1001])
	await signIn(ada)
	await page.goto('/user/pixels/sell?cell=1000&cell=1001')
	const main = page.getByRole('main')
	await expect(main).toContainText('No Pixels available')
	await expect(main).toContainText('Pixels listed for sale')
	await expect(main).toHaveText(
		/Skip the grid.*Sell Pixels.*What can be sold together.*Owned.*Price Per Pixel.*Total Pixels.*Pixels listed for sale/s,
	)
	await expectAccessibleAtEveryWidth(page)
	await main.locator('.selection-bar').getByRole('button', { name: 'Sell Pixels' }).click()
	await main.getByRole('button', { name: 'Proceed' }).click()
	await expect(main).toContainText('Please enter your email address')
	await main.getByLabel('Email of the buyer').fill(grace.email)
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Proceed' }).click()
	await expect(main).toContainText('Please Check Details')
	await expect(main).toContainText('Once listed for sale, this action cannot be undone!')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Yes, list for sale!' }).click()
	await expect(page).toHaveURL('/user/pixels/sell')
	await expect(page.getByText('Invitation sent successfully')).toBeVisible()
	await mails.waitForMail(grace.email, { subject: /invited/ })
	await mails.waitForMail(ada.email, { subject: /has been sent/ })
	await expect(page.locator('[data-cell="1000"]')).toHaveAttribute('data-state', 'invited')
	await expect(page.locator('[data-cell="1000"]')).toHaveCSS('z-index', ABOVE_PICTURES)

	await main.getByRole('link', { name: /^Edit/ }).click()
	await main.getByLabel('Transfer till').fill('2030-06-01T12:00')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('Invitation updated successfully')).toBeVisible()
	await mails.waitForMail(grace.email, { subject: /has changed/ })

	const theirs = await otherPage()
	await theirs.context().addCookies([{ ...(await make.sessionCookie(grace.id)), url: server.url }])
	await theirs.goto('/user/invitations')
	await expectAccessibleAtEveryWidth(theirs)
	await theirs
		.getByRole('main')
		.getByRole('link', { name: /^Answer/ })
		.click()
	await expect(theirs.getByRole('main')).toContainText('lent to you until')
	await theirs.getByRole('main').getByRole('button', { name: 'Accept', exact: true }).click()
	await expect(theirs.getByText('Accepted!')).toBeVisible()
	await expect(theirs.getByRole('main')).toContainText('lent until')
	await theirs.goto('/user/profile')
	await expect(theirs.getByRole('main')).toContainText('On loan to you, lent until')
	await expectFitsEveryWidth(theirs)

	await page.goto('/user/pixels/sell')
	await expect(page.locator('[data-cell="1000"]')).toHaveAttribute('data-state', 'user-reserved')
	await expect(main).toContainText('This pixel is lent until')
	await page.goto('/user/dashboard')
	await expect(main).toContainText('The loan ends by itself.')
})

test('an invitation is deleted on its own page', async ({ page, make, signIn, mails }) => {
	const ada = await make.makeUser()
	await make.ownCells(ada.id, [1004])
	await make.makeTransfer(ada.id, [1004], { recipientEmail: 'friend@example.test' })
	await signIn(ada)
	await page.goto('/user/pixels/sell')
	const main = page.getByRole('main')
	await main.getByRole('link', { name: /^Delete/ }).click()
	await expect(main).toContainText("You won't be able to revert this!")
	await expectAccessiblePage(page)
	await main.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(page.getByText('Invitation deleted successfully')).toBeVisible()
	await expect(main).toContainText('No Pixels available')
	await mails.waitForMail('friend@example.test', { subject: /withdrawn/ })
})

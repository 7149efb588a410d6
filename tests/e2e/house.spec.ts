import { expect, expectAccessibleAtEveryWidth, expectFitsEveryWidth, test, WIDTHS } from '../support/journey'

/* This file uses cells 1072 to 1075: row 32, columns 1 to 4. */

test('an administrator reserves pixels, lends them and takes others back', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const ada = await make.makeUser({ fullName: 'Ada Holder' })
	const { orderId } = await make.ownCells(ada.id, [1074, 1075])
	await signIn(await make.makeAdmin())
	await page.goto('/admin/profile')
	const main = page.getByRole('main')
	const press = (name: string) =>
		main.locator('.selection-bar').getByRole('button', { name, exact: true }).click()
	await expectAccessibleAtEveryWidth(page)
	await press('Reserve Pixels')
	await expect(main).toContainText('Please select pixels to reserve')

	await main.locator('summary', { hasText: 'Select by coordinates' }).click()
	await main.getByLabel('From row').fill('32')
	await main.getByLabel('From column').fill('1')
	await main.getByLabel('To row').fill('32')
	await main.getByLabel('To column').fill('2')
	await main.getByRole('button', { name: 'Select', exact: true }).click()
	await expect(main).toContainText('2 tiny pixels, 2 by 1, from row 32, column 1')
	await press('Sell Pixels')
	await expect(main).toContainText('Can only sell owned pixels')
	await press('Reserve Pixels')
	await expect(main).toContainText('The house takes 2 pixels with a list price of £200,000')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Reserve Pixels' }).click()
	await expect(page.getByText('Pixels reserved successfully')).toBeVisible()
	await expect(page.locator('[data-cell="1072"]')).toHaveAttribute('data-state', 'owned')

	await page.goto('/admin/profile?cell=1072&cell=1073')
	await press('Temporary Sell Pixels')
	await main.getByRole('button', { name: 'Proceed' }).click()
	await expect(main).toContainText('Please select an expiry date')
	await main.getByLabel('Email of the buyer').fill('friend@example.test')
	await main.getByLabel('Expiry date').fill('2030-06-01')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Proceed' }).click()
	await expect(main).toContainText('1 June 2030')
	await expectFitsEveryWidth(page)
	await main.getByRole('button', { name: 'Lend these pixels' }).click()
	await expect(page.getByText('Invitation sent successfully')).toBeVisible()
	await expect(main.getByRole('link', { name: /^Delete the invitation/ }).first()).toBeVisible()
	await expect(page.locator('[data-cell="1072"]')).toHaveAttribute('data-state', 'invited')

	await page.goto('/admin/profile?cell=1074&cell=1075')
	await press('Restore Pixels')
	await expect(main).toContainText('Ada Holder loses 2 pixels')
	await main.getByRole('button', { name: 'Restore Pixels' }).click()
	await expect(main).toContainText('Please enter a reason')
	await expectFitsEveryWidth(page)
	await main.getByLabel('Reason').fill('The bank has called the payment back.')
	await main.getByRole('button', { name: 'Restore Pixels' }).click()
	await expect(page.getByText('Pixels Restored Successfully!')).toBeVisible()
	const mail = await mails.waitForMail(ada.email, { subject: /released by the house/ })
	expect(mail.text).toContain('The bank has called the payment back.')
	await signIn(ada)
	await page.goto(`/user/history/${orderId}`)
	await expect(main).toContainText('released by the house on')
})

test('an order with pixels taken back fits the list of transactions at every width', async ({
	page,
	make,
	signIn,
}) => {
	const order = await make.makeOrder((await make.makeUser()).id, [1100, 1101], { releasedAt: Date.now() })
	await signIn(await make.makeAdmin())
	await page.goto(`/admin/transactions?q=${order.reference}`)
	await expect(page.getByText('released by the house on')).toBeVisible()
	await expectFitsEveryWidth(page)
})

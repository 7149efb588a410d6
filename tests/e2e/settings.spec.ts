import { expect, expectAccessible, expectFitsWidth, test } from '../support/journey'

test('an administrator changes the bank details that buyers pay to; mistakes keep what was typed', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: 375, height: 800 })
	await page.goto('/admin/setting')
	await expectAccessible(page)
	await expectFitsWidth(page)
	const bank = page.locator('form#bank')
	await bank.getByLabel('Account holder').fill('Example Holdings Ltd')
	await bank.getByLabel('SWIFT code').fill('NOPE')
	await bank.getByRole('button', { name: 'Save bank details' }).click()
	await expect(page.getByText('Please enter a SWIFT code of 8 or 11 characters').first()).toBeVisible()
	await expect(bank.getByLabel('Account holder')).toHaveValue('Example Holdings Ltd')
	await bank.getByLabel('SWIFT code').fill('EXMPGB2L')
	await bank.getByLabel('Account number or IBAN').fill('GB29 NWBK 6016 1331 9268 91')
	await bank.getByRole('button', { name: 'Save bank details' }).click()
	await expect(bank.getByLabel('Account number or IBAN')).toHaveAccessibleDescription(
		/Please check the IBAN: a character of it is wrong, or two have changed places$/,
	)
	await expect(bank.getByLabel('SWIFT code')).toHaveValue('EXMPGB2L')
	await expectFitsWidth(page)
	await expect(bank.getByLabel('Account number or IBAN')).toHaveValue('GB29 NWBK 6016 1331 9268 91')
	await bank.getByLabel('Account number or IBAN').fill('GB29 NWBK 6016 1331 9268 19')
	await bank.getByRole('button', { name: 'Save bank details' }).click()
	await expect(page.getByText('Bank details are saved. Buyers see them from now on.')).toBeVisible()

	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [240], { status: 'open', proceededAt: Date.now() })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/payment`)
	await expect(page.getByText('Example Holdings Ltd')).toBeVisible()
	await expect(page.getByText('EXMPGB2L', { exact: true })).toBeVisible()
})

test('the time that pixels are held is a setting', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/setting')
	const checkout = page.locator('form#checkout')
	await checkout.getByLabel('Minutes that pixels are held for a checkout').fill('90')
	await checkout.getByRole('button', { name: 'Save checkout settings' }).click()
	await expect(page.getByText(/Checkout settings are saved/)).toBeVisible()
	await page.goto('/admin/setting')
	await expect(checkout.getByLabel('Minutes that pixels are held for a checkout')).toHaveValue('90')

	// Other journeys share this server.
	await checkout.getByLabel('Minutes that pixels are held for a checkout').fill('60')
	await checkout.getByRole('button', { name: 'Save checkout settings' }).click()
	await expect(page.getByText(/Checkout settings are saved/)).toBeVisible()
})

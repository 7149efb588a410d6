import { expect, expectAccessible, expectFitsWidth, test } from '../support/journey'

test('an administrator changes the bank details shown to buyers; errors keep the input', async ({
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

test('the hold time and the pixel limit of an order can be changed', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/setting')
	const checkout = page.locator('form#checkout')
	await expect(checkout.getByLabel('Checkout hold (minutes)')).toHaveValue('1440')
	await expect(checkout.getByLabel('Show images')).toHaveValue('after-approval')
	await checkout.getByLabel('Checkout hold (minutes)').fill('90')
	await checkout.getByLabel('Maximum pixels per order').fill('2')
	await checkout.getByRole('button', { name: 'Save checkout settings' }).click()
	await expect(page.getByText(/Checkout settings are saved/)).toBeVisible()
	await page.goto('/admin/setting')
	await expect(checkout.getByLabel('Checkout hold (minutes)')).toHaveValue('90')

	const admin = page.url()
	await signIn(await make.makeUser())
	await page.goto('/user/pixels/buy?type=tiny&fromRow=30&fromCol=1&toRow=30&toCol=3')
	await page.getByRole('button', { name: 'Buy Pixels' }).last().click()
	await expect(
		page.getByText('An order can have at most 2 pixels, and you have chosen 3.').first(),
	).toBeVisible()
	await expect(page.getByRole('checkbox', { name: /^Tiny pixel, row 30, column 3,/ })).not.toBeChecked()
	await expect(page.locator('input[name=toCol]')).toHaveValue('3')

	// Resets the setting, as other tests share this server.
	await signIn(await make.makeAdmin())
	await page.goto(admin)
	await checkout.getByLabel('Checkout hold (minutes)').fill('1440')
	await checkout.getByLabel('Maximum pixels per order').fill('100')
	await checkout.getByRole('button', { name: 'Save checkout settings' }).click()
	await expect(page.getByText(/Checkout settings are saved/)).toBeVisible()
})

test('an administrator sees the state of the installation and sends a test email', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	const admin = await make.makeAdmin()
	await signIn(admin)
	await page.setViewportSize({ width: 375, height: 800 })
	await page.goto('/admin/setting')
	await page.getByRole('link', { name: 'Self-check' }).click()
	await expect(page).toHaveURL(/\/admin\/setting\/check$/)
	await expect(page.getByText('The server takes 127.0.0.1 for your address')).toBeVisible()
	await expect(page.getByText('No backup has been made')).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)
	await page.getByRole('button', { name: 'Send a test email' }).click()
	await expect(page.getByText(`A test email to ${admin.email} is on its way.`)).toBeVisible()
	const mail = await mails.waitForMail(admin.email)
	expect(mail.text).toContain(`sent by ${admin.fullName}`)
})

import {
	expect,
	expectAccessibleAtEveryWidth,
	expectAccessiblePage,
	expectFitsEveryWidth,
	test,
	waitForScripts,
} from '../support/journey'

/* This file uses cells 720 to 759. */

test('an order with a total of zero asks for no transfer, transaction ID or receipt', async ({
	page,
	make,
	signIn,
	mails,
	otherPage,
	server,
}) => {
	test.slow()
	const buyer = await make.makeUser({ fullName: 'Fay Free' })
	const code = await make.makeCoupon({ discount: 10_000 })
	await signIn(buyer)
	await page.goto('/user/pixels/buy?type=tiny&fromRow=23&fromCol=9&toRow=23&toCol=10')
	await page.getByRole('button', { name: 'Buy Pixels' }).last().click()
	await page.getByLabel('Coupon code').fill(code)
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('zero pounds').first()).toBeVisible()
	await expectFitsEveryWidth(page)
	const stepOne = page.url()
	await page.getByRole('button', { name: 'Next' }).click()

	await expect(page).toHaveURL(`${stepOne}/confirm`)
	await expect(page.getByRole('heading', { name: 'Order Confirmation' })).toBeVisible()
	await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
	for (const label of [
		'Transaction ID',
		'Payment receipt',
		'SWIFT copy',
		'Bank name',
		'Account number or IBAN',
	]) {
		await expect(page.getByLabel(label), label).toHaveCount(0)
	}
	await expect(page.getByRole('main')).not.toContainText(/transfer/i)
	await expectAccessibleAtEveryWidth(page)
	await page.getByLabel('Full name or company name').fill('')
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('link', { name: 'Full name or company name is required' })).toBeVisible()
	await page.getByLabel('Full name or company name').fill('Fay Free')
	await page.getByLabel('Country').selectOption('UK')
	await page.getByLabel('Contact number').fill('7700 900 123')
	await page.getByLabel(/^I confirm that the details/).check()
	await page.getByLabel(/^I agree to the/).check()
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('heading', { name: 'Success! Your Purchase Is Confirmed' })).toBeVisible()
	await expect(page.getByText('Nothing to pay', { exact: true })).toBeVisible()
	await expectFitsEveryWidth(page)
	const mail = await mails.waitForMail(buyer.email, { subject: /received your order/ })
	expect(mail.text).not.toMatch(/transfer|receipt/i)

	const orderId = stepOne.split('/').at(-1)
	const admin = await otherPage()
	const { id } = await make.makeAdmin()
	await admin.context().addCookies([{ ...(await make.sessionCookie(id)), url: server.url }])
	await admin.goto(`/admin/transactions/${orderId}`)
	await expect(admin.getByText('Nothing is to be paid for this order')).toBeVisible()
	await expect(admin.getByLabel('Money of this order')).not.toContainText('zero pounds')
	await expectFitsEveryWidth(admin)
	await admin.getByRole('link', { name: 'Approve', exact: true }).click()
	await expect(
		admin.getByText(`Nothing is to be paid: the coupon ${code} covers the whole amount.`),
	).toBeVisible()
	await admin.getByRole('button', { name: 'Approve payment' }).click()
	await expect(admin.getByText('Payment status updated successfully')).toBeVisible()
})

test('for pixels on hold by another buyer, the page offers to wait or to select others', async ({
	page,
	make,
	signIn,
}) => {
	test.slow()
	const [buyer, rival] = [await make.makeUser(), await make.makeUser()]
	await signIn(buyer)
	await page.goto('/user/pixels/buy?type=tiny&fromRow=23&fromCol=13&toRow=23&toCol=14')
	await page.getByRole('button', { name: 'Buy Pixels' }).last().click()
	await expect(page.getByRole('heading', { name: 'Payment Checkout' })).toBeVisible()
	const stepOne = page.url()
	await make.makeOrder(rival.id, [112 + 15 * 40 + 13], { status: 'open' })

	await page.getByRole('button', { name: 'Next' }).click()
	const main = page.getByRole('main')
	await expect(main.getByText('Another buyer has these pixels on hold')).toBeVisible()
	await expect(
		main.getByText(/on hold for another buyer until .+ (GMT|BST): tiny pixel at row 23, column 14/),
	).toBeVisible()
	await expect(main).not.toContainText(/gone|bought|no longer available|receipt/)
	await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
	await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute(
		'href',
		new URL(stepOne).pathname,
	)
	await expectAccessibleAtEveryWidth(page)
	await page.getByRole('link', { name: 'Choose other pixels' }).click()
	await expect(page).toHaveURL('/user/pixels/buy')

	await page.goto('/user/dashboard')
	await expect(main.getByText(/on hold for another buyer until/)).toBeVisible()
	await expectFitsEveryWidth(page)
	await page.goto('/user/pixels/buy?type=tiny&fromRow=23&fromCol=13&toRow=23&toCol=14')
	await expect(main.getByRole('alert')).toContainText('you can wait until then, or choose other pixels')
	await expect(main.getByRole('alert')).not.toContainText(/gone|bought|taken/i)
	await expectFitsEveryWidth(page)

	await make.clearGrid()
	await page.goto('/user/pixels/buy?type=tiny&fromRow=23&fromCol=13&toRow=23&toCol=14')
	await page.getByRole('button', { name: 'Buy Pixels' }).last().click()
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(page.getByText('Your pixels are on hold for you until')).toBeVisible()
})

test('an open page shows when its hold has ended', async ({ page, make, signIn }) => {
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [722], { status: 'open' })
	await signIn(buyer)
	await page.clock.install()
	const main = page.getByRole('main')
	for (const path of ['', '/payment', '/confirm', 'dashboard']) {
		await page.goto(path === 'dashboard' ? '/user/dashboard' : `/user/checkout/${order.id}${path}`)
		await waitForScripts(page)
		await expect(main.getByText(/on hold for you until/)).toBeVisible()
		await expect(main.getByText(/not on hold for you any more/)).toBeHidden()
		await page.clock.fastForward('59:00')
		await expect(main.getByText(/on hold for you until/)).toBeVisible()
		await page.clock.fastForward('02:00')
		await expect(main.getByText(/on hold for you until/)).toBeHidden()
		await expect(main.getByText('Nobody else can buy them')).toBeHidden()
		await expect(main.getByRole('status').getByText(/not on hold for you any more/)).toBeVisible()
		if (path === '/payment') await expectAccessiblePage(page)
		await page.clock.setSystemTime(new Date())
	}
})

test('a page without scripts shows the end of the hold @no-js', async ({ page, make, signIn }) => {
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [724], { status: 'open' })
	await signIn(buyer)
	await page.goto(`/user/checkout/${order.id}/payment`)
	const main = page.getByRole('main')
	await expect(main.getByText(/Your pixels are on hold for you until .+\s(GMT|BST)/)).toBeVisible()
	await expect(main.getByText('Nobody else can buy them before then.')).toBeVisible()
	await expect(main.getByText(/any more/)).toBeHidden()
	await expect(page.getByRole('button', { name: 'Copy payment reference' })).toHaveCount(0)
})

test('an administrator assigns a failed order its pixels', async ({ page, make, signIn, mails }) => {
	test.slow()
	const [buyer, rival] = [await make.makeUser({ fullName: 'Ana After' }), await make.makeUser()]
	const order = await make.makeOrder(buyer.id, [730, 731], {
		status: 'failed',
		failureReason: 'This pixel was on hold for another buyer when your receipt arrived: tiny pixel.',
	})
	const { orderId: sold } = await make.ownCells(rival.id, [731])
	await signIn(await make.makeAdmin({ fullName: 'Grace Assigns' }))
	await page.goto(`/admin/transactions/${order.id}`)
	await expect(page.getByText('Somebody else had the pixels when this order came')).toBeVisible()
	await expectAccessibleAtEveryWidth(page)
	await page.getByRole('link', { name: 'Assign the pixels' }).click()
	await expect(page.getByText(/^This pixel is no longer available: tiny pixel/)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Assign the pixels' })).toHaveCount(0)

	await page.goto(`/admin/transactions/${sold}/reject`)
	await page.getByRole('button', { name: 'Reject payment' }).click()
	await page.goto(`/admin/transactions/${order.id}/assign`)
	await expect(page.getByRole('heading', { name: 'Assign the pixels to Ana After?' })).toBeVisible()
	await expectAccessibleAtEveryWidth(page)
	await page.getByRole('button', { name: 'Assign the pixels' }).click()
	await expect(page).toHaveURL(`/admin/transactions/${order.id}`)
	await expect(page.getByText('The pixels are assigned. The order is pending again.')).toBeVisible()
	await expect(page.getByRole('main').getByText('Pixels assigned by Grace Assigns')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Approve', exact: true })).toBeVisible()
	await mails.waitForMail(buyer.email, { subject: /yours after all/ })
	await signIn(buyer)
	await page.goto('/user/profile')
	await expect(page.getByRole('main')).toContainText('2 tiny pixels')
})

test('a failed order is marked as refunded, and the count decreases', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	test.slow()
	const buyer = await make.makeUser({ fullName: 'Rea Refund' })
	const order = await make.makeOrder(buyer.id, [734, 735], { status: 'failed' })
	await signIn(await make.makeAdmin({ fullName: 'Grace Refunds' }))
	const failed = async () => {
		await page.goto('/admin/dashboard')
		return Number((await page.getByRole('link', { name: 'Failed orders' }).textContent())?.match(/\d+/)?.[0])
	}
	const before = await failed()
	await page.goto(`/admin/transactions/${order.id}`)
	await page.getByRole('link', { name: 'Mark as refunded' }).click()
	await expect(page.getByText('£200,000 · two hundred thousand pounds').last()).toBeVisible()
	await expect(page.getByText(/Nothing has been received for this order/).last()).toBeVisible()
	await expect(page.getByLabel('Amount in pounds')).toHaveValue('')
	await page.getByLabel('Amount in pounds').fill('2,000,000')
	await page.getByRole('button', { name: 'Mark as refunded' }).click()
	await expect(page).toHaveURL(`/admin/transactions/${order.id}/refund`)
	await expect(page.getByRole('link', { name: 'At most £200,000 can be sent back' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Bank reference is required' })).toBeVisible()
	await expect(page.getByLabel('Amount in pounds')).toHaveValue('2,000,000')
	await expectAccessibleAtEveryWidth(page)
	await page.getByLabel('Amount in pounds').fill('200,000')
	await page.getByLabel('Bank reference').fill('RF-2026-7')
	await page.getByRole('button', { name: 'Mark as refunded' }).click()

	await expect(page).toHaveURL(`/admin/transactions/${order.id}`)
	const main = page.getByRole('main')
	await expect(page.getByText('The order is marked as refunded. The buyer gets an email.')).toBeVisible()
	await expect(main.getByText('Money sent back, £200,000, by Grace Refunds')).toBeVisible()
	await expect(main.getByText('RF-2026-7')).toBeVisible()
	for (const name of ['Assign the pixels', 'Mark as refunded']) {
		await expect(page.getByRole('link', { name })).toHaveCount(0)
	}
	await expectFitsEveryWidth(page)
	expect(await failed()).toBe(before - 1)
	await page.goto(`/admin/transactions?q=${order.reference}&status=refunded`)
	await expect(page.getByRole('row', { name: order.reference }).getByText('refunded')).toBeVisible()
	await page.goto(`/admin/transactions?q=${order.reference}&status=failed`)
	await expect(page.getByText('No transactions found')).toBeVisible()

	const mail = await mails.waitForMail(buyer.email, { subject: /has been refunded/ })
	expect(mail.text).toContain('RF-2026-7')
	await signIn(buyer)
	await page.goto('/user/history')
	await expect(page.getByRole('row', { name: order.reference }).getByText('refunded')).toBeVisible()
	await page.goto(`/user/history/${order.id}`)
	await expect(page.getByText('The money for this order has been sent back')).toBeVisible()
	await expectFitsEveryWidth(page)
})

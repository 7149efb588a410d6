import type { Page } from '@playwright/test'
import {
	expect,
	expectAccessibleAtEveryWidth,
	expectAccessiblePage,
	expectFitsWidth,
	test,
	WIDTHS,
} from '../support/journey'

/* This file uses cells 1000 to 1039. */

test('an administrator finds a payment and approves it', async ({ page, make, signIn, mails }) => {
	const buyer = await make.makeUser({ fullName: 'Quentin Quill' })
	const order = await make.makeOrder(buyer.id, [1000, 1001], {
		status: 'pending',
		name: 'Quill & Partners',
		paymentId: 'QUILL 2026 01',
		couponCode: 'WELCOME',
		discountPence: 20_000_00,
		totalPence: 180_000_00,
	})
	await signIn(await make.makeAdmin({ fullName: 'Grace Approves' }))
	await page.goto('/admin')
	await expect(page).toHaveURL('/admin/dashboard')
	await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click()

	await page.getByLabel('Reference, order ID, name, email or transaction ID').fill('quill2026')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page).toHaveURL(/q=quill2026/)
	await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
	await expect(page.getByText('Page 1 of 1')).toBeVisible()
	await page.getByRole('link', { name: 'View transaction QUILL 2026 01' }).click()

	await expect(page).toHaveURL(`/admin/transactions/${order.id}?list=q%3Dquill2026`)
	const main = page.getByRole('main')
	await expect(main.getByText('1 of 1')).toBeVisible()
	await expect(page.getByRole('heading', { name: order.reference })).toBeVisible()
	for (const text of ['Quill & Partners', '£180,000', 'WELCOME', '£20,000']) {
		await expect(main.getByText(text, { exact: true }).first(), text).toBeVisible()
	}
	await expect(main.getByText('No receipt uploaded')).toBeVisible()
	await expect(main.getByText('No SWIFT receipt uploaded')).toBeVisible()
	const bar = await page.getByRole('form', { name: 'Decision' }).boundingBox()
	const bank = await main.getByRole('definition').filter({ hasText: 'United Kingdom' }).boundingBox()
	expect((bank?.y ?? 0) + (bank?.height ?? 900), 'nothing covers the bank details').toBeLessThan(bar?.y ?? 0)
	await main.getByText('All 2 pixels').click()
	await expect(main.getByRole('row', { name: 'Tiny' })).toHaveCount(2)

	await expect(
		main.getByText('No payment has been booked yet: you approve by the receipt alone.'),
	).toBeVisible()
	await page.getByRole('link', { name: 'Approve', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Approve the payment of Quentin Quill?' })).toBeVisible()
	await expect(
		page.getByText('No payment has been booked yet: you approve by the receipt alone.').last(),
	).toBeVisible()
	await expect(page.getByText('one hundred and eighty thousand pounds').last()).toBeVisible()
	await page.getByRole('link', { name: 'Cancel' }).last().click()
	await expect(main.getByText('Approved by Grace Approves')).toHaveCount(0)
	await page.getByRole('link', { name: 'Approve', exact: true }).click()
	await page.getByLabel('Reason (optional)').fill('The receipt is of our own bank')
	await page.getByRole('button', { name: 'Approve payment' }).click()
	await expect(page).toHaveURL('/admin/transactions?q=quill2026')
	const done = `Payment status updated successfully. ${order.reference} is approved.`
	await expect(page.getByText(done, { exact: true })).toBeVisible()
	await page.getByRole('link', { name: 'View transaction QUILL 2026 01' }).click()
	await expect(main.getByText('Approved by Grace Approves')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Approve', exact: true })).toHaveCount(0)
	const mail = await mails.waitForMail(buyer.email, { subject: /is confirmed/ })
	expect(mail.text).toContain(order.reference)
})

test('an administrator works through the queue order by order', async ({ page, make, signIn }) => {
	const buyer = await make.makeUser()
	const ids: string[] = []
	for (const [index, name] of ['Queue One', 'Queue Two', 'Queue Three'].entries()) {
		const totalPence = 7_001_00 + index
		ids.push((await make.makeOrder(buyer.id, [1030 + index], { name, status: 'pending', totalPence })).id)
	}
	const admin = await make.makeAdmin()
	await signIn(admin)
	await make.bookMoney(ids[0] ?? '', 7_001_00, admin.id)
	await make.bookMoney(ids[1] ?? '', 7_001_00, admin.id)
	await page.goto('/admin/transactions?q=Queue&status=pending')
	await page.getByRole('link', { name: 'Amount' }).click()
	await expect(page).toHaveURL('/admin/transactions?q=Queue&status=pending&sort=-amount')
	const tooNarrow = (cells: Element[]) =>
		cells.flatMap(cell => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : []))
	expect(await page.locator('td:not(.cut)').evaluateAll(tooNarrow)).toEqual([])
	await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
	await page.getByRole('link', { name: /^View/ }).first().click()
	const place = page.getByRole('navigation', { name: 'Orders of the list' })
	await expect(place.getByText('1 of 3')).toBeVisible()
	await place.getByRole('link', { name: 'Next' }).click()
	await expect(place.getByText('2 of 3')).toBeVisible()
	await expect(page).toHaveURL(new RegExp(ids[1] ?? ''))
	await place.getByRole('link', { name: 'Previous' }).click()
	await expect(page).toHaveURL(new RegExp(ids[2] ?? ''))
	const goOn = page.getByRole('button', { name: 'Approve and open the next' })
	await expect(page.getByText('you approve by the receipt alone')).toBeVisible()
	await goOn.click()
	await expect(page).toHaveURL(new RegExp(ids[1] ?? ''))
	await expect(page.getByText('Payment status updated successfully')).toBeVisible()
	await expect(place.getByText('1 of 2')).toBeVisible()
	await expect(page.getByText('Approving with less than the total needs a reason.')).toBeVisible()
	await expect(
		page.getByText('The reason typed here is for “Approve and open the next” alone.'),
	).toBeVisible()
	await page.getByLabel('Reason', { exact: true }).fill('A penny short')
	await goOn.click()
	await expect(page).toHaveURL(new RegExp(ids[0] ?? ''))
	await expect(page.getByText('It is paid in full.')).toBeVisible()
	await expect(page.getByLabel(/^Reason/)).toHaveCount(0)
	await goOn.click()
	await expect(page).toHaveURL('/admin/transactions?q=Queue&status=pending&sort=-amount')
	await expect(page.getByText(/ is approved\. No order follows it in the list\.$/)).toBeVisible()
	await expect(page.getByText('No transactions found')).toBeVisible()
	await page.goto(`/admin/transactions/${ids[1]}`)
	await expect(page.getByText('A penny short')).toBeVisible()
})

test('a phone sorts the list and chooses the page size in the filter @both', async ({
	page,
	make,
	signIn,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	const buyer = await make.makeUser()
	for (let index = 0; index < 12; index++) {
		const totalPence = 5_001_00 + index
		await make.makeOrder(buyer.id, [1010 + index], { name: 'Small Screen', status: 'pending', totalPence })
	}
	await signIn(await make.makeAdmin())
	await page.goto('/admin/transactions?q=Small+Screen')
	await page.getByRole('button', { name: 'Everything · Newest first Filter' }).click()
	await page.getByLabel('Status').selectOption('Pending')
	await page.getByLabel('Sort').selectOption('Lowest amount first')
	await page.getByLabel('Rows', { exact: true }).selectOption('25')
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page).toHaveURL(/q=Small\+Screen.*&sort=amount&size=25/)
	await expect(page.getByText('Showing 1 to 12 of 12 results')).toBeVisible()
	await expect(page.getByRole('button', { name: 'pending · Lowest amount first Filter' })).toBeVisible()
	const amounts = await page.locator('td.num:visible').allInnerTexts()
	expect(amounts.slice(0, 2)).toEqual(['£5,001', '£5,001.01'])
	await page.setViewportSize({ width: WIDTHS.desktop, height: 800 })
	await expect(page.getByLabel('Rows', { exact: true })).toBeHidden()
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page).toHaveURL(/&sort=amount&size=25/)
	await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
})

test('paid orders can be ticked in the list and approved together', async ({ page, make, signIn }) => {
	const [buyer, admin] = [await make.makeUser(), await make.makeAdmin()]
	for (const [index, name] of ['Ticked One', 'Ticked Two', 'Ticked Three'].entries()) {
		const options = { name, status: 'pending', paymentId: `T-${Date.now()}-${index}` } as const
		const { id } = await make.makeOrder(buyer.id, [1037 + index], options)
		if (index < 2) await make.bookMoney(id, 100_000_00, admin.id)
	}
	await signIn(admin)
	await page.goto('/admin/transactions?q=Ticked&status=pending&sort=buyer')
	await expect(page.getByRole('checkbox')).toHaveCount(2)
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	const browser = await page.context().newCDPSession(page)
	/** Returns the texts as they are read out, which include generated ones. */
	const readTexts = async () => {
		const { nodes } = await browser.send('Accessibility.getFullAXTree')
		return nodes.flatMap(({ role, name }) => (role?.value === 'StaticText' ? [name?.value] : [])).join('|')
	}
	for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
		await page.setViewportSize({ width, height: 900 })
		expect(await readTexts()).toContain('|2| ticked|')
	}
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Approve ticked orders' }).click()
	await expect(page.getByRole('heading', { name: 'Approve 2 orders' })).toBeVisible()
	await expect(page.getByText('two hundred thousand pounds')).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Approve these 2 orders' }).click()
	await expect(page.getByText('2 orders approved.')).toBeVisible()
	await expect(page).toHaveURL('/admin/transactions?q=Ticked&status=pending&sort=buyer')
	await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
})

/** Keyboard shortcuts are a separate script. */
const keysWork = (page: Page) => expect(page.locator('page-keys:defined')).toHaveCount(1)

test('keyboard shortcuts work in the queue, are off in fields, and can be turned off', async ({
	page,
	make,
	signIn,
}) => {
	const buyer = await make.makeUser()
	for (const name of ['Keyed One', 'Keyed Two']) {
		await make.makeOrder(buyer.id, [name === 'Keyed One' ? 1026 : 1027], { name, status: 'pending' })
	}
	await signIn(await make.makeAdmin())
	await page.goto('/admin/transactions?q=Keyed&status=pending')
	await keysWork(page)
	const rows = page.getByRole('table').getByRole('link', { name: /^[A-Z0-9-]+$/ })
	await expect(rows).toHaveCount(2)
	for (const [key, at] of [
		['j', 0],
		['j', 1],
		['j', 1],
		['k', 0],
		['k', 0],
	] as const) {
		await page.keyboard.press(key)
		await expect(rows.nth(at)).toBeFocused()
	}
	await page.keyboard.press('j')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('main').getByText('2 of 2')).toBeVisible()
	await page.goBack()
	await keysWork(page)
	await page.keyboard.press('/')
	await expect(page.getByRole('searchbox')).toBeFocused()
	await page.keyboard.type('j?')
	await expect(page.getByRole('searchbox')).toHaveValue('j?')
	await page.getByRole('link', { name: /^View/ }).first().click()
	const place = page.getByRole('navigation', { name: 'Orders of the list' })
	for (const [key, number] of [
		['j', '2 of 2'],
		['k', '1 of 2'],
	] as const) {
		await keysWork(page)
		await page.keyboard.press(key)
		await expect(place.getByText(number)).toBeVisible()
	}
	for (const [key, title] of [
		['r', /^Reject the payment/],
		['a', /^Approve the payment/],
	] as const) {
		await keysWork(page)
		const address = page.url()
		await page.keyboard.press(key)
		await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(page.getByRole('dialog')).toHaveCount(0)
		await expect(page).toHaveURL(address)
	}
	await page.keyboard.press('?')
	await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
	await page.getByRole('checkbox').uncheck()
	await page.keyboard.press('Escape')
	await page.reload()
	await keysWork(page)
	await page.keyboard.press('j')
	await page.keyboard.press('?')
	await expect(page.getByRole('heading', { name: 'Keys' })).toBeHidden()
	await expect(place.getByText('1 of 2')).toBeVisible()
})

test('rejecting asks for confirmation, names who loses which pixels, and releases them', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	const buyer = await make.makeUser({ fullName: 'Rosa Reject' })
	const { orderId } = await make.ownCells(buyer.id, [1004], {
		description: 'Roses by the dozen',
		link: 'https://roses.example/',
	})
	await signIn(await make.makeAdmin({ fullName: 'Grace Rejects' }))
	await page.goto(`/admin/transactions/${orderId}`)
	await page.getByRole('link', { name: 'Reject' }).click()
	const dialog = page.getByRole('heading', { name: 'Reject the payment of Rosa Reject?' })
	await expect(dialog).toBeVisible()
	await expect(page.getByText('Rosa Reject loses 1 pixel')).toBeVisible()
	await expect(page.getByText('Roses by the dozen')).toBeVisible()
	await page.getByRole('link', { name: 'Cancel' }).last().click()
	await expect(page.getByText(/This payment is approved/)).toBeVisible()

	await page.getByRole('link', { name: 'Reject' }).click()
	await page.getByLabel('Reason').fill('The bank took the money back')
	await page.getByRole('button', { name: 'Reject payment' }).click()
	await expect(page).toHaveURL(`/admin/transactions/${orderId}`)
	await expect(page.getByText(/^Payment status updated successfully\. .+ is rejected\.$/)).toBeVisible()
	await expect(page.getByRole('main').getByText('Rejected by Grace Rejects')).toBeVisible()
	const mail = await mails.waitForMail(buyer.email, { subject: /rejected/ })
	expect(mail.text).toContain('The bank took the money back')
	await page.goto(`/admin/transactions/${orderId}/reject`)
	await expect(page.getByText('This order is already rejected.')).toBeVisible()
})

test('a long word as a reason is shown everywhere without widening a page', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	const reason = 'Unheard'.repeat(90).slice(0, 600)
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [1005], { status: 'pending' })
	await signIn(await make.makeAdmin())
	await page.goto(`/admin/transactions/${order.id}/reject`)
	await page.getByLabel('Reason').fill(reason)
	await page.getByRole('button', { name: 'Reject payment' }).click()
	await expect(page).toHaveURL(`/admin/transactions/${order.id}`)
	await expect(page.getByRole('main').getByText(reason)).toBeVisible()
	await expectFitsWidth(page)
	const mail = await mails.waitForMail(buyer.email, { subject: /rejected/ })
	expect(mail.text).toContain('Our reason:')
	await signIn(buyer)
	for (const path of [`checkout/${order.id}/done`, `history/${order.id}`]) {
		await page.goto(`/user/${path}`)
		await expect(page.getByText(`Our reason: ${reason}`)).toBeVisible()
		await expectFitsWidth(page)
	}
})

test('an administrator writes a note and an email to the buyer, and reads it as it was sent', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	const buyer = await make.makeUser({ fullName: 'Nora Noted' })
	const order = await make.makeOrder(buyer.id, [1007], { status: 'pending' })
	await signIn(await make.makeAdmin({ fullName: 'Grace Writes' }))
	await page.goto(`/admin/transactions/${order.id}`)
	await page.getByLabel('New note').fill('Called her.\nShe pays on Monday.')
	await page.getByRole('button', { name: 'Add note' }).click()
	await expect(page.getByText('The note is added.')).toBeVisible()
	const main = page.getByRole('main')
	await expect(main.getByText('She pays on Monday.').last()).toBeVisible()
	await expect(main.getByText('Note added by Grace Writes')).toBeVisible()

	await page.getByText('Write to the buyer').click()
	await page.getByLabel('Email', { exact: true }).fill('We have not seen the transfer.\nIs it on its way?')
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Send the email' }).click()
	await expect(page.getByText('The email to the buyer is on its way.')).toBeVisible()
	const subject = `About your order ${order.reference}`
	const mail = await mails.waitForMail(buyer.email, { subject: new RegExp(subject) })
	expect(mail.text).toContain('We have not seen the transfer.\nIs it on its way?')

	await page.reload()
	await page.getByRole('link', { name: subject }).click()
	await expect(page.getByText('Is it on its way?').last()).toBeVisible()
	await page.getByRole('button', { name: 'Send again' }).click()
	await expect(page.getByText('The email is being sent again.')).toBeVisible()
	await expect(page.getByRole('link', { name: subject })).toHaveCount(2)

	await signIn(buyer)
	await page.goto(`/user/history/${order.id}`)
	await expect(page.getByText('She pays on Monday.')).toHaveCount(0)
})

test('the second of two administrators sees that the order was decided', async ({
	page,
	make,
	signIn,
	otherPage,
	server,
}) => {
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [1006], { status: 'pending' })
	await signIn(await make.makeAdmin({ fullName: 'Slow Sam' }))
	await page.goto(`/admin/transactions/${order.id}/approve`)

	const theirs = await otherPage()
	const fast = await make.makeAdmin({ fullName: 'Fast Flora' })
	await theirs.context().addCookies([{ ...(await make.sessionCookie(fast.id)), url: server.url }])
	await theirs.goto(`/admin/transactions/${order.id}/approve`)
	await theirs.getByRole('button', { name: 'Approve payment' }).click()
	await expect(theirs.getByText('Payment status updated successfully')).toBeVisible()

	await page.getByRole('button', { name: 'Approve payment' }).click()
	await expect(page.getByText('Failed to update payment status')).toBeVisible()
	await expect(page.getByText(/has changed since you opened it/)).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: 'See the transaction' }).click()
	await expect(page.getByText('Approved by Fast Flora')).toBeVisible()
})

test('a reused transaction ID is flagged with a link to the other order', async ({ page, make, signIn }) => {
	const [first, second] = [await make.makeUser(), await make.makeUser()]
	const paid = await make.makeOrder(first.id, [1008], { status: 'approved', paymentId: 'DOUBLE-77' })
	const again = await make.makeOrder(second.id, [1009], { status: 'pending', paymentId: 'double 77' })
	await signIn(await make.makeAdmin())
	await page.goto('/admin/transactions?q=double77')
	await expect(page.getByText('Used before')).toHaveCount(2)
	await page.goto(`/admin/transactions/${again.id}`)
	await expect(page.getByText('This transaction ID was used before')).toBeVisible()
	await expect(page.getByText('No coupon applied')).toBeVisible()
	await expect(page.getByText('No discount')).toBeVisible()
	await page.getByRole('link', { name: paid.reference }).click()
	await expect(page).toHaveURL(`/admin/transactions/${paid.id}`)
})

const paths = [
	'dashboard',
	'transactions',
	'transactions/:orderId',
	'transactions/:orderId/approve',
	'transactions/:orderId/reject',
]
test('dashboard, list, order and both decisions are accessible and fit every width', async ({
	page,
	make,
	signIn,
}) => {
	test.slow()
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [1034], { status: 'pending' })
	await signIn(await make.makeAdmin())
	for (const path of paths) {
		await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
		await page.goto(`/admin/${path.replace(':orderId', order.id)}`)
		await expectAccessibleAtEveryWidth(page)
	}
})

test('an approval above the limit needs a second administrator', async ({
	page,
	make,
	signIn,
	otherPage,
	baseURL,
}) => {
	const buyer = await make.makeUser({ fullName: 'Two Eyes' })
	const order = await make.makeOrder(buyer.id, [1010], { status: 'pending', totalPence: 2_000_000_00 })
	await signIn(await make.makeAdmin({ fullName: 'Grace First' }))
	const limit = page.getByLabel('Second approval above (£)')
	const save = async (pounds: string) => {
		await page.goto('/admin/setting')
		await limit.fill(pounds)
		await page.getByRole('button', { name: 'Save the limit' }).click()
		await expect(page.getByText('The limit is saved.')).toBeVisible()
	}
	await save('1900000')
	await page.goto(`/admin/transactions/${order.id}/approve`)
	await page.getByRole('button', { name: 'Approve payment' }).click()
	await expect(page.getByText('Another administrator must confirm it.').first()).toBeVisible()
	await expect(page.getByText('Waits for another administrator.', { exact: true })).toBeVisible()
	await expect(page.getByRole('link', { name: /^(Approve|Confirm approval)$/ })).toHaveCount(0)

	const second = await otherPage()
	const { id } = await make.makeAdmin({ fullName: 'Alan Second' })
	await second.context().addCookies([{ ...(await make.sessionCookie(id)), url: baseURL ?? '' }])
	await second.goto(`/admin/transactions/${order.id}`)
	await second.getByRole('link', { name: 'Confirm approval' }).click()
	await second.getByRole('button', { name: 'Confirm approval' }).click()
	await expect(second.getByText('Payment status updated successfully')).toBeVisible()
	await expect(second.getByText('Approved by Alan Second').first()).toBeVisible()
	await save('')
})

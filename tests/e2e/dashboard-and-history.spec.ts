import { expect, expectAccessibleAtEveryWidth, test, WIDTHS } from '../support/journey'

/* This file uses cells 1040 to 1069. */

test('a member sees figures, finds the order and returns to an open checkout', async ({
	page,
	make,
	signIn,
}) => {
	const member = await make.makeUser({ fullName: 'Mina Member' })
	await make.ownCells(member.id, [1040, 1041])
	const open = await make.makeOrder(member.id, [1042], { status: 'open' })
	await signIn(member)
	await page.goto('/user')
	await expect(page).toHaveURL('/user/dashboard')
	const card = (title: string) =>
		page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${title}`) }) })
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'You hold one place on the grid, two pixels in all',
	)
	const block = page.getByRole('listitem').filter({ hasText: '2 tiny pixels, 2 by 1' })
	await expect(block).toContainText('Nothing to show yet.')
	await expect(block.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/user/profile?cell=1040')
	await expect(card('Owned Pixels')).toContainText('2')
	await expect(card('Total-value')).toContainText('£0.2 M')
	await expect(card('Total-Revenue')).toContainText('£0')
	for (const title of ['Available Pixels', 'Reserved Pixels', 'Used-Pixels', 'Unused-Pixels']) {
		await expect(card(title)).toBeVisible()
	}
	const legend = page.getByRole('list', { name: 'Legend' })
	await expect(legend).toHaveText(/Owned.*User Reserved.*Available.*Invited/)
	await expect(page.locator('[data-cell="1040"]')).toHaveAttribute('data-state', 'owned')
	await expect(page.getByText('You have an open checkout').filter({ visible: true })).toHaveCount(1)
	await expect(page.getByRole('link', { name: 'Return to the checkout' })).toHaveAttribute(
		'href',
		new RegExp(`^/user/checkout/${open.id}`),
	)
	await page.getByRole('button', { name: 'Notifications' }).click()
	await expect(page.getByText('No new notifications')).toBeVisible()
})

test('a member without pixels is shown how to select some', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.goto('/user/dashboard')
	await expect(page.getByRole('heading', { name: 'You own no pixels yet' })).toBeVisible()
	await page.getByRole('link', { name: 'Choose your pixels' }).click()
	await expect(page).toHaveURL('/user/pixels/buy')
})

test('the administrators’ dashboard shows pending work first, then revenue', async ({
	page,
	make,
	signIn,
}) => {
	test.slow()
	const member = await make.makeUser({ fullName: 'Lena Late' })
	await make.makeOrder(member.id, [1045], { status: 'open', holdUntil: Date.now() - 60_000 })
	await make.makeOrder((await make.makeUser()).id, [1046], { status: 'approved' })
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	await page.goto('/admin/dashboard')
	await expectAccessibleAtEveryWidth(page)
	await page.setViewportSize({ width: WIDTHS.desktop, height: 900 })
	await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
		'Waiting for you',
	)
	await expect(page.getByRole('row', { name: 'Lena Late' })).toContainText('£100,000')
	await page.getByText('Month by month').click()
	await expect(page.getByRole('table', { name: 'Revenue by month' }).getByRole('row')).toHaveCount(13)
	await expect(page.getByRole('row', { name: /^Tiny/ })).toContainText('of 1,040')
})

test('the history shows a failed order in red, with its details at its own URL', async ({
	page,
	make,
	signIn,
}) => {
	const member = await make.makeUser()
	const order = await make.makeOrder(member.id, [1050, 1051], { status: 'failed', paymentId: 'LOST-1' })
	await signIn(member)
	await page.goto('/user/history')
	const row = page.getByRole('row', { name: order.reference })
	await expect(row.getByText('failed')).toHaveCSS('color', 'rgb(141, 31, 43)')
	await expect(row).toContainText('£200,000')
	await page.getByRole('link', { name: `View more about order ${order.reference}` }).click()
	await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible()
	await expect(page.getByText('This order could not be completed')).toBeVisible()
	await expect(page.getByText('LOST-1')).toBeVisible()
	await expect(page.getByText('Tiny: 2')).toBeVisible()
	await page.goto(`/user/history/${order.id}`)
	await expect(page.getByRole('heading', { name: 'Order Details', level: 1 })).toBeVisible()
	await page.goto('/user/history/sold')
	await expect(page.getByText('No sold history found')).toBeVisible()
})

test('the history of a new member shows that it is empty', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.goto('/user/history')
	await expect(page.getByText('No purchased history found')).toBeVisible()
})

const paths = ['dashboard', 'history', 'history/sold', 'history/:id']
test('dashboard, histories and an order are accessible and fit every width', async ({
	page,
	make,
	signIn,
}) => {
	test.slow()
	const member = await make.makeUser()
	const { orderId } = await make.ownCells(member.id, [1060])
	await signIn(member)
	for (const path of paths) {
		await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
		await page.goto(`/user/${path.replace(':id', orderId)}`)
		await expectAccessibleAtEveryWidth(page)
	}
})

import { expect, expectSound, test, WIDTHS } from '../support/journey'

/* Cells 1040 to 1069 are this file's. */

test('a member sees figures, finds the order and the way back to an open checkout', async ({
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
	const card = (title: string) => page.getByRole('heading', { name: title, exact: true }).locator('..')
	await expect(card('Owned Pixels')).toContainText('2')
	await expect(card('Total-value')).toContainText('£0.2 M')
	await expect(card('Total-Revenue')).toContainText('£0.0 M')
	for (const title of ['Available Pixels', 'Reserved Pixels', 'Used-Pixels', 'Unused-Pixels']) {
		await expect(card(title)).toBeVisible()
	}
	const legend = page.getByRole('list', { name: 'Legend' })
	await expect(legend).toHaveText(/Owned.*User Reserved.*Available.*Invited/)
	await expect(page.locator('[data-cell="1040"]')).toHaveAttribute('data-state', 'owned')
	await expect(page.getByText('You have an open checkout')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Return to the checkout' })).toHaveAttribute(
		'href',
		new RegExp(`^/user/checkout/${open.id}`),
	)
	await page.getByRole('button', { name: 'Notifications' }).click()
	await expect(page.getByText('No new notifications')).toBeVisible()
})

test('history: a failed order in red, its details at an address of its own', async ({
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
	await page.goto(`/user/history/${order.id}`)
	await expect(page.getByRole('heading', { name: 'Order Details', level: 1 })).toBeVisible()
	await page.goto('/user/history/sold')
	await expect(page.getByText('No sold history found')).toBeVisible()
})

test('history of somebody new is empty, and says so', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	await page.goto('/user/history')
	await expect(page.getByText('No purchased history found')).toBeVisible()
})

const paths = ['dashboard', 'history', 'history/sold', 'history/:id']
for (const [index, path] of paths.entries()) {
	test(`/user/${path} is sound at every width`, async ({ page, make, signIn }) => {
		test.slow()
		const member = await make.makeUser()
		const { orderId } = await make.ownCells(member.id, [1060 + index])
		await signIn(member)
		for (const width of Object.values(WIDTHS)) {
			await page.setViewportSize({ width, height: 900 })
			await page.goto(`/user/${path.replace(':id', orderId)}`)
			await expectSound(page)
		}
	})
}

import { expect, expectFitsEveryWidth, test } from '../support/journey'

/* Prices that cannot be abbreviated exactly are shown in full and must fit. */
const ODD = { large: 12_345_678_90, medium: 1_234_567_00, small: 150_000_00, tiny: 49_999_00 }

test.beforeEach(async ({ make }) => make.setPrices(ODD))
test.afterEach(async ({ make }) => make.setPrices(make.SHIPPED_PRICES))

test('amounts are exact and fit at every width', async ({ page, make, signIn }) => {
	test.slow()
	await page.goto('/')
	await expect(page.getByText('They cost from £49,999 to £12,345,678.90, and each')).toBeVisible()
	const sizes = page.locator('.home-sizes tbody tr')
	await expect(sizes).toContainText(['£12,345,678.90', '£1,234,567', '£150K', '£49,999'])
	await expectFitsEveryWidth(page)
	await page.goto('/about')
	await expect(page.getByText('one price each: from £49,999 to £12,345,678.90.')).toBeVisible()

	const member = await make.makeUser()
	const bought = await make.makeOrder(member.id, [111, 1070], { status: 'approved' })
	const open = await make.makeOrder(member.id, [1071, 1072], { status: 'open' })
	await signIn(member)
	await page.goto('/user/dashboard')
	await expect(page.locator('dl > div', { hasText: 'Total-value' })).toContainText('£199,999')
	await expectFitsEveryWidth(page)

	await page.goto('/user/pixels/buy')
	await expect(page.getByRole('row', { name: 'Price Per Pixel' })).toHaveText(
		/£12,345,678\.90.*£1,234,567.*£150,000.*£49,999/,
	)
	await expectFitsEveryWidth(page)

	await page.goto(`/user/checkout/${open.id}`)
	await expect(page.locator('.total')).toHaveText(
		/^Total£99,998ninety-nine thousand nine hundred and ninety-eight pounds$/,
	)
	await expect(page.getByRole('cell', { name: '£49,999' })).toHaveCount(2)
	await expectFitsEveryWidth(page)

	await signIn(await make.makeAdmin())
	await page.goto('/admin/dashboard')
	await expect(page.locator('dl > div', { hasText: 'Total-Revenue' })).toHaveText(
		/^Total-Revenue£[\d,]+[\d,]+ approved orders?$/,
	)
	await expectFitsEveryWidth(page)
	await page.goto('/admin/transactions')
	await expect(page.getByRole('row', { name: bought.reference })).toContainText('£199,999')
})

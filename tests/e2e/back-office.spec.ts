import { expect, expectAccessible, expectFitsWidth, test } from '../support/journey'

test('an administrator makes, edits and deletes a coupon; mistakes keep what was typed', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: 375, height: 800 })
	const code = `Spring ${Date.now()}`
	await page.goto('/admin/coupon')
	await page.getByRole('link', { name: 'Add New Coupon' }).click()
	await expectAccessible(page)
	await page.getByLabel('Coupon code').fill(code)
	await page.getByLabel('Discount', { exact: true }).fill('101')
	await page.getByLabel('Minimum purchase amount (£)').fill('100000')
	await page.getByLabel('Start date').fill('2020-01-01')
	await page.getByLabel('End date').fill('2099-12-31')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByText('Percentage discount cannot exceed 100%').first()).toBeVisible()
	await expect(page.getByLabel('Coupon code')).toHaveValue(code)
	await expect(page.getByLabel('Active')).toBeChecked()
	await page.getByLabel('Discount', { exact: true }).fill('10.5')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByText('Coupon created successfully')).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: `Edit coupon ${code}` }).click()
	await page.getByLabel('Active').uncheck()
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByRole('heading', { name: 'Coupon Details' })).toBeVisible()
	await expect(page.getByText('Inactive')).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Delete' }).click()
	await expect(page.getByRole('heading', { name: 'Confirm Coupon Deletion' })).toBeVisible()
	await page.getByRole('button', { name: 'Delete coupon' }).click()
	await expect(page.getByText('Coupon deleted successfully')).toBeVisible()
	await expect(page.getByText(code)).toHaveCount(0)
})

test('another type of coupon clears the discount, which would mean something else @js', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/coupon/new')
	await page.getByLabel('Discount', { exact: true }).fill('10')
	await page.getByLabel('Type').selectOption('fixed')
	await expect(page.getByLabel('Discount', { exact: true })).toHaveValue('')
})

test('an administrator follows a coupon into the audit, and searches it', async ({ page, make, signIn }) => {
	const admin = await make.makeAdmin({ fullName: 'Grace Follower' })
	await signIn(admin)
	await page.setViewportSize({ width: 375, height: 800 })
	await page.goto('/admin/coupon/new')
	const code = `Audit ${Date.now()}`
	await page.getByLabel('Coupon code').fill(code)
	await page.getByLabel('Discount', { exact: true }).fill('10')
	await page.getByLabel('Minimum purchase amount (£)').fill('1')
	await page.getByLabel('Start date').fill('2020-01-01')
	await page.getByLabel('End date').fill('2099-12-31')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await page.getByRole('link', { name: `View coupon ${code}` }).click()
	await page.getByRole('link', { name: 'In the audit' }).click()
	await expect(page.getByRole('cell', { name: 'Coupon created' }).first()).toBeVisible()
	await expect(page.getByText('Grace Follower').last()).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)
	await page.locator('summary').first().click()
	await expect(page.getByText(/minPurchasePence/)).toBeVisible()
	await expectFitsWidth(page)
	await page.getByRole('searchbox').fill('nobody at all')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page.getByText('No entries found')).toBeVisible()
	await page.getByRole('link', { name: 'Show all' }).click()
	await expect(page.getByRole('link', { name: code })).toBeVisible()
})

test('an administrator adds, edits, promotes and deletes a user; mistakes keep what was typed', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: 375, height: 800 })
	const stamp = Date.now()
	await page.goto('/admin/userManagement')
	await page.getByRole('link', { name: 'Add User' }).click()
	await expectAccessible(page)
	await page.getByLabel('First name').fill('Berta')
	await page.getByLabel('Last name').fill('Newcomer')
	await page.getByLabel('E-mail').fill(`berta-${stamp}@example.test`)
	await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
	await page.getByLabel('Confirm password', { exact: true }).fill('another one altogether')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Add User' }).click()
	await expect(page.getByText('Passwords do not match').first()).toBeVisible()
	await expect(page.getByLabel('First name')).toHaveValue('Berta')
	await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
	await page.getByLabel('Confirm password', { exact: true }).fill('a long enough sentence')
	await page.getByRole('button', { name: 'Add User' }).click()
	await expect(page.getByText('User added successfully!')).toBeVisible()

	const long = `berta-${stamp}-${'and-so-on-'.repeat(5)}@${'a-longer-'.repeat(4)}example.test`
	await make.makeUser({ fullName: 'Maximiliane of the Long and Longer Name', email: long })
	await page.getByLabel('Name or e-mail').fill(`berta-${stamp}`)
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page.getByText('Page 1 of 1')).toBeVisible()
	await page.setViewportSize({ width: 1440, height: 900 })
	const actions = page.getByRole('row', { name: long }).getByRole('link')
	const tops = await actions.evaluateAll(links => links.map(link => link.getBoundingClientRect().top))
	expect([tops.length, new Set(tops).size]).toEqual([3, 1])
	await page.setViewportSize({ width: 375, height: 800 })
	await expectAccessible(page)
	await expectFitsWidth(page)
	await page.getByRole('link', { name: 'Edit user Berta Newcomer' }).click()
	await page.getByLabel('Name').fill('Berta Renamed')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('heading', { name: 'Berta Renamed' })).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Make administrator' }).click()
	await page.getByRole('button', { name: 'Make administrator' }).click()
	await expect(page.getByText('The user is an administrator now.')).toBeVisible()
	await page.getByRole('link', { name: 'Delete' }).click()
	await page.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Confirm User Deletion' })).toBeVisible()
	await page.getByRole('button', { name: 'Delete user for good' }).click()
	await expect(page.getByText('User deleted successfully')).toBeVisible()
})

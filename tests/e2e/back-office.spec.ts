import { expect, expectAccessible, expectFitsWidth, test } from '../support/journey'

test('an administrator creates, edits and deletes a coupon; errors keep the input @both', async ({
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
	await page.locator('dialog-page').getByLabel('Coupon code').fill(code)
	await page.getByLabel('Discount', { exact: true }).fill('101')
	await page.getByLabel('Minimum purchase amount (£)').fill('100000')
	await page.getByLabel('Start date').fill('2020-01-01')
	await page.getByLabel('End date').fill('2099-12-31')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByText('Please look at this again')).toBeVisible()
	await expect(page.getByText('Percentage discount cannot exceed 100%').first()).toBeVisible()
	await expect(page.locator('dialog-page').getByLabel('Coupon code')).toHaveValue(code)
	await expect(page.locator('dialog-page').getByLabel('Active')).toBeChecked()
	await page.getByLabel('Discount', { exact: true }).fill('10.5')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByText('Coupon created successfully')).toBeVisible()
	const row = page.getByRole('row').filter({ hasText: code })
	await expect(row).toContainText('1 Jan 2020 to 31 Dec 2099')
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: `Edit coupon ${code}` }).click()
	await page.locator('dialog-page').getByLabel('Active').uncheck()
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await expect(page.getByRole('heading', { name: 'Coupon Details' })).toBeVisible()
	await expect(page.locator('dialog-page').getByText('Inactive')).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Delete' }).click()
	await expect(page.getByRole('heading', { name: 'Confirm Coupon Deletion' })).toBeVisible()
	await page.getByRole('button', { name: 'Delete coupon' }).click()
	await expect(page.getByText('Coupon deleted successfully')).toBeVisible()
	await expect(page.getByText(code)).toHaveCount(0)
})

test('changing the type of a coupon clears its discount', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/coupon/new')
	await page.getByLabel('Discount', { exact: true }).fill('10')
	await page.getByLabel('Type').selectOption('fixed')
	await expect(page.getByLabel('Discount', { exact: true })).toHaveValue('')
})

test('an administrator follows a coupon to its audit entries and searches them', async ({
	page,
	make,
	signIn,
}) => {
	const admin = await make.makeAdmin({ fullName: 'Grace Follower' })
	await signIn(admin)
	await page.setViewportSize({ width: 375, height: 800 })
	await page.goto('/admin/coupon/new')
	const code = `Audit ${Date.now()}`
	await page.locator('dialog-page').getByLabel('Coupon code').fill(code)
	await page.getByLabel('Discount', { exact: true }).fill('10')
	await page.getByLabel('Minimum purchase amount (£)').fill('1')
	await page.getByLabel('Start date').fill('2020-01-01')
	await page.getByLabel('End date').fill('2099-12-31')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	await page.getByRole('link', { name: `View coupon ${code}` }).click()
	await page.getByRole('link', { name: 'View in the audit' }).click()
	await expect(page.getByRole('cell', { name: 'Coupon created' }).first()).toBeVisible()
	await expect(page.getByText('Grace Follower').last()).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)
	await page.locator('summary').first().click()
	await expect(page.getByRole('list').getByText(/Minimum purchase/)).toBeVisible()
	await expectFitsWidth(page)
	await page.getByRole('searchbox').fill('nobody at all')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page.getByText('No entries found')).toBeVisible()
	await page.getByRole('link', { name: 'Show all' }).click()
	await expect(page.getByRole('link', { name: code })).toBeVisible()
})

test('an administrator creates, edits, promotes and deletes a user; errors keep the input', async ({
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
	await page.locator('dialog-page').getByLabel('Email').fill(`berta-${stamp}@example.test`)
	await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
	await page.getByLabel('Confirm password', { exact: true }).fill('another one altogether')
	await page.getByRole('checkbox').check()
	await page.locator('dialog-page').getByRole('button', { name: 'Add User' }).click()
	await expect(page.getByText('Passwords do not match').first()).toBeVisible()
	await expect(page.getByLabel('First name')).toHaveValue('Berta')
	await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
	await page.getByLabel('Confirm password', { exact: true }).fill('a long enough sentence')
	await page.locator('dialog-page').getByRole('button', { name: 'Add User' }).click()
	await expect(page.getByText('User added successfully!')).toBeVisible()

	const long = `berta-${stamp}-${'and-so-on-'.repeat(5)}@${'a-longer-'.repeat(4)}example.test`
	await make.makeUser({ fullName: 'Maximiliane of the Long and Longer Name', email: long })
	await page.getByLabel('Name or email').fill(`berta-${stamp}`)
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
	await page.locator('dialog-page').getByLabel('Name').fill('Berta Renamed')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('heading', { name: 'Berta Renamed' })).toBeVisible()
	await expectAccessible(page)
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Make administrator' }).click()
	await page.getByRole('button', { name: 'Make administrator' }).click()
	await expect(page.getByText('The user is now an administrator.')).toBeVisible()
	await page.getByRole('link', { name: 'Delete' }).click()
	await page.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Confirm User Deletion' })).toBeVisible()
	await page.getByRole('button', { name: 'Delete user for good' }).click()
	await expect(page.getByText('User deleted successfully')).toBeVisible()
})

test('Back after a search restores the search text of the shown rows', async ({ page, make, signIn }) => {
	await signIn(await make.makeAdmin({ fullName: 'Ada Example' }))
	const words = page.getByRole('searchbox')
	await page.goto('/admin/userManagement?q=Ada')
	await words.fill('Nobody of this name')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page).toHaveURL(/q=Nobody/)
	await page.goBack()
	await expect(page).toHaveURL(/q=Ada/)
	await expect(words).toHaveValue('Ada')
	// Simulates a browser that has cached the whole page.
	await words.fill('Nobody of this name')
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
	await expect(words).toHaveValue('Ada')
})

test('users and coupons are shown, edited and deleted in dialogs with their own URLs', async ({
	page,
	make,
	signIn,
}) => {
	const user = await make.makeUser({ fullName: 'Grace Dialog' })
	await signIn(await make.makeAdmin())
	const list = `/admin/userManagement?q=${encodeURIComponent(user.email)}`
	const path = `/admin/userManagement/${user.id}`
	const dialog = page.getByRole('dialog')
	await page.goto(list)
	const listTitle = await page.title()
	const view = page.getByRole('link', { name: 'View user Grace Dialog' })
	await view.click()
	await expect(dialog.getByRole('heading', { name: 'User Details' })).toBeFocused()
	await expect(page).toHaveTitle(/^User Details/)
	await expect(page).toHaveURL(path)
	expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(page).toHaveURL(list)
	await expect(page).toHaveTitle(listTitle)
	await expect(view).toBeFocused()

	await view.click()
	await dialog.getByLabel('New note').fill('Prefers the telephone')
	await dialog.getByRole('button', { name: 'Add note' }).click()
	await expect(dialog.getByText('The note is added.')).toBeVisible()
	await expect(dialog.getByText('Prefers the telephone')).toBeVisible()
	await dialog.getByRole('link', { name: 'Edit' }).click()
	await expect(page).toHaveURL(`${path}/edit`)
	await dialog.getByLabel('Name').fill('')
	await dialog.getByLabel('Name').evaluate((input: HTMLInputElement) => input.removeAttribute('required'))
	await dialog.getByRole('button', { name: 'Save' }).click()
	await expect(dialog.getByRole('alert').first()).toBeVisible()
	await expect(dialog.getByLabel('Email')).toHaveValue(user.email)
	await dialog.getByLabel('Name').fill('Grace Renamed')
	await dialog.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'User updated successfully' })).toBeVisible()

	await page.goto(list)
	await page.getByRole('link', { name: 'Delete user Grace Renamed' }).click()
	await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(dialog.getByRole('heading', { name: 'Confirm User Deletion' })).toBeVisible()
	await page.goBack()
	await expect(dialog).toHaveCount(0)
	await expect(page).toHaveURL(list)

	await page.goto('/admin/coupon')
	await page.getByRole('link', { name: 'Add New Coupon' }).click()
	await expect(dialog.getByRole('heading', { name: 'Generate Coupon' })).toBeVisible()
	await expect(page).toHaveURL('/admin/coupon/new')
	const code = dialog.getByLabel('Coupon code')
	await expect(code).toBeFocused()
	// The browser's own validation message would cover the product's message.
	await code.evaluate(field => {
		field.addEventListener('invalid', event => {
			setTimeout(() => field.setAttribute('data-bubble', String(!event.defaultPrevented)))
		})
	})
	await dialog.getByLabel('Minimum purchase amount').focus()
	await expect(dialog.getByText('Coupon code is required')).toBeVisible()
	await dialog.getByRole('button', { name: 'Save coupon' }).click()
	await expect(code).toHaveAttribute('data-bubble', 'false')
	await expect(code).toBeFocused()
	await expect(dialog.locator('.field .error').nth(1)).toBeVisible()
	await dialog.getByRole('link', { name: 'Cancel' }).last().click()
	await expect(page).toHaveURL('/admin/coupon')
})

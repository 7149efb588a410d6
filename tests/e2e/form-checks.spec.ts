import { expect, expectSound, test } from '../support/journey'

/* Fields are checked when they are left, in the words of the server (issue "Choosing and showing", section 4). */

test('registration checks each field when it is left, and a click never misses @js', async ({ page }) => {
	await page.goto('/register')
	const first = page.getByLabel('First name')
	await first.focus()
	await page.getByLabel('Last name').focus()
	await expect(page.getByText('Please enter your first name')).toBeVisible()
	await expect(first).toHaveAttribute('aria-invalid', 'true')
	await expect(first).toHaveAccessibleDescription(/Please enter your first name$/)
	await expect(page.getByText('Please enter your last name')).toHaveCount(0)

	await first.fill('Ada')
	await expect(page.getByText('Please enter your first name')).toHaveCount(0)
	await expect(first).not.toHaveAttribute('aria-invalid')
	await expect(first).not.toHaveAttribute('aria-describedby')

	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('E-mail').fill('ada@example.test')
	await page.getByLabel('Password', { exact: true }).fill('password')
	await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery')
	await expect(page.getByText('Very many people use this password')).toBeVisible()
	await page.getByLabel('Password', { exact: true }).fill('correct horse stable')
	await page.getByRole('checkbox').focus()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await expectSound(page)
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	await expect(page.getByText('Passwords do not match')).toHaveCount(0)
	await page.getByRole('checkbox').check()

	await page.getByLabel('First name').fill('')
	await page.getByLabel('First name').fill('Ada')
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(/\/verify-otp/)
})

test('a field that is left by a press on the button is checked after it @js', async ({ page }) => {
	await page.goto('/register')
	const confirm = page.getByLabel('Confirm password', { exact: true })
	await page.getByLabel('First name').focus()
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	// The rules are there, and nothing moves any more.
	await expect(page.getByText('Please enter your first name')).toBeVisible()
	await confirm.fill('x')
	const button = page.getByRole('button', { name: 'Sign Up' })
	await button.hover()
	const before = await button.boundingBox()
	await page.mouse.down()
	expect((await button.boundingBox())?.y).toBe(before?.y)
	await page.mouse.up()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
})

test('without its rules the form works as it does without scripts @js', async ({ page, mails }) => {
	await page.route(/\/assets\/checks-/, route => route.abort())
	await page.goto('/register')
	await page.getByLabel('First name').fill('Ada')
	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('E-mail').fill('ada-unchecked@example.test')
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(/\/verify-otp/)
	await mails.waitForMail('ada-unchecked@example.test')
})

test('forms of the settings and of coupons check each field when it is left @js', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	const leave = async (label: string, typed: string) => {
		await page.getByLabel(label, { exact: true }).fill(typed)
		await page.getByLabel(label, { exact: true }).press('Tab')
	}
	await page.goto('/admin/setting/password')
	await leave('New password', 'correct horse battery')
	await leave('Confirm password', 'correct horse')
	await expect(page.getByText('New password and confirm password do not match')).toBeVisible()
	await leave('Confirm password', 'correct horse battery')
	await expect(page.getByText('New password and confirm password do not match')).toHaveCount(0)

	await page.goto('/admin/setting/phone')
	await leave('Phone number', '12')
	await expect(page.getByLabel('Phone number', { exact: true })).toHaveAttribute('aria-invalid', 'true')

	await page.goto('/admin/coupon/new')
	await leave('Discount', '120')
	await expect(page.getByText('Percentage discount cannot exceed 100%')).toBeVisible()
	await page.getByLabel('Type', { exact: true }).selectOption('fixed')
	await leave('Discount', '120')
	await expect(page.getByText('Percentage discount cannot exceed 100%')).toHaveCount(0)
	await expectSound(page)
})

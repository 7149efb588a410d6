import { makeTwoColourPng } from '../support/images'
import { expect, expectAccessiblePage, test } from '../support/journey'

/* Fields are validated on blur with the messages of the server. */

test('registration validates each field on blur without moving the button under the pointer', async ({
	page,
}) => {
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
	await page.getByLabel('Email').fill('ada@example.test')
	await page.getByLabel('Password', { exact: true }).fill('password')
	await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery')
	await expect(page.getByText('Very many people use this password')).toBeVisible()
	await page.getByLabel('Password', { exact: true }).fill('correct horse stable')
	await page.getByRole('checkbox').focus()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	await expect(page.getByText('Passwords do not match')).toHaveCount(0)
	await page.getByRole('checkbox').check()

	await page.getByLabel('First name').fill('')
	await page.getByLabel('First name').fill('Ada')
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(/\/verify-otp/)
})

test('a field that loses focus to a button press is validated after the press', async ({ page }) => {
	await page.goto('/register')
	const confirm = page.getByLabel('Confirm password', { exact: true })
	await page.getByLabel('First name').focus()
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	// The validation rules are loaded, and the layout is stable.
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

test('a press on the button moves the focus to the first wrong field, whoever found its error', async ({
	page,
}) => {
	await page.goto('/register')
	await page.getByLabel('First name').fill('Ada')
	await page.getByLabel('Last name').fill('Example')
	// Valid for the browser, unlike the passwords that are missing.
	const email = page.getByLabel('Email')
	await email.fill('ada@example')
	await page.getByLabel('Password', { exact: true }).focus()
	await expect(email).toHaveAttribute('aria-invalid', 'true')
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
	await expect(email).toBeFocused()
})

test('a form works without its validation script as it does without scripts', async ({ page, mails }) => {
	await page.route(/\/assets\/checks-/, route => route.abort())
	await page.goto('/register')
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
	await page.getByLabel('First name').fill('Ada')
	await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid')
	await page.getByLabel('Last name').fill('Example')
	await page.getByLabel('Email').fill('ada-unchecked@example.test')
	await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
	await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(/\/verify-otp/)
	await mails.waitForMail('ada-unchecked@example.test')
})

test('forms of the settings and of coupons validate each field on blur', async ({ page, make, signIn }) => {
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
	await expectAccessiblePage(page)
})

test('a server error in the form of a block disappears once the field is valid', async ({
	page,
	make,
	signIn,
}) => {
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112])
	await signIn(owner)
	await page.goto('/user/profile?cell=112')
	await page.getByRole('button', { name: 'Upload' }).click()
	const summary = page.locator('error-summary')
	for (const message of ['Description is required', 'Link is required', 'Image is required']) {
		await expect(summary.getByRole('link', { name: message })).toBeVisible()
	}
	const link = page.getByLabel('Link')
	await link.fill('javascript:alert(1)')
	await link.press('Tab')
	await expect(page.getByText(/full web address/)).toBeVisible()
	await link.fill('https://a.example/')
	await expect(link).not.toHaveAttribute('aria-invalid')
	await expect(page.getByText('Description is required')).toHaveCount(2)
	await page.getByLabel('Description').fill('Here')
	await expect(page.getByText('Description is required')).toHaveCount(0)
	const image = page.getByLabel('Image', { exact: true })
	await image.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
	await expect(page.getByText('Image is required')).toHaveCount(0)
	await expect(image).toHaveAttribute('aria-invalid', 'true')
	await image.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: makeTwoColourPng() })
	await expect(page.locator('[aria-invalid], .error:visible')).toHaveCount(0)
	await expect(summary).toHaveCount(0)
	await page.getByRole('button', { name: 'Upload' }).click()
	await expect(page.getByText('Pixel managed successfully')).toBeVisible()
})

test('an error that only the server can detect stays until its field changes', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeAdmin())
	await make.makeCoupon({ code: 'TWICE' })
	await page.goto('/admin/coupon/new')
	await page.getByLabel('Coupon code').fill('TWICE')
	await page.getByLabel('Discount', { exact: true }).fill('10')
	await page.getByLabel('Minimum purchase amount (£)').fill('100000')
	await page.getByLabel('Start date').fill('2020-01-01')
	await page.getByLabel('End date').fill('2099-12-31')
	await page.getByRole('button', { name: 'Save coupon' }).click()
	const code = page.getByLabel('Coupon code')
	await expect(code).toHaveAttribute('aria-invalid', 'true')
	await code.focus()
	await page.getByLabel('Discount', { exact: true }).fill('12')
	await expect(code).toHaveAttribute('aria-invalid', 'true')
	await code.fill('ONCE')
	await expect(code).not.toHaveAttribute('aria-invalid')
})

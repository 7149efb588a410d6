import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'

test('an administrator finds a failed email with its reason and resends it', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	const to = `lost-${crypto.randomUUID()}@example.test`
	await make.makeFailedMail(to)
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	await page.goto('/admin/outbox')
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: /^Failed \(\d+\)$/ }).click()
	const row = page.getByRole('row').filter({ hasText: to })
	await expect(row).toContainText('550 No such mailbox')
	await expectAccessiblePage(page)
	await row.getByRole('button', { name: 'Send again' }).click()
	await expect(page.getByText('The email is being sent again.')).toBeVisible()
	await expect(row).toHaveCount(0)
	await mails.waitForMail(to)
})

test('an administrator reads a failed email, corrects its address, and resends the others', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	const id = crypto.randomUUID().slice(0, 8)
	const [mistyped, right, other] = [`${id}@exmaple.test`, `${id}@example.test`, `other-${id}@example.test`]
	await make.makeFailedMail(mistyped)
	await make.makeFailedMail(other)
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	await page.goto(`/admin/outbox?status=failed&q=${id}`)
	await page.getByRole('row').filter({ hasText: mistyped }).getByRole('link').click()
	await expect(page.getByText('550 No such mailbox').last()).toBeVisible()
	await expect(page.getByText('Dear Ada Example,')).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: 'Change the address' }).click()
	await page.getByLabel('New address').fill('nobody')
	await page.locator('form', { has: page.getByLabel('New address') }).evaluate(form => {
		if (form instanceof HTMLFormElement) form.noValidate = true
	})
	await page.getByRole('button', { name: 'Change and send' }).click()
	await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByLabel('New address').fill(right)
	await page.getByRole('button', { name: 'Change and send' }).click()
	await expect(page.getByText('The address is changed. The email is on its way.')).toBeVisible()
	await mails.waitForMail(right)

	await page.goto('/admin/outbox?status=failed')
	await page.getByRole('link', { name: 'Send all failed again' }).click()
	await expect(page.getByText(/^\d+ emails? that failed /)).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: /^Send \d+ email/ }).click()
	await expect(page.getByText(/^\d+ emails? (is|are) on the way again\.$/)).toBeVisible()
	await mails.waitForMail(other)
})

test('a waiting email is sent immediately on request, and a code is not shown', async ({
	page,
	make,
	signIn,
	mails,
}) => {
	const to = `later-${crypto.randomUUID()}@example.test`
	const waiting = { attempts: 3, failedAt: null, nextAttemptAt: Date.now() + 3_600_000 }
	await make.makeFailedMail(to, waiting)
	const code = await make.makeFailedMail(to, { ...waiting, kind: 'reset-code', text: 'Your code: 481516' })
	await signIn(await make.makeAdmin())
	await page.goto(`/admin/outbox/${code}`)
	await expect(page.getByText('which only its recipient may read')).toBeVisible()
	expect(await page.content()).not.toContain('481516')
	await expect(page.getByRole('link', { name: 'Change the address' })).toHaveCount(0)
	await page.goto(`/admin/outbox/${code}/address`)
	await expect(page.getByText('cannot be sent to another address')).toBeVisible()

	await page.goto(`/admin/outbox?q=${to}`)
	await page.getByRole('button', { name: 'Try now' }).first().click()
	await expect(page.getByText('The email is being sent now.')).toBeVisible()
	await mails.waitForMail(to)
})

test('an invalid form is rejected', async ({ page, make, signIn, server }) => {
	await signIn(await make.makeAdmin())
	const headers = { origin: server.url }
	const post = (form: Record<string, string>) => page.request.post('/admin/outbox', { form, headers })
	expect((await post({ intent: 'send-again', id: 'x' })).status()).toBe(400)
	expect((await post({ intent: 'delete', id: crypto.randomUUID() })).status()).toBe(400)
})

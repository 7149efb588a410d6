import { expect, expectSound, test, WIDTHS } from '../support/journey'

test('an administrator finds a failed mail with its reason and sends it again', async ({
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
	await expectSound(page)
	await page.getByRole('link', { name: /^Failed \(\d+\)$/ }).click()
	const row = page.getByRole('row').filter({ hasText: to })
	await expect(row).toContainText('550 No such mailbox')
	await expectSound(page)
	await row.getByRole('button', { name: 'Send again' }).click()
	await expect(page.getByText('The mail is on its way again.')).toBeVisible()
	await expect(row).toHaveCount(0)
	await mails.waitForMail(to)
})

test('a form that nobody drew is refused', async ({ page, make, signIn, server }) => {
	await signIn(await make.makeAdmin())
	const headers = { origin: server.url }
	const post = (form: Record<string, string>) => page.request.post('/admin/outbox', { form, headers })
	expect((await post({ intent: 'send-again', id: 'x' })).status()).toBe(400)
	expect((await post({ intent: 'delete', id: crypto.randomUUID() })).status()).toBe(400)
})

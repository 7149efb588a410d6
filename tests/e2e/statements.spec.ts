import { randomInt } from 'node:crypto'
import { REFERENCE_BASE, referenceFrom } from '~/domain/orders/reference'
import { expect, expectFitsWidth, expectSound, test, WIDTHS } from '../support/journey'
import { camt } from '../support/statements'

test('a bank statement is looked at, imported, and what is exact approved', async ({
	page,
	make,
	mails,
	signIn,
}) => {
	const buyer = await make.makeUser()
	const reference = () => referenceFrom(Array.from({ length: 7 }, () => randomInt(REFERENCE_BASE)))
	const order = await make.makeOrder(buyer.id, [600, 601], { status: 'pending', reference: reference() })
	const other = await make.makeOrder(buyer.id, [602], { status: 'pending', reference: reference() })
	const day = '2026-11-21'
	const text = camt([
		{ day, pence: 200_000_00, text: `Pixels ${order.reference}`, payer: 'Exact Payer', id: `E${order.id}` },
		{ day, pence: 5_00, text: `Pixels ${other.reference}`, payer: 'Small Payer', id: `L${order.id}` },
	])
	await signIn(await make.makeAdmin())
	await page.setViewportSize({ width: WIDTHS.desktop, height: 900 })
	await page.goto('/admin/statements')
	await expectSound(page)
	const file = { name: 'november.xml', mimeType: 'application/xml', buffer: Buffer.from(text) }
	await page.getByLabel('Bank statement').setInputFiles(file)
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(page.getByRole('heading', { name: 'Import this statement?' })).toBeVisible()
	await expect(page.locator('[data-match=exact]')).toContainText(order.reference)
	await expect(page.locator('[data-match=less]')).toContainText(other.reference)
	await expectSound(page)

	await page.getByRole('button', { name: 'Import 2 payments' }).click()
	await expect(page.getByRole('status').filter({ hasText: '2 payments imported.' })).toBeVisible()
	await expectSound(page)
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Approve 1 exact payment' }).click()
	await expect(page.getByText('two hundred thousand pounds')).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: 'Approve 1 payment' }).click()
	await expect(page.getByRole('status').filter({ hasText: '1 payment approved.' })).toBeVisible()
	await expect(page.locator('[data-match=less]')).toContainText(other.reference)
	await mails.waitForMail(buyer.email, { subject: `Your order ${order.reference} is confirmed` })
	await page.goto(`/admin/transactions/${order.id}`)
	await expect(page.locator('main')).toContainText('Approved', { ignoreCase: true })

	const recall = camt([{ day, pence: -200_000_00, text: `Recall ${order.reference}`, id: `R${order.id}` }])
	await page.goto('/admin/statements')
	const later = { name: 'december.xml', mimeType: 'application/xml', buffer: Buffer.from(recall) }
	await page.getByLabel('Bank statement').setInputFiles(later)
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(page.getByText(`1 payment imported before was taken back (${order.reference}).`)).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: 'Record what was taken back' }).click()
	const told = page.getByRole('alert').filter({ hasText: 'Money of orders that are approved was taken back' })
	await expect(told).toBeVisible()
	await expectSound(page)
	await expectFitsWidth(page)
	await told.getByRole('link', { name: order.reference }).click()
	await expect(page.getByText('The order stays approved')).toBeVisible()
	await expectSound(page)
	await expectFitsWidth(page)
})

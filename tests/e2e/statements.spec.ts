import { randomInt } from 'node:crypto'
import { REFERENCE_BASE, referenceFrom } from '~/domain/orders/reference'
import { expect, expectAccessiblePage, expectFitsWidth, test, WIDTHS } from '../support/journey'
import { camt } from '../support/statements'

test('a bank statement is previewed and imported, and its exact payments approved', async ({
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
	await expectAccessiblePage(page)
	const file = { name: 'november.xml', mimeType: 'application/xml', buffer: Buffer.from(text) }
	await page.getByLabel('Bank statement').setInputFiles(file)
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(page.getByRole('heading', { name: 'Import this statement?' })).toBeVisible()
	await expect(page.locator('[data-match=exact]')).toContainText(order.reference)
	await expect(page.locator('[data-match=part]')).toContainText(other.reference)
	await expectAccessiblePage(page)

	await page.getByRole('button', { name: 'Import 2 payments' }).click()
	await expect(page.getByRole('status').filter({ hasText: '2 payments imported.' })).toBeVisible()
	await expectAccessiblePage(page)
	await page.setViewportSize({ width: WIDTHS.phone, height: 900 })
	await expectFitsWidth(page)

	await page.getByRole('link', { name: 'Confirm 1 exact payment' }).click()
	await expect(page.getByText('two hundred thousand pounds')).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Book 1 payment' }).click()
	await expect(page.getByRole('status').filter({ hasText: '1 payment booked.' })).toBeVisible()
	await expect(page.locator('[data-match=part]')).toContainText(other.reference)
	await mails.waitForMail(buyer.email, { subject: `Your order ${order.reference} is confirmed` })
	await page.goto(`/admin/transactions/${order.id}`)
	await expect(page.locator('main')).toContainText('Approved', { ignoreCase: true })

	await expect(page.locator('[data-ledger]', { hasText: '200,000' })).toContainText('Exact Payer')
	await expectFitsWidth(page)

	const recalled = `Recall of E${order.id}, ${order.reference}`
	const recall = camt([{ day, pence: -200_000_00, text: recalled, id: `R${order.id}` }])
	await page.goto('/admin/statements')
	const later = { name: 'december.xml', mimeType: 'application/xml', buffer: Buffer.from(recall) }
	await page.getByLabel('Bank statement').setInputFiles(later)
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(page.locator('[data-match=sent-back]')).toContainText(order.reference)
	await page.getByRole('button', { name: 'Import 1 payment' }).click()
	await page.getByRole('button', { name: 'Book as sent back' }).click()
	await expect(page.locator('[data-match=booked]')).toContainText(order.reference)

	await page.getByRole('link', { name: `Reverse the booking on ${order.reference}` }).click()
	await page.getByLabel('Reason').fill('The bank was wrong')
	await page.getByRole('button', { name: 'Reverse £200,000' }).click()
	await expect(page.getByText('The row is reversed.')).toBeVisible()
	await page.getByRole('link', { name: order.reference, exact: true }).click()
	await expect(page.locator('[data-ledger=open]')).toContainText('not booked')
	await page.getByRole('link', { name: 'Book a payment' }).click()
	await page.getByLabel('Amount in pounds').fill('5')
	await page.getByLabel('Bank reference').fill('By hand 1')
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page.getByText('£5 more than is due: the order moves to “Money to send back”.')).toBeVisible()
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Change' }).click()
	await expect(page.getByLabel('Amount in pounds')).toHaveValue('5.00')
	await expect(page.getByLabel('Bank reference')).toHaveValue('By hand 1')
	await page.getByRole('button', { name: 'Continue' }).click()
	await page.getByRole('button', { name: 'Book £5' }).click()
	await expect(page.locator('[data-ledger=booked]').last()).toContainText('By hand 1')
	await expectFitsWidth(page)
})

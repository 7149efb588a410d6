import { randomUUID } from 'node:crypto'
import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'

const SENT = "Your message has been sent successfully! We'll get back to you soon."

test('a visitor sends a message to the house on a phone', async ({ page, mails }) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
	await page.goto('/contact')
	await expectAccessiblePage(page)
	await expect(page.getByRole('main').getByRole('link', { name: 'support@mcxi.example' })).toHaveAttribute(
		'href',
		'mailto:support@mcxi.example',
	)
	await expect(page.getByRole('main').getByRole('link', { name: '020 7946 0111' })).toHaveAttribute(
		'href',
		/^tel:/,
	)
	const email = `${randomUUID()}@example.test`
	await page.getByLabel('First name').fill('Ada')
	await page.getByLabel('Last name').fill('Lovelace')
	await page.getByLabel('Email').fill(email)
	await page.getByRole('textbox', { name: 'Message' }).fill('A question.')
	await page.getByRole('button', { name: 'Send message' }).click()
	await expect(page.getByText(SENT)).toBeVisible()
	await expect(page).toHaveURL('/contact')
	const letter = await mails.waitForMail('support@mcxi.example', { subject: 'Ada Lovelace' })
	expect(letter.text).toContain('> A question.')
	await mails.waitForMail(email, { subject: 'We have received your message' })
})

test('a rejected message keeps the input', async ({ request }) => {
	const typed = { firstName: 'Ada', lastName: '', email: 'nobody', message: 'Kept <words>' }
	const origin = new URL((await request.get('/contact')).url()).origin
	const response = await request.post('/contact', { form: typed, headers: { origin } })
	expect(response.status()).toBe(400)
	const page = await response.text()
	expect(page).toContain('Please enter your last name')
	expect(page).toContain('Please enter a valid email address')
	expect(page).toContain('Kept &lt;words&gt;')
	expect(page).toContain('value="nobody"')
})

test('too many messages show the time to wait and keep the input', async ({ page, server }) => {
	const email = `${randomUUID()}@example.test`
	const name = { firstName: 'Grace', lastName: 'Hopper' }
	for (let n = 0; n < 5; n++) {
		const form = { ...name, email, message: `Message ${n}` }
		const response = await page.request.post('/contact', { form, headers: { origin: server.url } })
		expect(await response.text()).toContain(SENT.replace("'", '&#x27;'))
	}
	await page.goto('/contact')
	await page.getByLabel('First name').fill(name.firstName)
	await page.getByLabel('Last name').fill(name.lastName)
	await page.getByLabel('Email').fill(email)
	await page.getByRole('textbox', { name: 'Message' }).fill('Message 5')
	const answered = page.waitForResponse(response => response.request().method() === 'POST')
	await page.getByRole('button', { name: 'Send message' }).click()
	const response = await answered
	expect(response.status()).toBe(429)
	expect(Number(response.headers()['retry-after'])).toBeGreaterThan(3000)
	await expect(page.getByText(/Too many attempts\. Please wait \d+ minutes and try again\./)).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Message 5')
})

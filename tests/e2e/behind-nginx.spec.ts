import { expect, test as journey } from '../support/journey'
import { nginx, startNginx } from '../support/nginx'
import { freePort, startServer } from '../support/server'

/* The shipped deploy/nginx.conf, with the ports and a certificate of the test. */

type Front = { origin: string; tls: number; plain: number }

const test = journey.extend<object, { front: Front }>({
	front: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
		async ({}, use) => {
			const [tls, plain] = [await freePort(), await freePort()]
			await use({ origin: `https://localhost:${tls}`, tls, plain })
		},
		{ scope: 'worker' },
	],
	server: [
		async ({ front }, use) => {
			const server = await startServer({ env: { APP_URL: front.origin, TRUST_PROXY: '1' } })
			const stopNginx = await startNginx({ target: server.port, ...front })
			await use(server)
			await stopNginx()
			await server.stop()
		},
		{ scope: 'worker', timeout: 240_000 },
	],
	baseURL: async ({ front }, use) => {
		await use(front.origin)
	},
})

test.use({ ignoreHTTPSErrors: true })

if (!nginx) console.log('nginx is not installed here: deploy/nginx.conf is not checked')
test.skip(!nginx, 'nginx is not installed')

/* Larger than nginx's in-memory buffer of a body. */
const RECEIPT = Buffer.from(
	`%PDF-1.4\n%${'x'.repeat(300_000)}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
)

test('a purchase works through nginx, from the log-in to the receipt', async ({
	page,
	make,
	server,
	front,
	context,
}) => {
	const user = await make.makeUser()
	await page.goto(`http://localhost:${front.plain}/login?redirectTo=%2Fuser%2Fpixels%2Fbuy`)
	await expect(page).toHaveURL(`${front.origin}/login?redirectTo=%2Fuser%2Fpixels%2Fbuy`)
	await page.locator('[name=email]').fill(user.email)
	await page.locator('[name=password]').fill(user.password)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(/\/user\/pixels\/buy/)
	const session = (await context.cookies()).find(cookie => cookie.name === '__Host-session')
	expect(session).toMatchObject({ secure: true, httpOnly: true })

	await page.getByRole('checkbox', { name: /^Tiny pixel, row 30, column 30,/ }).check()
	await page.getByRole('button', { name: 'Buy Pixels' }).click()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('link', { name: 'Next' }).click()
	const fields = { name: 'Example Buyer', contact_no: '2079460000', bank_name: 'Example Bank' }
	for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
	await page.locator('[name=bank_account_no]').fill('GB00EXMP00000000')
	await page.locator('[name=payment_id]').fill(`TX-${Date.now()}`)
	await page.locator('[name=country]').selectOption('UK')
	await page
		.locator('[name=payment_receipt]')
		.setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
	await page.locator('[name=details_confirmed]').check()
	await page.locator('[name=terms]').check()
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page).toHaveURL(/\/done$/)

	const forged = await page.request.get('/about?who', { headers: { 'x-forwarded-for': '198.51.100.9' } })
	expect(forged.headers()['strict-transport-security']).toContain('max-age=')
	await expect.poll(() => server.output()).toMatch(/"path":"\/about".*"address":"127\.0\.0\.1"/)
	expect(server.output()).not.toContain('198.51.100.9')
})

test('nginx serves our maintenance text while no process responds', async ({ request }) => {
	const [target, tls, plain] = [await freePort(), await freePort(), await freePort()]
	const stop = await startNginx({ target, tls, plain })
	try {
		const page = await request.get(`https://localhost:${tls}/`)
		expect([page.status(), page.headers()['retry-after']]).toEqual([503, '10'])
		expect(page.headers()['content-type']).toBe('text/html; charset=utf-8')
		expect(await page.text()).toMatch(/^<!DOCTYPE html>.*<style>.*<h1>Back in a moment<\/h1>/)
		const response = await request.get(`https://localhost:${tls}/api/pixels`)
		expect([response.status(), ((await response.json()) as { code: string }).code]).toEqual([
			503,
			'unavailable',
		])
	} finally {
		await stop()
	}
})

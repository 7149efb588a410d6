import { randomUUID } from 'node:crypto'
import { OAuth2Server } from 'oauth2-mock-server'
import { expect, expectSound, test as journey } from '../support/journey'
import { startServer, type TestServer } from '../support/server'

/** The product with a provider beside it, and whom the provider vouches for. */
const test = journey.extend<object, { google: { server: TestServer; claims: Record<string, unknown> } }>({
	google: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
		async ({}, use) => {
			const provider = new OAuth2Server()
			await provider.issuer.keys.generate('RS256')
			await provider.start(0, '127.0.0.1')
			const issuer = `http://127.0.0.1:${provider.address().port}`
			provider.issuer.url = issuer
			const claims: Record<string, unknown> = {}
			provider.service.on('beforeTokenSigning', token => {
				Object.assign(token.payload, claims)
			})
			const server = await startServer({
				env: { GOOGLE_CLIENT_ID: 'market', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer },
			})
			await use({ server, claims })
			await server.stop()
			await provider.stop()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
})

test('the button leads through Google to the dashboard', async ({ page, google }) => {
	Object.assign(google.claims, {
		sub: randomUUID(),
		email: `${randomUUID()}@example.test`,
		email_verified: true,
		name: 'Ada Example',
	})
	for (const path of ['/register', '/login']) {
		await page.goto(google.server.url + path)
		await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
		await expectSound(page)
	}
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect(page).toHaveURL(`${google.server.url}/user/dashboard`)
	await expect(page.getByText('Ada Example').first()).toBeVisible()
})

test('an e-mail that Google has not verified opens nothing', async ({ page, google }) => {
	Object.assign(google.claims, {
		sub: randomUUID(),
		email: `${randomUUID()}@example.test`,
		email_verified: false,
	})
	await page.goto(`${google.server.url}/login`)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect(page).toHaveURL(`${google.server.url}/login`)
	await expect(page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' })).toBeVisible()
})

test('without a provider there is no button, and a token from nowhere opens nothing', async ({ page }) => {
	await page.goto('/login')
	await expect(page.getByRole('link', { name: /Google/ })).toHaveCount(0)
	for (const path of ['/auth/google', '/google-response', '/google-response?token=forged']) {
		await page.goto(path)
		await expect(page).toHaveURL('/login')
		await expect(page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' })).toBeVisible()
	}
})

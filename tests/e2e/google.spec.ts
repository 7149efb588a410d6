import { randomUUID } from 'node:crypto'
import { OAuth2Server } from 'oauth2-mock-server'
import { expect, expectAccessiblePage, test as journey } from '../support/journey'
import { startServer, type TestServer } from '../support/server'

/** The product with an OpenID provider, and the claims that the provider issues. */
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
		{ scope: 'worker', timeout: 240_000 },
	],
})

test('the Google button signs in and leads to the dashboard', async ({ page, google }) => {
	Object.assign(google.claims, {
		sub: randomUUID(),
		email: `${randomUUID()}@example.test`,
		email_verified: true,
		name: 'Ada Example',
	})
	for (const path of ['/register', '/login']) {
		await page.goto(google.server.url + path)
		await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
	}
	await expectAccessiblePage(page)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect(page).toHaveURL(`${google.server.url}/auth/google/sign-up`)
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(
		page.getByRole('alert').filter({ hasText: 'Please accept the Terms and Policy to continue' }).first(),
	).toBeVisible()
	await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(`${google.server.url}/user/dashboard`)
	await expect(page.getByText('Ada Example').first()).toBeVisible()
})

test('signing in with Google returns to the requested page', async ({ page, google }) => {
	const { url } = google.server
	Object.assign(google.claims, {
		sub: randomUUID(),
		email: `${randomUUID()}@example.test`,
		email_verified: true,
		name: 'Ada Example',
	})
	await page.goto(`${url}/user/pixels/buy?cell=300`)
	await expect(page).toHaveURL(/\/register\?/)
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL(`${url}/user/pixels/buy?cell=300`)
	await expect(page.locator('input[value="300"]')).toBeChecked()
})

test('an account with the same address is linked by its password, and opened by Google afterwards', async ({
	page,
	google,
}) => {
	const { url } = google.server
	Object.assign(google.claims, {
		sub: 'the same person',
		email: 'admin@mcxi.example',
		email_verified: true,
		name: 'Ada Example',
	})
	const continueWithGoogle = async () => {
		await page.goto(`${url}/login`)
		await page.getByRole('link', { name: 'Continue with Google' }).click()
	}
	await continueWithGoogle()
	/* Both projects may run against one server, and the second finds the account linked. */
	if (page.url() === `${url}/auth/google/link`) {
		await expect(page.getByRole('heading', { name: 'Link your Google account' })).toBeVisible()
		await expectAccessiblePage(page)
		await page.getByLabel('Password', { exact: true }).fill('not the password')
		await page.getByRole('button', { name: 'Link and Log In' }).click()
		await expect(
			page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).first(),
		).toBeVisible()
		await page.getByLabel('Password', { exact: true }).fill('demo-administrator')
		await page.getByRole('button', { name: 'Link and Log In' }).click()
	}
	await expect(page).toHaveURL(`${url}/admin/dashboard`)
	await page.context().clearCookies()
	await continueWithGoogle()
	await expect(page).toHaveURL(`${url}/admin/dashboard`)
})

test('an unverified Google address cannot sign in', async ({ page, google }) => {
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

test('without a provider there is no button, and an unknown token does not sign in', async ({ page }) => {
	await page.goto('/login')
	await expect(page.getByRole('link', { name: /Google/ })).toHaveCount(0)
	for (const path of ['/auth/google', '/google-response', '/google-response?token=forged']) {
		await page.goto(path)
		await expect(page).toHaveURL('/login')
		await expect(page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' })).toBeVisible()
	}
})

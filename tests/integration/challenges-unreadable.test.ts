import path from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBrowser } from '../support/browser'
import { makeUser } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* When the table of codes cannot be read, the pages that need it show the messages of the error catalogue. */

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const GENERAL = 'Something has broken on our side'
const DIGITS: [string, string][] = ['1', '2', '3', '4', '5', '6'].map(digit => ['digit', digit])

let server: TestServer
let client: Client
let browser: ReturnType<typeof makeBrowser>

const person: [string, string][] = [
	['firstName', 'Ada'],
	['lastName', 'Example'],
	['email', 'ada@example.test'],
	['password', 'correct horse battery'],
	['confirmPassword', 'correct horse battery'],
	['terms', 'on'],
]

beforeAll(async () => {
	const dataDir = process.env['DATA_DIR'] ?? ''
	server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
	browser = makeBrowser(server.url)
	const user = await makeUser()
	expect((await browser.send('/register', person)).status).toBe(302)
	expect((await browser.send('/forgot-password', [['email', user.email]])).status).toBe(302)
	client = createClient({ url: `file:${path.join(dataDir, 'market.db')}`, timeout: 30_000 })
	await client.execute('alter table challenges rename to challenges_away')
})

afterAll(async () => {
	await client.execute('alter table challenges_away rename to challenges')
	client.close()
	await server.stop()
})

test.each([
	['/register', 'JOIN THE ELITE'],
	['/verify-otp', 'Verify Your Email'],
	['/verify-user', 'Enter your code'],
])('%s answers 500 under its own title', async (address, title) => {
	const { status, html } = await browser.send(address)
	expect(status).toBe(500)
	for (const words of [title, UNEXPECTED]) expect(html).toContain(words)
	expect(html).not.toContain(GENERAL)
})

test.each([
	['/register', person, ['Registration failed', UNEXPECTED, 'ada@example.test']],
	['/verify-otp', [...DIGITS, ['intent', 'verify']], ['Verification failed', UNEXPECTED]],
	['/verify-otp', [['intent', 'resend']], ['Failed to resend OTP', UNEXPECTED]],
	['/verify-user', [...DIGITS, ['intent', 'verify']], [UNEXPECTED]],
	['/verify-user', [['intent', 'resend']], ['Failed to resend code. Please try again.', UNEXPECTED]],
] as [string, [string, string][], string[]][])(
	'a form of %s keeps its texts: %j',
	async (address, fields, texts) => {
		const { status, html } = await browser.send(address, fields)
		expect(status).toBe(500)
		for (const words of texts) expect(html).toContain(words)
		expect(html).not.toContain(GENERAL)
		expect(html).not.toContain('correct horse')
	},
)

test('a new password shows the error', async () => {
	browser.jar.set('reset-grant', await signedGrant())
	const { status, html } = await browser.send('/reset-password')
	expect(status).toBe(500)
	expect(html).toContain('Failed to reset password. Please try again.')
	expect(html).not.toContain(GENERAL)
})

/* Signs the cookie of a grant as the server does. */
async function signedGrant(): Promise<string> {
	const { startFlow } = await import('~/server/auth/flow-cookies.server')
	const line = await startFlow('reset-grant', 'some.grant')
	return line.split(';')[0]?.slice('reset-grant='.length) ?? ''
}

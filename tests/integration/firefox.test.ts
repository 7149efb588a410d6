import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firefoxPath, openFirefox } from '../support/firefox'
import { makeTwoColourPng } from '../support/images'
import { extractCode, mailbox } from '../support/mailbox'
import { startServer, type TestServer } from '../support/server'

/* The main job in an unmodified Firefox, from registration to the submitted receipt. */

const PASSWORD = 'a quiet grid of colours'
const MAIN_BUTTON = 'main button.btn-primary'

let server: TestServer
let folder: string
let picture: string
beforeAll(async () => {
	if (!firefoxPath) return
	server = await startServer({ env: { LOG_LEVEL: 'error' } })
	folder = await mkdtemp(path.join(tmpdir(), 'market-firefox-'))
	picture = path.join(folder, 'picture.png')
	await writeFile(picture, makeTwoColourPng())
})
afterAll(async () => {
	await server?.stop()
	if (folder) await rm(folder, { recursive: true, force: true })
})

for (const [scripts, name, row] of [
	[false, 'without scripts', 20],
	[true, 'with scripts', 24],
] as const) {
	test(`Firefox ${name}: register, select, preview, pay`, async ({ skip }) => {
		skip(!firefoxPath, 'Firefox is not installed.')
		const email = `firefox-${row}@example.test`
		const { ask, open, arrive, press, type, chooseFile, close } = await openFirefox(server.url, {
			scripts,
		})
		const main = () => ask(() => document.querySelector('main')?.textContent)
		try {
			await open('/register')
			await type({ firstName: 'Fox', lastName: 'Example', email, password: PASSWORD })
			await type({ confirmPassword: PASSWORD })
			await press('[name=terms]', ' ')
			await press(MAIN_BUTTON)
			await arrive(/\/verify-otp$/)
			// The first box accepts the whole code.
			await type({ digit: extractCode(await mailbox(server.dataDir).waitForMail(email)) })
			await press(MAIN_BUTTON)
			await arrive(/\/user\/dashboard$/)

			await open('/user/pixels/buy')
			for (const col of [5, 6]) await press(`[aria-label^="Tiny pixel, row ${row}, column ${col},"]`, ' ')
			await press('button[value=preview]')
			await arrive(/\/user\/pixels\/preview\?/)
			await chooseFile('[name=image]', picture)
			if (!scripts) await press('button[value=show]')
			await expect
				.poll(() => ask(() => document.querySelectorAll('.editor-stage image').length))
				.toBeGreaterThan(0)
			await press('button[value=buy]')
			await arrive(/\/user\/checkout\/[^/]+$/)
			expect(await main()).toContain('two hundred thousand pounds')

			await press('button[value=next]')
			await arrive(/\/payment$/)
			await press('main a[href$="/confirm"]')
			await arrive(/\/confirm$/)
			await type({ name: 'Example Buyer Ltd', country: 'UK', contact_no: '20 7946 0000' })
			await type({ bank_name: 'Example Bank', bank_account_no: 'GB00EXMP00000000', payment_id: `TX-${row}` })
			await chooseFile('[name=payment_receipt]', picture)
			for (const box of ['details_confirmed', 'terms']) await press(`[name=${box}]`, ' ')
			await press(MAIN_BUTTON)
			await arrive(/\/done$/)
			expect(await main()).toContain('Success! Your Purchase Is Confirmed')
		} finally {
			await close()
		}
	})
}

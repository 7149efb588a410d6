import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ADMIN } from '../support/main-job'
import { freePort } from '../support/server'

/* `npm run dev` in a new checkout, with no variables but the port and the data directory. */

let child: ChildProcess
let url: string
let dataDir: string

test.beforeAll(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), 'market-dev-'))
	const port = await freePort()
	url = `http://localhost:${port}`
	const { PATH, HOME } = process.env
	const env = { PATH, HOME, PORT: String(port), DATA_DIR: dataDir } as unknown as NodeJS.ProcessEnv
	child = spawn('node_modules/.bin/react-router', ['dev'], { env, stdio: 'ignore' })
	// The first response waits until Vite has transformed all modules.
	await expect
		.poll(
			() =>
				fetch(url).then(
					response => response.status,
					() => 0,
				),
			{ timeout: 120_000 },
		)
		.toBe(200)
})

test.afterAll(async () => {
	child.kill('SIGTERM')
	await rm(dataDir, { recursive: true, force: true })
})

test('sign-in, check boxes and dragging work in the development server', async ({ page }) => {
	const errors: string[] = []
	page.on('pageerror', error => errors.push(error.message))
	await page.goto(`${url}/login`)
	await page.getByLabel('Email').fill(ADMIN.email)
	await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`${url}/admin/dashboard`)
	await page.goto(`${url}/admin/profile`)
	const tools = page.locator('html[data-enhanced]')
	await expect(tools).toHaveCount(1, { timeout: 60_000 })
	const cell = (row: number, column: number) =>
		page.getByRole('checkbox', { name: new RegExp(`^Tiny pixel, row ${row}, column ${column},`) })
	await cell(20, 5).check()
	await expect(page.getByText('£100,000').first()).toBeVisible()
	const [from, to] = [await cell(12, 10).boundingBox(), await cell(13, 12).boundingBox()]
	if (!from || !to) throw new Error('The cells are not there')
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
	await page.mouse.down()
	await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
	await page.mouse.up()
	await expect(cell(13, 11)).toBeChecked()
	expect(errors).toEqual([])
})

import { readFileSync, rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { place, run, target } from '../support/backups'
import { makeUser, ownCells, sessionCookie } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { type S3Server, startS3 } from '../support/s3-server'
import { startServer, type TestServer } from '../support/server'

/* The product with a bucket that is unreachable, slow or inaccessible. */

let s3: S3Server
let server: TestServer

beforeAll(async () => {
	s3 = await startS3()
	server = await startServer({
		dataDir: process.env['DATA_DIR'] ?? '',
		env: { ...s3.env, METRICS_TOKEN: 'token' },
	})
})

afterEach(() => {
	Object.assign(s3, { always: undefined, faults: {}, requests: [] })
})

afterAll(async () => {
	await server.stop()
	await s3.close()
	rmSync(place, { recursive: true, force: true })
})

const TEXT = { description: 'Fresh bread every morning', link: 'https://bakery.example/' }

/** Submits the form of a pixel as a browser without scripts does. */
async function sendForm(owner: { id: string }, cell: number, fields: Record<string, string | File>) {
	const { name, value } = await sessionCookie(owner.id)
	const form = new FormData()
	for (const [field, entry] of Object.entries({ ...TEXT, rotation: '0', intent: 'upload', ...fields })) {
		form.set(field, entry)
	}
	const response = await fetch(`${server.url}/user/profile?cell=${cell}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie: `${name}=${value}`, origin: server.url },
		body: form,
	})
	return { status: response.status, page: await response.text() }
}

const bread = () => new File([new Uint8Array(makeTwoColourPng())], 'bread.png', { type: 'image/png' })

test('an upload rejected by the bucket keeps the input, and stores no name of a file', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [112])
	const keys = async () => (await db.select().from(files).where(eq(files.accountId, owner.id))).length

	s3.always = 'denied'
	const refused = await sendForm(owner, 112, { image: bread() })
	expect(refused.status).toBe(422)
	expect(refused.page).toContain('The file could not be stored. Nothing else is lost')
	for (const typed of Object.values(TEXT)) expect(refused.page).toContain(typed)
	expect(await keys()).toBe(0)
	const printed = await server.printed()
	expect(printed).toContain('S3_ACCESS_KEY_ID names somebody who may not do this')
	for (const secret of [s3.env.S3_SECRET_ACCESS_KEY, 'Signature=']) expect(printed).not.toContain(secret)

	s3.always = undefined
	s3.faults = { PUT: ['busy', 'early', 'cut'] }
	expect((await sendForm(owner, 112, { image: bread() })).status).toBe(302)
	expect(await keys()).toBe(1)

	// Rotating the existing image begins with fetching it.
	s3.always = 'denied'
	const turned = await sendForm(owner, 112, { rotation: '90' })
	s3.always = undefined
	expect(turned.status).toBe(422)
	expect(turned.page).toContain('The image could not be fetched. Nothing else is lost')
	expect((await sendForm(owner, 112, { rotation: '90' })).status).toBe(302)
})

test('a file that cannot be fetched returns a retryable response that is not cached', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [140])
	await sendForm(owner, 140, { image: bread() })
	const [file] = await db.select().from(files).where(eq(files.accountId, owner.id))
	const address = `${server.url}/files/${file?.key}`
	for (const [accept, seconds, message] of [
		['image/*', '10', ''],
		['text/html', '300', 'We are not available just now'],
	] as const) {
		s3.always = 'denied'
		const response = await fetch(address, { headers: { accept } })
		s3.always = undefined
		expect([response.status, response.headers.get('retry-after')]).toEqual([503, seconds])
		expect(response.headers.get('cache-control')).not.toContain('public')
		expect(await response.text()).toContain(message)
	}
	s3.faults = { GET: ['half', 'busy'] }
	const found = await fetch(address)
	expect([found.status, (await found.arrayBuffer()).byteLength]).toEqual([200, file?.bytes])

	const home = await (await fetch(server.url)).text()
	const picture = /\/grid-picture\/[0-9a-f]{24}\//.exec(home)?.[0]
	s3.always = 'denied'
	expect((await fetch(`${server.url}${picture}480.webp`)).status).toBe(503)
	s3.always = undefined
	expect((await fetch(`${server.url}${picture}480.webp`)).status).toBe(200)
})

test('while the bucket denies access the product is alive, not ready, and reports it in its metrics', async () => {
	s3.always = 'denied'
	expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
	const state = async () => (await fetch(`${server.url}/readyz`)).json()
	await expect.poll(state, { interval: 500 }).toMatchObject({ status: 'unavailable', canStoreFiles: false })
	const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer token' } })
	expect(await metrics.text()).toContain('market_files_up 0')
	s3.always = undefined
	await expect.poll(state, { interval: 500 }).toMatchObject({ status: 'ready', canStoreFiles: true })
})

/** Returns the output of a failed start. */
async function getError(env: Record<string, string | undefined>): Promise<string> {
	const failed = await startServer({ env: { ...s3.env, ...env } }).then(
		started => started.stop(),
		(error: Error) => error.message,
	)
	const { level, msg, ...more } = JSON.parse(String(failed).split('It printed:\n')[1] ?? '')
	expect([level, Object.keys(more)]).toEqual([60, ['time']])
	return msg
}

test('invalid variables end the start with one clear error', async () => {
	const { STORAGE_URL } = s3.env
	expect(await getError({ S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
		/^The environment variable S3_SECRET_ACCESS_KEY is wrong, .*market at http.* 403 SignatureDoesNotMatch\.$/,
	)
	expect(await getError({ STORAGE_URL: STORAGE_URL.replace('//market', '//nowhere') })).toMatch(
		/^The environment variable STORAGE_URL names a bucket that does not exist: .*nowhere.*\.$/,
	)
})

test('the start waits for an unreachable bucket, and logs the cause once', async () => {
	s3.always = 'busy'
	const late = await startServer({
		env: s3.env,
		async meanwhile(output) {
			await expect.poll(output).toMatch(/The file store \(S3 bucket market at http.*\) does not answer/)
			s3.always = undefined
		},
	})
	try {
		expect(late.output().match(/does not answer/g)).toHaveLength(1)
		expect(late.output()).toContain(`"files":"S3 bucket market at ${s3.endpoint}"`)
	} finally {
		await late.stop()
	}
})

test('a backup contains the database only, and names the bucket', async () => {
	const { code, out, error } = await run('backup', [server.dataDir, target], s3.env)
	expect([code, error]).toEqual([0, expect.stringContaining('The files are in a bucket')])
	expect(JSON.parse(readFileSync(`${out}/manifest.json`, 'utf8'))).toMatchObject({
		database: true,
		files: false,
	})
})

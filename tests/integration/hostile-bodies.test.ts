import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, ownCells, sessionCookie } from '../support/factories'
import { makeTwoColourPng, png } from '../support/images'
import { sharp } from '../support/pixels'
import { readCpuSeconds, startServer, type TestServer } from '../support/server'

const MB = 1024 * 1024
const METRICS_TOKEN = 'hostile'
/* Memory of the server process above its idle level; image-memory.test.ts covers its image process. */
const MEMORY_BOUND_MB = 200

let server: TestServer
let cookie: string
let peak = 0
let watcher: ReturnType<typeof setInterval>
let atRest = 0

function residentMb(): number {
	const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { METRICS_TOKEN } })
	const owner = await makeUser()
	await ownCells(owner.id, [112, 113])
	const { name, value } = await sessionCookie(owner.id)
	cookie = `${name}=${value}`
	atRest = residentMb()
	watcher = setInterval(() => {
		peak = Math.max(peak, residentMb())
	}, 50)
})

afterAll(async () => {
	clearInterval(watcher)
	await server.stop()
})

type Answer = { status: number; text: string }

async function send(pathname: string, init: RequestInit): Promise<Answer> {
	const headers = new Headers(init.headers)
	headers.set('cookie', cookie)
	headers.set('origin', server.url)
	const response = await fetch(server.url + pathname, {
		method: 'POST',
		redirect: 'manual',
		...init,
		headers,
	})
	return { status: response.status, text: await response.text() }
}

async function upload(image: Uint8Array<ArrayBuffer> | undefined, name = 'logo.png', type = 'image/png') {
	const form = new FormData()
	form.set('intent', 'upload')
	form.set('description', 'Kept words')
	form.set('link', 'https://kept.example/')
	form.set('rotation', '0')
	if (image) form.set('image', new File([image], name, { type }))
	return await send('/user/profile?cell=112', { body: form })
}

/** Sends raw bytes that fetch would not send. @returns the status code. */
async function sendRaw(head: string, body = ''): Promise<number> {
	const socket = connect(server.port, '127.0.0.1')
	socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`)
	const [chunk] = await once(socket, 'data')
	socket.destroy()
	return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])
}

const head = (pathname: string, ...lines: string[]) =>
	[`POST ${pathname} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookie}`, ...lines].join('\n')
const URL_ENCODED = 'application/x-www-form-urlencoded'

test('a body without a length is rejected unread', async () => {
	const chunked = head('/login', 'Transfer-Encoding: chunked', `Content-Type: ${URL_ENCODED}`)
	expect(await sendRaw(chunked, '5\r\na=b&c\r\n0\r\n\r\n')).toBe(411)
	expect(await sendRaw(head('/login', `Content-Type: ${URL_ENCODED}`))).toBe(411)
})

test('a body that is too large is rejected by its length, on upload pages too', async () => {
	const body = `a=${'x'.repeat(70_000)}`
	const headers = { 'content-type': URL_ENCODED }
	expect((await send('/login', { body, headers })).status).toBe(413)
	expect((await send('/user/profile?cell=112', { body, headers })).status).toBe(413)
	const huge = head('/login', `Content-Type: ${URL_ENCODED}`, `Content-Length: ${300 * MB}`)
	expect(await sendRaw(huge)).toBe(413)
})

test('a flash message is kept when the next page fails', async () => {
	const headers = { cookie: 'flash=unreadable', 'content-type': URL_ENCODED, origin: server.url }
	const refused = await fetch(`${server.url}/login`, {
		method: 'POST',
		body: `a=${'x'.repeat(70_000)}`,
		headers,
	})
	expect(refused.status).toBe(413)
	expect(refused.headers.get('set-cookie')).toBeNull()
	const shown = await fetch(`${server.url}/about`, { headers: { cookie: 'flash=unreadable' } })
	expect(shown.headers.get('set-cookie')).toMatch(/^flash=;/)
})

test('other content types and methods are rejected', async () => {
	const json = { body: '{}', headers: { 'content-type': 'application/json' } }
	expect((await send('/login', json)).status).toBe(415)
	for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
		expect((await send('/login', { method })).status, method).toBe(405)
	}
})

test('a boundary crafted to cost time is rejected', async () => {
	const boundary = 'b'.repeat(8_000)
	const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
	expect((await send('/user/profile?cell=112', { body: 'x', headers })).status).toBe(400)
	const none = { 'content-type': 'multipart/form-data' }
	expect((await send('/user/profile?cell=112', { body: 'x', headers: none })).status).toBe(400)
})

test('very many parts or fields are rejected quickly', async () => {
	const before = await readCpuSeconds(server, METRICS_TOKEN)
	const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
	const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
	const flood = { body: `${part.repeat(20_000)}--b--\r\n`, headers: multipart }
	expect((await send('/user/profile?cell=112', flood)).status).toBe(413)
	const headers = { 'content-type': URL_ENCODED }
	for (const body of ['a&'.repeat(30_000), 'a[0].b[99999]=1&'.repeat(3_000), `a${'[0]'.repeat(20_000)}=1`]) {
		expect((await send('/contact', { body, headers })).status).toBe(400)
	}
	// Without a limit, the second of these alone blocks a processor for three quarters of a minute.
	expect((await readCpuSeconds(server, METRICS_TOKEN)) - before).toBeLessThan(20)
})

test('a multipart form is accepted where no file is expected', async () => {
	const form = new FormData()
	form.set('email', 'nobody@example.test')
	form.set('password', new File(['x'], 'password.txt'))
	const { status } = await send('/login', { body: form })
	expect(status).toBeGreaterThanOrEqual(300)
	expect(status).toBeLessThan(500)
})

test('a truncated or mislabelled form is a bad request', async () => {
	const headers = { 'content-type': 'multipart/form-data; boundary=b' }
	for (const body of ['nonsense', '--b\r\n', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx']) {
		expect((await send('/user/profile?cell=112', { body, headers })).status, body).toBe(400)
	}
})

const notAnImage = [
	['nothing at all', new Uint8Array(0), 'This file is empty'],
	[
		'HTML with the name of an image',
		'<!doctype html><script>alert(1)</script>',
		'Only image files are allowed',
	],
	['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'Only image files'],
	['a PDF', '%PDF-1.4\n%%EOF', 'Only image files are allowed'],
	['the beginning of a PNG and then HTML', '\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'damaged'],
	['the beginning of a GIF and then script', 'GIF89a/*...*/=1;alert(1)', 'damaged'],
	['a JPEG that is only its beginning', '\xff\xd8\xff\xe0\0\x10JFIF', 'damaged'],
] as const

test.each(notAnImage)(
	'%s is rejected with a plain message, and the rest of the form kept',
	async (_, bytes, words) => {
		const image = typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'latin1')) : bytes
		const { status, text } = await upload(image)
		expect(status).toBe(422)
		expect(text).toContain(words)
		expect(text).toContain('Kept words')
		expect(text).toContain('https://kept.example/')
	},
)

test('5 MB are accepted, and one byte more is rejected', async () => {
	const image = makeTwoColourPng()
	const padded = (size: number) => {
		const bytes = new Uint8Array(size)
		bytes.set(image)
		return bytes
	}
	const above = await upload(padded(5 * MB + 1))
	expect(above.status).toBe(422)
	expect(above.text).toContain('File size must not exceed 5MB')
	expect(above.text).toContain('Kept words')
	expect((await upload(padded(5 * MB))).status).toBe(302)
	// The error is next to the field for any file that a person may choose by mistake.
	for (const size of [9 * MB, 20 * MB, 70 * MB]) {
		const large = await upload(padded(size))
		expect(large.status).toBe(422)
		expect(large.text).toContain('File size must not exceed 5MB')
		expect(large.text).toContain('Kept words')
	}
})

test('above the limit of a whole form the page links back', async () => {
	const type = 'Content-Type: multipart/form-data; boundary=b'
	expect(await sendRaw(head('/user/profile?cell=112', type, `Content-Length: ${1025 * MB}`))).toBe(413)
	const flood = new FormData()
	for (let count = 0; count < 1_301; count++) flood.append('a', '')
	const refused = await send('/user/profile?cell=112', { body: flood })
	expect(refused.status).toBe(413)
	expect(refused.text).toContain('Files may be 5 MB at most, so nothing was saved.')
	// Going back is not possible: members' pages are not cached, and the response to a form would be submitted again.
	expect(refused.text).not.toContain('Go back in your browser')
	expect(refused.text).toContain('Open the form again')
	expect(refused.text).toContain('href="/user/profile?cell=112"')
})

test('data appended to an image is removed', async () => {
	const script = '<script>alert("polyglot")</script>'
	const withMetadata = await sharp(makeTwoColourPng())
		.withExif({ IFD0: { Copyright: script } })
		.png()
		.toBuffer()
	const before = await readdir(path.join(server.dataDir, 'files', 'creatives'))
	const { status } = await upload(new Uint8Array(Buffer.concat([withMetadata, Buffer.from(script)])))
	expect(status).toBe(302)
	const folder = path.join(server.dataDir, 'files', 'creatives')
	const added = (await readdir(folder)).filter(name => !before.includes(name))
	expect(added).toHaveLength(2)
	for (const name of added) {
		const stored = readFileSync(path.join(folder, name))
		expect(stored.includes('polyglot'), name).toBe(false)
		const response = await fetch(`${server.url}/files/creatives/${name}`)
		expect(response.headers.get('content-type')).toBe('image/webp')
		expect(response.headers.get('x-content-type-options')).toBe('nosniff')
		expect(response.headers.get('content-security-policy')).toContain('sandbox')
	}
})

/** A PNG of any size whose pixels compress to almost nothing: 8,000 by 8,000 is twice the limit. */
function bomb(edge: number): Uint8Array<ArrayBuffer> {
	const rows = Buffer.alloc((Math.ceil(edge / 8) + 1) * edge)
	return new Uint8Array(png(edge, edge, [1, 0, 0, 0, 0], rows))
}

test('image bombs are rejected by their claimed size', async () => {
	const { status, text } = await upload(bomb(8_000))
	expect(status).toBe(422)
	expect(text).toContain('too many pixels')
	expect(text).toContain('Kept words')
})

test('a full disk is reported on the page, and the input kept', async () => {
	const folder = path.join(server.dataDir, 'files', 'creatives')
	await rename(folder, `${folder}-away`)
	await writeFile(folder, '')
	const { status, text } = await upload(new Uint8Array(makeTwoColourPng()))
	expect(status).toBe(422)
	expect(text).toContain('could not be stored')
	expect(text).toContain('Kept words')
	await rename(folder, `${folder}-file`)
	await rename(`${folder}-away`, folder)
	expect((await upload(new Uint8Array(makeTwoColourPng()))).status).toBe(302)
})

test('the memory of the server stayed bounded', () => {
	console.info(`memory of the server: ${Math.round(atRest)} MB at rest, ${Math.round(peak)} MB at most`)
	expect(peak - atRest).toBeLessThan(MEMORY_BOUND_MB)
})

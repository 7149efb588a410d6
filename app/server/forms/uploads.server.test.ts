import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { withRequestContext } from '../http/request-context.server'
import { admitUpload, releaseUpload } from './upload-admission.server'
import { dropBody, readTextFields, readUploadForm } from './uploads.server'

const MB = 1024 * 1024
const LIMIT = 5 * MB
const toBytes = (text: string) => Buffer.from(text, 'latin1')

function post(form: FormData): Request {
	return new Request('http://localhost/', { method: 'POST', body: form })
}

function raw(body: string | Uint8Array<ArrayBuffer>, type: string): Request {
	return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } })
}

function isRefusal(thrown: unknown): thrown is { init: { status: number } } {
	return typeof thrown === 'object' && thrown !== null && 'init' in thrown
}

async function getStatus(work: Promise<unknown>): Promise<number> {
	const thrown: unknown = await work.then(
		() => undefined,
		error => error,
	)
	if (thrown instanceof Response) return thrown.status
	if (isRefusal(thrown)) return thrown.init.status
	throw new Error(`no response was thrown: ${thrown}`)
}

/** Reads a form as an action does, which releases the upload with its response. */
async function readInContext<T>(request: Request, read: (request: Request) => Promise<T>): Promise<T> {
	return await withRequestContext(request, async context => {
		try {
			return await read(request)
		} finally {
			if (context.upload) releaseUpload(context.upload)
		}
	})
}

const readForm = async (request: Request, limits: Parameters<typeof readUploadForm>[1]) =>
	(await readInContext(request, () => readUploadForm(request, limits))).form

function fileForm(...sizes: number[]): FormData {
	const form = new FormData()
	form.set('name', 'Ada')
	for (const size of sizes) form.append('file', new File([new Uint8Array(size)], 'a.png'))
	return form
}

describe('readUploadForm', () => {
	test('returns fields and files', async () => {
		const form = await readForm(post(fileForm(10)), { maxFiles: 1 })
		expect(form.get('name')).toBe('Ada')
		const file = form.get('file')
		expect(file instanceof File && [file.name, file.size]).toEqual(['a.png', 10])
	})

	test('keeps a file above 5 MB, so that the schema can reject it', async () => {
		const form = await readForm(post(fileForm(6_000_000)), { maxFiles: 1 })
		expect(form.get('name')).toBe('Ada')
	})

	test('keeps only the start of a file that is too large, and all other fields', async () => {
		for (const size of [LIMIT, LIMIT + 1, 9 * MB, 20 * MB]) {
			const sent = fileForm(size, 1_000)
			sent.set('last', 'words')
			const form = await readForm(post(sent), { maxFiles: 2 })
			const [large, small] = form.getAll('file')
			if (!(large instanceof File && small instanceof File)) throw new Error('a file is missing')
			expect(large.size).toBeLessThan(LIMIT + 10_000)
			expect(large.size > LIMIT).toBe(size > LIMIT)
			expect([large.name, small.size, form.get('last')]).toEqual(['a.png', 1_000, 'words'])
		}
	})

	test('finds the end of a large file for any chunk size', async () => {
		const part = (name: string) =>
			`--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`
		const body = toBytes(`${part('a')}${'\r\n-'.repeat(2 * MB)}\r\n${part('b')}two\r\n--b--\r\n`)
		for (const step of [65_535, 65_536, 65_537, 1_000_003]) {
			const pieces = new ReadableStream<Uint8Array>({
				start(stream) {
					for (let at = 0; at < body.length; at += step) stream.enqueue(body.subarray(at, at + step))
					stream.close()
				},
			})
			const init = {
				method: 'POST',
				body: pieces,
				duplex: 'half',
				headers: { 'content-type': 'multipart/form-data; boundary=b' },
			}
			const form = await readForm(new Request('http://localhost/', init), { maxFiles: 2 })
			const file = form.get('b')
			expect(file instanceof File && (await file.text())).toBe('two')
		}
	})

	test('drops a body that is slower than 150 kB in 30 seconds, and no other', async () => {
		vi.useFakeTimers()
		let send = (_text: string) => {}
		const body = new ReadableStream<Uint8Array>({
			start(stream) {
				send = text => stream.enqueue(toBytes(text))
			},
		})
		const type = 'multipart/form-data; boundary=b'
		const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } }
		let status = 0
		// Dropping a body does not wait for the disk.
		void getStatus(readTextFields(new Request('http://localhost/', init), 1)).then(answered => {
			status = answered
		})
		send('--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n')
		for (let time = 0; time < 6; time++) {
			await vi.advanceTimersByTimeAsync(14_500)
			send('x'.repeat(150_000))
		}
		await vi.advanceTimersByTimeAsync(29_000)
		expect(status).toBe(0)
		send('x')
		await vi.advanceTimersByTimeAsync(1_000)
		expect(status).toBe(408)
		vi.useRealTimers()
	})

	test('drops a slow body only when another upload needs its room', async () => {
		vi.useFakeTimers()
		onTestFinished(() => void vi.useRealTimers())
		const type = 'multipart/form-data; boundary=b'
		/** Sends a body at `rate` bytes a second. @returns the response. */
		function feed(rate: number) {
			const response = { status: 0 }
			const body = new ReadableStream<Uint8Array>({
				start(stream) {
					stream.enqueue(toBytes('--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'))
					const timer = setInterval(() => stream.enqueue(toBytes('x'.repeat(rate))), 1_000)
					onTestFinished(() => clearInterval(timer))
				},
			})
			const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } }
			const reading = readInContext(new Request('http://localhost/', init), request =>
				readTextFields(request, 1),
			)
			void getStatus(reading).then(status => {
				response.status = status
			})
			return response
		}
		const [slow, slower, ...quick] = [20_000, 11_000, 30_000, 30_000].map(feed)
		await vi.advanceTimersByTimeAsync(60_000)
		expect([slow, slower]).toEqual([{ status: 0 }, { status: 0 }])
		// No other upload can make room for an account that has reached its own limit.
		const own = [1, 2].map(() => ({ bytes: 1, account: 'own', address: 'elsewhere' }))
		for (const item of own) await admitUpload(item, new AbortController().signal)
		const leaving = new AbortController()
		const third = admitUpload({ bytes: 1, account: 'own', address: 'elsewhere' }, leaving.signal)
		await vi.advanceTimersByTimeAsync(2_000)
		expect(slower).toEqual({ status: 0 })
		leaving.abort()
		expect(await third).toBe(false)
		// An address may have four uploads at a time.
		const upload = { bytes: 1, account: 'other', address: '127.0.0.1' }
		const admitting = admitUpload(upload, new AbortController().signal)
		await vi.advanceTimersByTimeAsync(1_000)
		expect(await admitting).toBe(true)
		await vi.advanceTimersByTimeAsync(1)
		expect([slow, slower, ...quick].map(item => item?.status)).toEqual([0, 408, 0, 0])
		for (const item of [...own, upload]) releaseUpload(item)
		await vi.advanceTimersByTimeAsync(1)
	})

	test('reads only the text fields when there is no room for files', async () => {
		const [account, address] = ['one', 'unknown']
		const others = [1, 2, 3, 4].map(at => ({ bytes: 1, account: `other ${at}`, address }))
		for (const other of others) await admitUpload(other, new AbortController().signal)
		const sent = fileForm(6 * MB, 100)
		sent.set('last', 'words')
		const part = '--b\r\nContent-Disposition: form-data; name='
		const empty = `${part}"intent"\r\n\r\ndelete\r\n${part}"file"; filename=""\r\n\r\n\r\n--b--`
		vi.useFakeTimers()
		const requests = [post(sent), raw(empty, 'multipart/form-data; boundary=b')]
		const reading = requests.map(request => {
			return withRequestContext(request, async context => {
				context.address = address
				context.accountId = account
				return await readUploadForm(request, { maxFiles: 2 })
			})
		})
		await vi.advanceTimersByTimeAsync(30_000)
		vi.useRealTimers()
		const [refused, harmless] = await Promise.all(reading)
		expect(refused?.busy).toMatchObject({ status: 503, code: 'busy' })
		const read = [...(refused?.form ?? [])].map(([name, value]) => [
			name,
			value instanceof File ? value.size : value,
		])
		expect(read).toEqual([
			['name', 'Ada'],
			['file', 0],
			['file', 0],
			['last', 'words'],
		])
		// Nothing is rejected without a file.
		expect([harmless?.busy, harmless?.form.get('intent')]).toEqual([undefined, 'delete'])
		for (const other of others) releaseUpload(other)
	})

	test('stops waiting for the rest of a stalled copy after 30 seconds', async () => {
		vi.useFakeTimers()
		onTestFinished(() => void vi.useRealTimers())
		const body = new ReadableStream<Uint8Array>({ start: stream => stream.enqueue(toBytes('a=')) })
		const init = { method: 'POST', body, duplex: 'half' }
		const dropping = dropBody(new Request('http://localhost/', init).clone().body ?? body)
		await vi.advanceTimersByTimeAsync(30_000)
		expect(await dropping).toBe(false)
	})

	test('reads only the text fields for any chunk size', async () => {
		const file = 'Content-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: image/png'
		const text = (name: string) => `Content-Disposition: form-data; name="${name}"`
		const parts = [
			`${text('a')}\r\n\r\none`,
			`${file}\r\n\r\n${'y\r\n\r\n-'.repeat(50)}`,
			`${text('b')}\r\n\r\ntwo`,
		]
		const body = toBytes(`${parts.map(part => `--b\r\n${part}\r\n`).join('')}--b--\r\n`)
		for (const step of [1, 2, 3, 7, 64, 1_000]) {
			const pieces = new ReadableStream<Uint8Array>({
				start(stream) {
					for (let at = 0; at < body.length; at += step) stream.enqueue(body.subarray(at, at + step))
					stream.close()
				},
			})
			const type = 'multipart/form-data; boundary=b'
			const init = { method: 'POST', body: pieces, duplex: 'half', headers: { 'content-type': type } }
			const form = await readInContext(new Request('http://localhost/', init), request =>
				readTextFields(request, 1),
			)
			const dropped = form.get('f')
			expect([form.get('a'), dropped instanceof File && dropped.size, form.get('b')]).toEqual([
				'one',
				0,
				'two',
			])
		}
	})

	test('reads forms without a file in either encoding', async () => {
		const plain = raw('name=Ada&link=https%3A%2F%2Fa.example', 'application/x-www-form-urlencoded')
		expect((await readForm(plain, { maxFiles: 1 })).get('link')).toBe('https://a.example')
		expect((await readForm(post(fileForm()), { maxFiles: 0 })).get('name')).toBe('Ada')
	})

	test('returns 413 above its limits', async () => {
		expect(await getStatus(readForm(post(fileForm(1, 1)), { maxFiles: 1 }))).toBe(413)
		const parts = new FormData()
		for (let count = 0; count < 1_301; count++) parts.append('a', '')
		expect(await getStatus(readForm(post(parts), { maxFiles: 1 }))).toBe(413)
		const text = new FormData()
		text.set('description', 'x'.repeat(70_000))
		expect(await getStatus(readForm(post(text), { maxFiles: 1 }))).toBe(413)
		const encoded = raw(`a=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')
		expect(await getStatus(readForm(encoded, { maxFiles: 0 }))).toBe(413)
	})

	test('returns 400 for a body that does not match its type', async () => {
		const limits = { maxFiles: 1 }
		const type = 'multipart/form-data; boundary=b'
		const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
		for (const body of ['', 'nonsense', '--b\r\n', `${part}unfinished`]) {
			expect(await getStatus(readForm(raw(body, type), limits))).toBe(400)
		}
		expect(await getStatus(readForm(raw(toBytes(`${part}\xff\r\n--b--\r\n`), type), limits))).toBe(400)
		expect(await getStatus(readForm(raw(`${part}1\r\n--b--`, 'multipart/form-data'), limits))).toBe(400)
	})

	test('recognises a multipart type in capitals and enforces its limits', async () => {
		const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
		const type = 'Multipart/Form-Data; boundary=b'
		expect((await readForm(raw(`${part}--b--`, type), { maxFiles: 1 })).get('a')).toBe('1')
		const flood = raw(`${part.repeat(1_301)}--b--`, type)
		expect(await getStatus(readForm(flood, { maxFiles: 1 }))).toBe(413)
	})
})

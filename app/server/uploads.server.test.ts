import { describe, expect, test } from 'vitest'
import { readUploadForm, sniffFileType } from './uploads.server'

const MB = 1024 * 1024
const LIMIT = 5 * MB
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

function post(form: FormData): Request {
	return new Request('http://localhost/', { method: 'POST', body: form })
}

function raw(body: string | Uint8Array<ArrayBuffer>, type: string): Request {
	return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } })
}

function isRefusal(thrown: unknown): thrown is { init: { status: number } } {
	return typeof thrown === 'object' && thrown !== null && 'init' in thrown
}

async function statusOf(work: Promise<unknown>): Promise<number> {
	const thrown: unknown = await work.then(
		() => undefined,
		error => error,
	)
	if (thrown instanceof Response) return thrown.status
	if (isRefusal(thrown)) return thrown.init.status
	throw new Error(`no response was thrown: ${thrown}`)
}

function fileForm(...sizes: number[]): FormData {
	const form = new FormData()
	form.set('name', 'Ada')
	for (const size of sizes) form.append('file', new File([new Uint8Array(size)], 'a.png'))
	return form
}

describe('readUploadForm', () => {
	test('gives fields and files', async () => {
		const form = await readUploadForm(post(fileForm(10)), { maxFiles: 1 })
		expect(form.get('name')).toBe('Ada')
		const file = form.get('file')
		expect(file instanceof File && [file.name, file.size]).toEqual(['a.png', 10])
	})

	test('keeps a file above the rule of 5 MB, for the schema to speak of', async () => {
		const form = await readUploadForm(post(fileForm(6_000_000)), { maxFiles: 1 })
		expect(form.get('name')).toBe('Ada')
	})

	test('keeps of a large file only what shows that it is too large, and all that came beside it', async () => {
		for (const size of [LIMIT, LIMIT + 1, 9 * MB, 20 * MB]) {
			const sent = fileForm(size, 1_000)
			sent.set('last', 'words')
			const form = await readUploadForm(post(sent), { maxFiles: 2 })
			const [large, small] = form.getAll('file')
			if (!(large instanceof File && small instanceof File)) throw new Error('a file is missing')
			expect(large.size).toBeLessThan(LIMIT + 10_000)
			expect(large.size > LIMIT).toBe(size > LIMIT)
			expect([large.name, small.size, form.get('last')]).toEqual(['a.png', 1_000, 'words'])
		}
	})

	test('finds the end of a large file however the body was cut', async () => {
		const part = (name: string) =>
			`--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`
		const body = bytesOf(`${part('a')}${'\r\n-'.repeat(2 * MB)}\r\n${part('b')}two\r\n--b--\r\n`)
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
			const form = await readUploadForm(new Request('http://localhost/', init), { maxFiles: 2 })
			const file = form.get('b')
			expect(file instanceof File && (await file.text())).toBe('two')
		}
	})

	test('takes forms without a file, in either encoding', async () => {
		const plain = raw('name=Ada&link=https%3A%2F%2Fa.example', 'application/x-www-form-urlencoded')
		expect((await readUploadForm(plain, { maxFiles: 1 })).get('link')).toBe('https://a.example')
		expect((await readUploadForm(post(fileForm()), { maxFiles: 0 })).get('name')).toBe('Ada')
	})

	test('answers 413 above its limits', async () => {
		expect(await statusOf(readUploadForm(post(fileForm(1, 1)), { maxFiles: 1 }))).toBe(413)
		const parts = new FormData()
		for (let count = 0; count < 1_301; count++) parts.append('a', '')
		expect(await statusOf(readUploadForm(post(parts), { maxFiles: 1 }))).toBe(413)
		const text = new FormData()
		text.set('description', 'x'.repeat(70_000))
		expect(await statusOf(readUploadForm(post(text), { maxFiles: 1 }))).toBe(413)
		const encoded = raw(`a=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')
		expect(await statusOf(readUploadForm(encoded, { maxFiles: 0 }))).toBe(413)
	})

	test('answers 400 to a body that is not what it says', async () => {
		const limits = { maxFiles: 1 }
		const type = 'multipart/form-data; boundary=b'
		const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
		for (const body of ['', 'nonsense', '--b\r\n', `${part}unfinished`]) {
			expect(await statusOf(readUploadForm(raw(body, type), limits))).toBe(400)
		}
		expect(await statusOf(readUploadForm(raw(bytesOf(`${part}\xff\r\n--b--\r\n`), type), limits))).toBe(400)
		expect(await statusOf(readUploadForm(raw(`${part}1\r\n--b--`, 'multipart/form-data'), limits))).toBe(400)
	})

	test('knows a multipart type in capitals, limits and all', async () => {
		const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
		const type = 'Multipart/Form-Data; boundary=b'
		expect((await readUploadForm(raw(`${part}--b--`, type), { maxFiles: 1 })).get('a')).toBe('1')
		const flood = raw(`${part.repeat(1_301)}--b--`, type)
		expect(await statusOf(readUploadForm(flood, { maxFiles: 1 }))).toBe(413)
	})
})

describe('sniffFileType', () => {
	test.each([
		['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
		['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
		['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
		['GIF89a', 'gif'],
		['\0\0\0\x1cftypavif', 'avif'],
		['%PDF-1.7\n', 'pdf'],
	])('%j is %s', async (start, type) => expect(await sniffFileType(bytesOf(start))).toBe(type))

	test('a file that is made to be looked at for long is not', async () => {
		const bytes = Buffer.alloc(LIMIT)
		bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
		const from = performance.now()
		expect(await sniffFileType(bytes)).toBe('png')
		// Read to its end it takes two seconds.
		expect(performance.now() - from).toBeLessThan(500)
	})

	test.each([
		'',
		' %PDF-1.7',
		'<!doctype html><p>%PDF-1.7',
		'<svg xmlns="http://www.w3.org/2000/svg"/>',
		'<?xml version="1.0"?><svg/>',
		'MZ\x90\0',
		'PK\x03\x04',
		'RIFF\x24\0\0\0WAVEfmt ',
		'\0\0\0\x1cftypheic',
		'BM6\0\0\0',
		'II*\0',
	])('%j is nothing we take', async start => expect(await sniffFileType(bytesOf(start))).toBeUndefined())
})

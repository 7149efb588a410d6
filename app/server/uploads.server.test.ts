import { describe, expect, test } from 'vitest'
import { FILE_HARD_LIMIT, readUploadForm, sniffFileType } from './uploads.server'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

function post(form: FormData): Request {
	return new Request('http://localhost/', { method: 'POST', body: form })
}

function raw(body: string | Uint8Array<ArrayBuffer>, type: string): Request {
	return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } })
}

async function statusOf(work: Promise<unknown>): Promise<number> {
	const thrown: unknown = await work.then(
		() => undefined,
		error => error,
	)
	if (!(thrown instanceof Response)) throw new Error(`no response was thrown: ${thrown}`)
	return thrown.status
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

	test('takes forms without a file, in either encoding', async () => {
		const plain = raw('name=Ada&link=https%3A%2F%2Fa.example', 'application/x-www-form-urlencoded')
		expect((await readUploadForm(plain, { maxFiles: 1 })).get('link')).toBe('https://a.example')
		expect((await readUploadForm(post(fileForm()), { maxFiles: 0 })).get('name')).toBe('Ada')
	})

	test('answers 413 above its limits', async () => {
		expect(await statusOf(readUploadForm(post(fileForm(FILE_HARD_LIMIT + 1)), { maxFiles: 1 }))).toBe(413)
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
	])('%j is %s', (start, type) => expect(sniffFileType(bytesOf(start))).toBe(type))

	test.each([
		'',
		'%PDF',
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
	])('%j is nothing we take', start => expect(sniffFileType(bytesOf(start))).toBeUndefined())
})

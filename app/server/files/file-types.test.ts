import { describe, expect, test } from 'vitest'
import { sniffFileType } from './file-types.server'

const MB = 1024 * 1024

const toBytes = (text: string) => Buffer.from(text, 'latin1')

describe('sniffFileType', () => {
	test.each([
		['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
		['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
		['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
		['GIF89a', 'gif'],
		['\0\0\0\x1cftypavif', 'avif'],
		['%PDF-1.7\n', 'pdf'],
	])('detects %j as %s', async (start, type) => expect(await sniffFileType(toBytes(start))).toBe(type))

	test('returns quickly for a file that is crafted to be slow', async () => {
		const bytes = Buffer.alloc(5 * MB)
		bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
		const from = performance.now()
		expect(await sniffFileType(bytes)).toBe('png')
		// Reading the whole file takes two seconds.
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
	])('does not accept %j', async start => expect(await sniffFileType(toBytes(start))).toBeUndefined())
})

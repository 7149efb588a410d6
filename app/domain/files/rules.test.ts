import { describe, expect, test } from 'vitest'
import {
	downloadName,
	fileUrl,
	formatFileName,
	masterImageKey,
	profileImageUrl,
	smallImageKey,
	smallImageSize,
} from './rules'

describe('formatFileName', () => {
	test.each([
		['receipt.pdf', 'receipt.pdf'],
		['Überweisung 3.pdf', 'Überweisung 3.pdf'],
		['C:\\Users\\ada\\receipt.pdf', 'receipt.pdf'],
		['../../etc/passwd', 'passwd'],
		['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
		['a\u0000b\r\nSet-Cookie.pdf', 'abSet-Cookie.pdf'],
		['invoice\u202Efdp.exe', 'invoicefdp.exe'],
		['in\u3164voice.pdf', 'invoice.pdf'],
		['in\uFE0Fvoice.pdf', 'invoice.pdf'],
		['  .hidden. ', 'hidden'],
		['', 'receipt.png'],
		['///', 'receipt.png'],
		['...', 'receipt.png'],
	])('shows %j as %j', (name, shown) => expect(formatFileName(name, 'receipt.png')).toBe(shown))

	test('shortens long names and keeps the extension', () => {
		const shown = formatFileName(`${'a'.repeat(300)}.jpeg`, 'receipt')
		expect([...shown]).toHaveLength(80)
		expect(shown.endsWith('a….jpeg')).toBe(true)
	})
})

describe('downloadName', () => {
	test.each([
		['receipt.pdf', 'application/pdf', 'receipt.pdf'],
		['receipt.PDF', 'application/pdf', 'receipt.PDF'],
		['receipt.bat', 'application/pdf', 'receipt.pdf'],
		['receipt.pdf.exe', 'application/pdf', 'receipt.pdf'],
		['receipt', 'application/pdf', 'receipt.pdf'],
		['Transfer of 12.11.2026', 'application/pdf', 'Transfer of 12.11.2026.pdf'],
		['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
		['photo.png', 'image/jpeg', 'photo.jpg'],
		['.bat', 'image/png', 'bat.png'],
		['', 'image/png', 'file.png'],
		['page.html', 'text/html', 'page.bin'],
	])('names %j of the type %s as %j', (name, mime, shown) => expect(downloadName(name, mime)).toBe(shown))
})

test('the small version keeps the aspect ratio and never exceeds the image', () => {
	expect(smallImageSize(1_600, 800)).toEqual({ width: 320, height: 160 })
	expect(smallImageSize(100, 40)).toEqual({ width: 100, height: 40 })
	expect(smallImageSize(0, 0)).toEqual({ width: 0, height: 0 })
})

describe('file URLs', () => {
	test('use the same path for an image and its small version, but for a suffix', () => {
		expect(smallImageKey('creatives/abc.webp')).toBe('creatives/abc.small.webp')
		expect(masterImageKey(smallImageKey('creatives/abc.webp'))).toBe('creatives/abc.webp')
		expect(fileUrl('receipts/abc.pdf')).toBe('/files/receipts/abc.pdf')
	})
	test('fall back to the default profile picture', () => {
		expect(profileImageUrl(null)).toBe('/images/profile.png')
		expect(profileImageUrl('profiles/abc.webp')).toBe('/files/profiles/abc.webp')
	})
})

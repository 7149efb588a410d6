import { describe, expect, test } from 'vitest'
import { displayName, fileUrl, masterImageKey, profileImageUrl, smallImageKey } from './rules'

describe('displayName', () => {
	test.each([
		['receipt.pdf', 'receipt.pdf'],
		['Überweisung 3.pdf', 'Überweisung 3.pdf'],
		['C:\\Users\\ada\\receipt.pdf', 'receipt.pdf'],
		['../../etc/passwd', 'passwd'],
		['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
		['a\u0000b\r\nSet-Cookie.pdf', 'abSet-Cookie.pdf'],
		['invoice\u202Efdp.exe', 'invoicefdp.exe'],
		['  .hidden. ', 'hidden'],
		['', 'receipt.png'],
		['///', 'receipt.png'],
		['...', 'receipt.png'],
	])('%j is shown as %j', (name, shown) => expect(displayName(name, 'receipt.png')).toBe(shown))

	test('cuts long names and keeps the ending', () => {
		const shown = displayName(`${'a'.repeat(300)}.jpeg`, 'receipt')
		expect([...shown]).toHaveLength(80)
		expect(shown.endsWith('a….jpeg')).toBe(true)
	})
})

describe('addresses', () => {
	test('the small version stands beside the master', () => {
		expect(smallImageKey('creatives/abc.webp')).toBe('creatives/abc.small.webp')
		expect(masterImageKey(smallImageKey('creatives/abc.webp'))).toBe('creatives/abc.webp')
		expect(fileUrl('receipts/abc.pdf')).toBe('/files/receipts/abc.pdf')
	})
	test('an account without a picture has the default one', () => {
		expect(profileImageUrl(null)).toBe('/images/profile.png')
		expect(profileImageUrl('profiles/abc.webp')).toBe('/files/profiles/abc.webp')
	})
})

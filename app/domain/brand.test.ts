import { afterEach, expect, test } from 'vitest'
import { brand, brandVersion, DEFAULT_BRAND, phoneLink, setBrand } from './brand'

afterEach(() => setBrand(DEFAULT_BRAND))

test.each([
	['020 7946 0111', 'tel:+442079460111'],
	['+44 (20) 7946-0111', 'tel:+442079460111'],
	['+971 4 000 0000', 'tel:+97140000000'],
	['00971 4 000 0000', 'tel:+97140000000'],
])('the phone number %s links to %s', (phone, link) => {
	expect(phoneLink(phone)).toBe(link)
})

test('setBrand changes the shared brand object and its version', () => {
	const before = brandVersion()
	setBrand({ ...DEFAULT_BRAND, name: 'Example Grid' })
	expect(brand.name).toBe('Example Grid')
	expect(brandVersion()).not.toBe(before)
})

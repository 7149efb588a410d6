import { expect, test } from 'vitest'
import { addressBlock } from './address-block.server'

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
	['unknown', 'unknown'],
])('%s is grouped as %s', (address, block) => {
	expect(addressBlock(address)).toBe(block)
})

test.each([
	['203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2fe::1', '2001:db8:1:200::/56'],
	['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
	['2001:db8:1:3ff::1', '2001:db8:1:300::/56'],
])('for a household, %s is grouped as %s', (address, block) => {
	expect(addressBlock(address, 56)).toBe(block)
})

import ipaddr from 'ipaddr.js'

/**
 * The part of a client address that attempts are counted by: an IPv4 address whole, of an IPv6 address the first `bits`:
 * 64 are what one customer has at least, 56 what a household is given. Anything else counts as it is.
 */
export function addressBlock(address: string, bits: 56 | 64 = 64): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	if (parsed instanceof ipaddr.IPv4) return parsed.toString()
	const mask = bits === 56 ? 0xff00 : 0xffff
	const groups = parsed.parts.slice(0, 4).map((group, at) => (at === 3 ? group & mask : group).toString(16))
	return `${groups.join(':')}::/${bits}`
}

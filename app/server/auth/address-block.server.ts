import ipaddr from 'ipaddr.js'

/**
 * Returns the part of a client address that limits count by: the whole of an IPv4 address, the first `bits` of an IPv6
 * address. A customer gets at least 64 bits, a household usually 56. Other text is returned as it is.
 */
export function addressBlock(address: string, bits: 56 | 64 = 64): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	if (parsed instanceof ipaddr.IPv4) return parsed.toString()
	const mask = bits === 56 ? 0xff00 : 0xffff
	const groups = parsed.parts.slice(0, 4).map((group, at) => (at === 3 ? group & mask : group).toString(16))
	return `${groups.join(':')}::/${bits}`
}

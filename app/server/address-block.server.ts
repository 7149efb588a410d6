import ipaddr from 'ipaddr.js'

/**
 * The part of a client address that attempts are counted by: an IPv4 address whole, of an IPv6 address the first 64
 * bits, which is what one customer has at least. Anything else counts as it is.
 */
export function addressBlock(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	if (parsed instanceof ipaddr.IPv4) return parsed.toString()
	return `${parsed.parts
		.slice(0, 4)
		.map(group => group.toString(16))
		.join(':')}::/64`
}

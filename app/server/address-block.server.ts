import { isIPv6 } from 'node:net'

/**
 * The part of a client address that attempts are counted by: an IPv4 address whole, of an IPv6 address the first 64 bits, which
 * is what one customer has at least.
 */
export function addressBlock(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
	if (mapped?.[1]) return mapped[1]
	if (!isIPv6(address)) return address
	const [head = '', tail] = address.toLowerCase().split('::')
	const left = head ? head.split(':') : []
	const right = tail ? tail.split(':') : []
	const groups =
		tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
	return `${groups
		.slice(0, 4)
		.map(group => Number.parseInt(group, 16).toString(16))
		.join(':')}::/64`
}

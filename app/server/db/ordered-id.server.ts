import { randomUUID } from 'node:crypto'

/**
 * Creates a UUID of version 7 (RFC 9562), which sorts by its time (`now`, UTC ms), so that rows created together lie
 * together in the index. It reveals when it was created, so never use it as a secret, and its first characters do not
 * distinguish two ids.
 */
export function createOrderedId(now: number): string {
	const time = now.toString(16).padStart(12, '0')
	return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

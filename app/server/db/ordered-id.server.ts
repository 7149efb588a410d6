import { randomUUID } from 'node:crypto'

/**
 * A UUID of version 7 (RFC 9562), which sorts by its moment (`now`, UTC ms): rows that come together stand together in
 * the index of their ids. It tells when it was made, so it is no secret, and its beginning tells no two of them apart.
 */
export function createOrderedId(now: number): string {
	const time = now.toString(16).padStart(12, '0')
	return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

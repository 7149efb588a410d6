const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Tests for a host name or address of this machine. */
export function isLoopback(host: string): boolean {
	return LOOPBACK.test(host)
}

/**
 * Tests whether `origin` is the product's own. All loopback names count as one, so that it can be tried on one's own
 * machine.
 */
export function isOwnOrigin(origin: string, appUrl: URL): boolean {
	if (origin === appUrl.origin) return true
	if (!URL.canParse(origin)) return false
	const other = new URL(origin)
	return (
		isLoopback(other.hostname) &&
		isLoopback(appUrl.hostname) &&
		other.protocol === appUrl.protocol &&
		other.port === appUrl.port
	)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host name or address is that of this machine itself. */
export function isLoopback(host: string): boolean {
	return LOOPBACK.test(host)
}

/**
 * Whether `origin` is the product's own. The names of the loopback interface are one, for who tries it on their
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

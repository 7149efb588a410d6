const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether `origin` is the product's own. The names of the loopback interface are one, for who tries it on their machine. */
export function isOwnOrigin(origin: string, appUrl: URL): boolean {
	if (origin === appUrl.origin) return true
	if (!URL.canParse(origin)) return false
	const other = new URL(origin)
	return (
		LOOPBACK.includes(other.hostname) &&
		LOOPBACK.includes(appUrl.hostname) &&
		other.protocol === appUrl.protocol &&
		other.port === appUrl.port
	)
}

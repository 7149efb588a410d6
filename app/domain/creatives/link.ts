/** Parses the URL of a creative's link; null for anything but http and https. */
export function safeLink(link: string): URL | null {
	const url = URL.canParse(link) ? new URL(link) : null
	return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

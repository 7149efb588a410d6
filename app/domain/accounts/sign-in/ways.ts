/* The way in: log-in, registration, codes, Google. Pure, safe for the browser. */

/** An address on the way in, with the page that somebody wants to get to (empty or undefined: none). */
export function withRedirectTo(destination: string | undefined, address: string): string {
	return destination ? `${address}?${new URLSearchParams({ redirectTo: destination })}` : address
}

/** The reason to log in, by the page it leads to. */
export function whyLogIn(destination: string | undefined): string {
	if (!destination) return 'Log in or open an account.'
	if (/^\/pixels\/\d+$/.test(destination)) return 'To hear when it is free, log in or open an account.'
	const isBuying = /^\/user\/(pixels\/(buy|preview)|checkout)\b/.test(destination)
	return isBuying ? 'To buy pixels, log in or open an account.' : 'Log in or open an account to go on.'
}

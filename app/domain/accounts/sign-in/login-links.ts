/* Links between log-in, registration, codes and Google. Safe for the browser. */

/** Adds the page to return to after signing in (empty or undefined: none). */
export function withRedirectTo(destination: string | undefined, address: string): string {
	return destination ? `${address}?${new URLSearchParams({ redirectTo: destination })}` : address
}

/** Returns the reason to log in, by the page to return to. */
export function loginReason(destination: string | undefined): string {
	if (!destination) return 'Log in or open an account.'
	if (/^\/pixels\/\d+$/.test(destination)) return 'To hear when it is free, log in or open an account.'
	if (destination.startsWith('/user/invitations/'))
		return 'To answer the invitation, log in or open an account.'
	const isBuying = /^\/user\/(pixels\/(buy|preview)|checkout)\b/.test(destination)
	return isBuying ? 'To buy pixels, log in or open an account.' : 'Log in or open an account to go on.'
}

/* Links between log-in, registration, codes and Google. Safe for the browser. */

/** Adds the page to return to after signing in (empty or undefined: none). */
export function withRedirectTo(destination: string | undefined, address: string): string {
	return destination ? `${address}?${new URLSearchParams({ redirectTo: destination })}` : address
}

/** Returns what an account is needed for, by the page to return to. */
export function loginReason(destination: string | undefined): string {
	if (!destination) return 'To buy pixels, or to look after yours'
	if (/^\/pixels\/\d+$/.test(destination)) return 'To hear when it is free'
	if (destination.startsWith('/user/invitations/')) return 'To answer the invitation'
	return /^\/user\/(pixels\/(buy|preview)|checkout)\b/.test(destination) ? 'To buy pixels' : 'To go on'
}

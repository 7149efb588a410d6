import { signedCookie } from './cookies.server'

/* Short-lived memories of a browser between two pages (decision 19). They hold ids; what is true of them is in the
   database. */

const HOUR_S = 3600

/** The challenge that a flow with a one-time code waits for, and what comes of it. */
export const flowCookies = {
	registration: signedCookie('registration', { maxAge: HOUR_S }),
	reset: signedCookie('reset', { maxAge: HOUR_S }),
	/** The change of address that waits for the code. */
	emailChange: signedCookie('email-change', { maxAge: HOUR_S }),
	/** That the password was entered for the deletion of the account. */
	deletion: signedCookie('account-deletion', { maxAge: 600 }),
	/** The sign-in token that Google's answer has earned this browser (decision 26). */
	google: signedCookie('google-sign-in', { maxAge: 60 }),
	/** The sign-in that waits for the second factor's code. */
	secondFactor: signedCookie('second-factor', { maxAge: 600 }),
	/** The sign-in with Google that waits for the password of the account with the same address. */
	googleLink: signedCookie('google-link', { maxAge: 600 }),
	/** The form that was interrupted, on the way to Google and back. */
	interrupted: signedCookie('interrupted-form', { maxAge: 600 }),
	/** Where somebody wanted to go who is on the way to Google and back. */
	destination: signedCookie('destination', { maxAge: 600 }),
	/** What a reset code that was right has earned this browser. */
	resetGrant: signedCookie('reset-grant', { maxAge: 600 }),
}

/** The e-mail that was typed last, prefilled on the next form (specification 1, section 2.10). */
const typedEmail = signedCookie('typed-email', { maxAge: 30 * 24 * HOUR_S })

/** @returns the id in a flow's cookie, if it is there and ours. */
export async function readFlow(
	request: Request,
	flow: keyof typeof flowCookies,
): Promise<string | undefined> {
	const id: unknown = await flowCookies[flow].parse(request.headers.get('cookie'))
	return typeof id === 'string' && id ? id : undefined
}

/** The Set-Cookie value that remembers where somebody wants to go, or forgets it where that is empty. */
export function rememberDestination(path: string): Promise<string> {
	return flowCookies.destination.serialize(path, path ? {} : { maxAge: 0 })
}

/** The Set-Cookie value that remembers an e-mail. */
export function rememberEmail(email: string): Promise<string> {
	return typedEmail.serialize(email)
}

/** The Set-Cookie value that forgets it. */
export function forgetEmail(): Promise<string> {
	return typedEmail.serialize('', { maxAge: 0 })
}

/** The e-mail that this browser typed last. */
export async function rememberedEmail(request: Request): Promise<string | undefined> {
	const email: unknown = await typedEmail.parse(request.headers.get('cookie'))
	return typeof email === 'string' && email ? email : undefined
}

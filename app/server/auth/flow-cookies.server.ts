import { signedCookie } from '../http/cookies.server'

/* Short-lived memories of a browser between two pages. They hold ids; what is true of them is in the database. */

/** The challenge that a flow with a one-time code waits for, and what comes of it. */
export const flowCookies = {
	registration: signedCookie('registration'),
	reset: signedCookie('reset'),
	/** The change of address that waits for the code. */
	emailChange: signedCookie('email-change'),
	/** That the password was entered for the deletion of the account. */
	deletion: signedCookie('account-deletion'),
	/** The sign-in token that Google's answer has earned this browser. */
	google: signedCookie('google-sign-in'),
	/** The sign-in that waits for the second factor's code. */
	secondFactor: signedCookie('second-factor'),
	/** The sign-in with Google that waits for the password of the account with the same address. */
	googleLink: signedCookie('google-link'),
	/** The sign-up with Google that waits for the terms. */
	googleSignUp: signedCookie('google-sign-up'),
	/** The form that was interrupted, on the way to Google and back. */
	interrupted: signedCookie('interrupted-form'),
	/** Where somebody wanted to go who is on the way to Google and back. */
	destination: signedCookie('destination'),
	/** What a reset code that was right has earned this browser. */
	resetGrant: signedCookie('reset-grant'),
}

/** The email that was typed last, prefilled on the next form. */
const typedEmail = signedCookie('typed-email')

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

/** The Set-Cookie value that remembers an email. */
export function rememberEmail(email: string): Promise<string> {
	return typedEmail.serialize(email)
}

/** The Set-Cookie value that forgets it. */
export function forgetEmail(): Promise<string> {
	return typedEmail.serialize('', { maxAge: 0 })
}

/** The email that this browser typed last. */
export async function rememberedEmail(request: Request): Promise<string | undefined> {
	const email: unknown = await typedEmail.parse(request.headers.get('cookie'))
	return typeof email === 'string' && email ? email : undefined
}

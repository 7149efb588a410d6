import type { CookieName } from '../http/cookie-list.server'
import { signedCookie } from '../http/cookies.server'

/* Short-lived cookies that connect the pages of a flow; cookie-list.server.ts documents each. They hold ids and
   addresses; the database holds the state. */

/** Reads the cookie of a flow; undefined when it is missing or its signature is not valid. */
export async function readFlow(request: Request, flow: CookieName): Promise<string | undefined> {
	const value: unknown = await signedCookie(flow).parse(request.headers.get('cookie'))
	return typeof value === 'string' && value ? value : undefined
}

/** Returns the Set-Cookie value that starts a flow. */
export function startFlow(flow: CookieName, value: string): Promise<string> {
	return signedCookie(flow).serialize(value)
}

/** Returns the Set-Cookie value that ends a flow. */
export function endFlow(flow: CookieName): Promise<string> {
	return signedCookie(flow).serialize('', { maxAge: 0 })
}

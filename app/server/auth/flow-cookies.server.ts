import type { CookieName } from '../http/cookie-list.server'
import { signedCookie } from '../http/cookies.server'

/* Short-lived cookies that connect two pages of a flow; cookie-list.server.ts documents each. They hold ids and
   addresses; the database holds the state. */

/** Reads a flow's cookie; undefined when it is missing or not signed by us. */
export async function readFlow(request: Request, flow: CookieName): Promise<string | undefined> {
	const value: unknown = await signedCookie(flow).parse(request.headers.get('cookie'))
	return typeof value === 'string' && value ? value : undefined
}

/** The Set-Cookie value that remembers something. */
export function startFlow(flow: CookieName, value: string): Promise<string> {
	return signedCookie(flow).serialize(value)
}

/** The Set-Cookie value that forgets it. */
export function endFlow(flow: CookieName): Promise<string> {
	return signedCookie(flow).serialize('', { maxAge: 0 })
}

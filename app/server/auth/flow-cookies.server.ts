import type { CookieName } from '../http/cookie-list.server'
import { signedCookie } from '../http/cookies.server'

/* Short-lived memories of a browser between two pages; cookie-list.server.ts says what each is for. They hold ids and
   addresses; what is true of them is in the database. */

/** What a cookie remembers, if it is there and ours. */
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

import type { MiddlewareFunction } from 'react-router'
import { readConsent } from './consent.server'
import { requestContext } from './request-context.server'

/* A second each, so that guests see a change within two (docs/decisions/0112). Browsers always ask again. */
const CACHING = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Cookies that change nothing of a guest's page, or only whether the cookie bar is there. */
const GUESTS_COOKIE = /^(cookie_preference|cookie_check|known-browser)=/

/**
 * Of a page that every guest sees alike: proxies may keep it for a moment, for those who have answered the cookie bar
 * and for those who have not. Whoever brings any other cookie, a session above all, gets a page of their own; and so
 * does everybody when it is no finished page, or sets a cookie.
 */
export const forEveryGuest: MiddlewareFunction<Response> = async ({ request }, next) => {
	const second = Math.floor(Date.now() / 1000)
	const response = await next()
	if (!isFinished(response) || !(await asksAsGuest(request))) return response
	response.headers.set('Cache-Control', CACHING)
	response.headers.set('Vary', 'Accept-Encoding, Cookie')
	/* nginx counts in whole seconds: one that begins late in a second would last for almost two. */
	response.headers.set('X-Accel-Expires', `@${second}`)
	return response
}

function isFinished({ status, headers }: Response): boolean {
	const setsCookie = headers.has('set-cookie') || (requestContext()?.cookies.length ?? 0) > 0
	const isPage = headers.get('content-type')?.startsWith('text/html')
	return (status === 200 || status === 304) && isPage === true && !setsCookie
}

async function asksAsGuest(request: Request): Promise<boolean> {
	const { search } = new URL(requestContext()?.url ?? request.url)
	// Made-up addresses would fill a proxy.
	if (!/^(\?page=\d{1,6})?$/.test(search)) return false
	const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/).filter(Boolean)
	if (!cookies.every(cookie => GUESTS_COOKIE.test(cookie))) return false
	// One that is worth nothing gets the cookie bar, which those who have answered it must not be shown.
	const hasAnswered = cookies.some(cookie => cookie.startsWith('cookie_preference='))
	return !hasAnswered || (await readConsent(request, Date.now())) !== undefined
}

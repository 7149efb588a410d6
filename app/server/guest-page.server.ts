import type { MiddlewareFunction } from 'react-router'
import { readConsent } from './consent.server'
import { type RequestContext, requestContext } from './request-context.server'

/* A second each, so that guests see a change within two (docs/decisions/0112). Browsers always ask again. */
const CACHING = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Cookies that change nothing of a guest's page, or only whether the cookie bar is there. */
const GUESTS_COOKIE = /^(cookie_preference|cookie_check|known-browser)=/

/** What is known of a page that every guest sees alike. */
export type Same = Pick<RequestContext, 'route' | 'whenSeen'>

/** Pages that are the same for every guest, the route of each, and what is done when it is seen. */
const same = new WeakMap<Response, Same>()

/** What is known of an answer that every guest gets alike; undefined of any other. */
export const isSameForGuests = (response: Response) => same.get(response)

/**
 * Of a page that every guest sees alike: proxies may keep it for a moment, for those who have answered the cookie bar
 * and for those who have not, and so may the process, as long as it is the same (docs/decisions/0125). Whoever brings
 * any other cookie, a session above all, gets a page of their own; and so does everybody when it is no finished page,
 * or sets a cookie.
 */
export const forEveryGuest: MiddlewareFunction<Response> = async ({ request }, next) => {
	const second = Math.floor(Date.now() / 1000)
	const response = await next()
	if (!isFinished(response) || setsCookies() || !(await asksAsGuest(request))) return response
	response.headers.set('Cache-Control', CACHING)
	response.headers.set('Vary', 'Accept-Encoding, Cookie')
	/* nginx counts in whole seconds: one that begins late in a second would last for almost two. */
	response.headers.set('X-Accel-Expires', `@${second}`)
	same.set(response, noted())
	return response
}

/**
 * Of a page that every guest gets alike, and that the process keeps, but no proxy: because of the cookie that comes
 * with a form (cookie-check.server), or because its visitors are counted.
 */
export const keptForEveryGuest: MiddlewareFunction<Response> = async ({ request }, next) => {
	const response = await next()
	const isKept = isFinished(response) && !setsCookies(/^cookie_check=/) && (await asksAsGuest(request))
	if (isKept) same.set(response, noted())
	return response
}

function noted(): Same {
	const { route, whenSeen } = requestContext() ?? {}
	return { ...(route === undefined ? {} : { route }), ...(whenSeen ? { whenSeen } : {}) }
}

function isFinished({ status, headers }: Response): boolean {
	const isPage = headers.get('content-type')?.startsWith('text/html')
	return (status === 200 || status === 304) && isPage === true && !headers.has('set-cookie')
}

const setsCookies = (except = /^$/) => requestContext()?.cookies.some(cookie => !except.test(cookie)) ?? false

async function asksAsGuest(request: Request): Promise<boolean> {
	const { method } = requestContext() ?? request
	const url = new URL(requestContext()?.url ?? request.url)
	const isAsked = method === 'GET' || method === 'HEAD'
	return isAsked && (await guestOf(url.search, request.headers.get('cookie') ?? '')) !== undefined
}

/**
 * As which of the guests who see the same somebody asks: with the cookie bar or without it; undefined for those with
 * cookies that may change the page, and for made-up addresses, which would fill what keeps them.
 */
export async function guestOf(search: string, cookie: string): Promise<string | undefined> {
	if (!/^(\?page=\d{1,6})?$/.test(search)) return undefined
	if (cookie === '') return 'with cookie bar'
	const cookies = cookie.split(/;\s*/).filter(Boolean)
	if (!cookies.every(one => GUESTS_COOKIE.test(one))) return undefined
	if (!cookies.some(one => one.startsWith('cookie_preference='))) return 'with cookie bar'
	// One that is worth nothing gets the cookie bar, which those who have answered it must not be shown.
	return (await readConsent(cookie, Date.now())) ? 'without cookie bar' : undefined
}

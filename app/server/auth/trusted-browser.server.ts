import { randomBytes } from 'node:crypto'
import type { MiddlewareFunction } from 'react-router'
import { z } from 'zod'
import { isApiPath } from '../http/api-response.server'
import { signedCookie } from '../http/cookies.server'
import { requestContext } from '../http/request-context.server'
import type { TrustedBrowser } from '../ops/caller.server'

/* Kept as long as browsers keep a cookie, and after logging out: it proves no identity; it only separates the password
   attempts of a browser from those of strangers (docs/decisions/0012). */
const cookie = signedCookie('known-browser')
const MAX_ACCOUNTS = 5

const Known = z.object({ id: z.string().min(1), accounts: z.array(z.string()).max(MAX_ACCOUNTS) })

/** Recognises the browser of a request, and adds each account that signs in to its cookie. */
export const recogniseBrowser: MiddlewareFunction<Response> = async ({ request }, next) => {
	const context = requestContext()
	// An API client is identified by its token alone and gets no cookies.
	if (!context || isApiPath(new URL(request.url).pathname)) return await next()
	const parsed = Known.safeParse(await cookie.parse(request.headers.get('cookie')))
	context.browser ??= parsed.success ? parsed.data : undefined
	const response = await next()
	const signedIn = context.accountId
	// Responses that proxies may cache must not set a cookie.
	const isPublic = /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
	if (signedIn && context.browser?.accounts[0] !== signedIn && !isPublic) {
		// A page rendered for the answer to another request passes here twice.
		context.browser = withAccount(context.browser, signedIn)
		response.headers.append('Set-Cookie', await cookie.serialize(context.browser))
	}
	return response
}

function withAccount(browser: TrustedBrowser | undefined, accountId: string): TrustedBrowser {
	const others = browser?.accounts.filter(id => id !== accountId) ?? []
	return {
		id: browser?.id ?? randomBytes(16).toString('base64url'),
		accounts: [accountId, ...others].slice(0, MAX_ACCOUNTS),
	}
}

import { data, redirect } from 'react-router'
import { redirectWithFlash } from '../forms/flash.server'
import { formatPagePath, sealForm } from '../forms/restored-form.server'
import { readTextFields } from '../forms/uploads.server'
import { requestContext } from '../http/request-context.server'
import { env } from '../ops/env.server'
import { readFlow } from './flow-cookies.server'
import { clearSession, sessionToken } from './session.server'

/* Answers requests for pages that need a session and come without one. */

const WHY = 'Your session has ended: it ran out, or was ended elsewhere. Please log in again.'
const MAX_FILES = 4

/**
 * Data of the last error boundary when a form arrived after its session had ended. `sealed`: the form, to be carried by
 * the log-in page; null: it was too large.
 */
export type SessionEnded = {
	sessionEnded: {
		unsentForm: { sealed: string | null; hadFiles: boolean }
		redirectTo: string
		email: string | undefined
		google: boolean
	}
}

/** Returns what to throw: a redirect to the log-in page, or for a form the log-in page itself, carrying the input. */
export async function loginResponse(request: Request): Promise<unknown> {
	const url = new URL(request.url)
	const isForm = request.method === 'POST'
	const owner = requestContext()?.browser?.accounts[0]
	if (isForm && owner) return await carryOver(request, owner)
	const hasEnded = isNavigation(request) && (await sessionToken(request)) !== undefined
	const why = { type: 'warning', text: WHY, seconds: 15 } as const
	const isNew = !owner && (await readFlow(request, 'typed-email')) === undefined
	const path = isNew && isChoice(url) ? '/register' : '/login'
	const page = `${path}?${new URLSearchParams({ redirectTo: formatPagePath(url) })}`
	return hasEnded ? await redirectWithFlash(page, why, [clearSession()]) : redirect(page)
}

/* A visitor who chose pixels in a browser that has never signed in is sent to registration. */
function isChoice({ pathname, search }: URL): boolean {
	return search !== '' && /^\/user\/pixels\/(buy|preview)$/.test(pathname)
}

/* A background request of a script shows no message to anybody, so its answer must not clear a cookie. */
function isNavigation(request: Request): boolean {
	return ['document', null].includes(request.headers.get('sec-fetch-dest'))
}

/* Seals the form for the account last signed in here: the session's row may be gone, and the form does not name its
   sender. */
async function carryOver(request: Request, accountId: string): Promise<unknown> {
	const path = formatPagePath(new URL(request.url))
	const form = await readTextFields(request, MAX_FILES).catch(() => null)
	const unsentForm = form
		? sealForm(form, { accountId, path, now: Date.now() })
		: { sealed: null, hadFiles: true }
	const response: SessionEnded = {
		sessionEnded: {
			unsentForm,
			redirectTo: path,
			email: await readFlow(request, 'typed-email'),
			google: env.google !== undefined,
		},
	}
	requestContext()?.cookies.push(await clearSession())
	return data(response, { status: 401 })
}

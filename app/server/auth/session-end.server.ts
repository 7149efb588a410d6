import { data, redirect } from 'react-router'
import { redirectWithFlash } from '../forms/flash.server'
import { formatPagePath, sealForm } from '../forms/restored-form.server'
import { readTextFields } from '../forms/uploads.server'
import { requestContext } from '../http/request-context.server'
import { env } from '../ops/env.server'
import { readFlow } from './flow-cookies.server'
import { clearSession, sessionToken } from './session.server'

/* The answers to requests without a session for pages that need one. */

const WHY = 'Your session has ended: it ran out, or was ended elsewhere. Please log in again.'
const FILES_AT_MOST = 4

/**
 * Data of the last error boundary when a form arrived after its session had ended. `sealed`: the form, for the log-in
 * page to carry; null: it was too large.
 */
export type SessionEnded = {
	sessionEnded: {
		unsentForm: { sealed: string | null; hadFiles: boolean }
		redirectTo: string
		email: string | undefined
		google: boolean
	}
}

/** The answer, to throw: the way to the log-in, or for a form the log-in page itself with what was typed. */
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

/* A visitor who chose pixels in a browser that has never signed in needs an account first. */
function isChoice({ pathname, search }: URL): boolean {
	return search !== '' && /^\/user\/pixels\/(buy|preview)$/.test(pathname)
}

/* A script that asks in the background gets no words for a person, and takes no cookie away. */
function isNavigation(request: Request): boolean {
	return ['document', null].includes(request.headers.get('sec-fetch-dest'))
}

/* The browser's last account is the one whose session has ended: its row may be gone, and the form says nothing about
   it. */
async function carryOver(request: Request, accountId: string): Promise<unknown> {
	const path = formatPagePath(new URL(request.url))
	const form = await readTextFields(request, FILES_AT_MOST).catch(() => null)
	const unsentForm = form
		? sealForm(form, { accountId, path, now: Date.now() })
		: { sealed: null, hadFiles: true }
	const answer: SessionEnded = {
		sessionEnded: {
			unsentForm,
			redirectTo: path,
			email: await readFlow(request, 'typed-email'),
			google: env.google !== undefined,
		},
	}
	requestContext()?.cookies.push(await clearSession())
	return data(answer, { status: 401 })
}

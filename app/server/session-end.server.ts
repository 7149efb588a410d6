import { data, redirect } from 'react-router'
import { sealForm } from './carried-form.server'
import { env } from './env.server'
import { flashCookie } from './flash.server'
import { rememberedEmail } from './flow-cookies.server'
import { requestContext } from './request-context.server'
import { bringsSession, clearSession } from './session.server'
import { readUploadForm } from './uploads.server'

/* What somebody without a session gets who asks for a page that needs one. */

const WHY = 'Your session has ended: it ran out, or was ended elsewhere. Please log in again.'
const FILES_AT_MOST = 4

/** What the log-in page knows of the form that it carries. `sealed` null: it was too much. */
export type CarriedOver = { sealed: string | null; hadFiles: boolean }

/** What the last error boundary gets in place of a page: a form arrived after its session had ended. */
export type SessionEnded = {
	sessionEnded: { carried: CarriedOver; redirectTo: string; email: string | undefined; google: boolean }
}

/** The answer, to throw: the way to the log-in, or for a form the log-in page itself with what was typed. */
export async function askToLogIn(request: Request): Promise<unknown> {
	const url = new URL(request.url)
	const isForm = request.method === 'POST' && !url.pathname.endsWith('.data')
	const owner = requestContext()?.browser?.accounts[0]
	if (isForm && owner) return await carryOver(request, owner)
	const headers = new Headers()
	if (isNavigation(request) && (await bringsSession(request))) {
		headers.append('Set-Cookie', await clearSession())
		headers.append('Set-Cookie', await flashCookie({ type: 'warning', text: WHY, seconds: 15 }))
	}
	return redirect(`/login?${new URLSearchParams({ redirectTo: pageOf(url) })}`, { headers })
}

/* A script that asks in the background gets no words for a person, and takes no cookie away. */
function isNavigation(request: Request): boolean {
	return ['document', null].includes(request.headers.get('sec-fetch-dest'))
}

/* The browser's last account is the one whose session has ended: its row may be gone, and the form says nothing about
   it. */
async function carryOver(request: Request, accountId: string): Promise<unknown> {
	const path = pageOf(new URL(request.url))
	const form = await readUploadForm(request, { maxFiles: FILES_AT_MOST }).catch(() => null)
	const carried = form
		? sealForm(form, { accountId, path, now: Date.now() })
		: { sealed: null, hadFiles: true }
	const answer: SessionEnded = {
		sessionEnded: {
			carried,
			redirectTo: path,
			email: await rememberedEmail(request),
			google: env.google !== undefined,
		},
	}
	requestContext()?.cookies.push(await clearSession())
	return data(answer, { status: 401 })
}

/** The page of an address: without what the framework, or an earlier log-in, has put into it. */
function pageOf({ pathname, searchParams }: URL): string {
	const search = new URLSearchParams(searchParams)
	for (const name of ['_routes', 'index', 'carried']) search.delete(name)
	return pathname.replace(/\.data$/, '') + (search.size > 0 ? `?${search}` : '')
}

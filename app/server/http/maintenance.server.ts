import { type MiddlewareFunction, redirect } from 'react-router'
import { optionalAccount } from '../auth/guards.server'
import { readBearer, type SessionAccount } from '../auth/session.server'
import { formatPagePath, saveForm, sealForm } from '../forms/restored-form.server'
import { readTextFields } from '../forms/uploads.server'
import { isMaintenanceOn } from '../ops/maintenance-mode.server'
import { apiErrorResponse, isApiPath, readAsRouted } from './api-response.server'
import { renderOwnPage } from './framework.server'

/** The path of the maintenance notice. */
const NOTICE = '/maintenance'
/** Paths open during maintenance (P44), including that of the cookie banner's form. Static files never get this far. */
const OPEN =
	/^\/(login(\/code)?|logout|cookie-preference|healthz|readyz|metrics|google-response|auth\/google(\/.*)?|admin(\/.*)?)$/
/** API calls open to everybody during maintenance: below /admin, signing in and out, and whether maintenance is on. */
const OPEN_CALLS = /^\/api\/(admin\/.*|setting|user\/login(\/code)?|user\/logout)$/i
/** Images that administrators need during maintenance, above all receipts. */
const ADMINS_IMAGES = /^\/(files|grid-picture)\//
const RETRY_AFTER_S = 300
const MAX_FILES = 4

/**
 * Answers 503 to everything but the open paths during maintenance, before any route runs: below /api in JSON, elsewhere
 * with the `notice`.
 */
export const closeSite =
	(notice: (request: Request) => Promise<Response>): MiddlewareFunction<Response> =>
	async ({ request }, next) => {
		const path = new URL(request.url).pathname
		if (
			OPEN.test(path) ||
			OPEN_CALLS.test(readAsRouted(path)) ||
			path === NOTICE ||
			!(await isMaintenanceOn())
		)
			return await next()
		if (isApiPath(path)) {
			const isRead = request.method === 'GET' || request.method === 'HEAD'
			const bearer = isRead ? await readBearer(request, Date.now()).catch(() => undefined) : undefined
			if (bearer?.role === 'admin') return await next()
			const message = 'Maintenance in progress'
			return apiErrorResponse(503, { message, code: 'maintenance', data: [{ maintenance_mode: '1' }] })
		}
		const account = await optionalAccount(request)
		if (account?.role === 'admin' && ADMINS_IMAGES.test(path)) return await next()
		return (account && (await keepForm(request, account))) ?? (await notice(request))
	}

/**
 * Keeps what a member has typed into a form: the page that it redirects to shows the notice, and once the site is open
 * the form. Scripts that get the notice send the form again by the browser.
 */
async function keepForm(request: Request, { id }: SessionAccount): Promise<Response | undefined> {
	if (request.method !== 'POST' || request.headers.get('sec-fetch-dest') !== 'document') return undefined
	const form = await readTextFields(request, MAX_FILES).catch(() => null)
	const now = Date.now()
	const path = formatPagePath(new URL(request.url))
	const sealed = form && sealForm(form, { accountId: id, path, now }).sealed
	const kept = sealed ? await saveForm(sealed, { now }) : undefined
	return kept?.ok ? redirect(kept.path) : undefined
}

/** Tells clients when to retry; open pages retry by themselves, with and without scripts. */
const retryLater: MiddlewareFunction<Response> = async (_, next) => {
	const response = await next()
	if (response.status === 503 && !response.headers.has('Retry-After')) {
		response.headers.set('Retry-After', String(RETRY_AFTER_S))
		response.headers.set('Refresh', String(RETRY_AFTER_S))
	}
	return response
}

export const maintenance: MiddlewareFunction<Response>[] = [
	retryLater,
	closeSite(request => renderOwnPage(NOTICE, request)),
]

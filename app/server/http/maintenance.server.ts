import type { MiddlewareFunction } from 'react-router'
import { optionalAccount } from '../auth/guards.server'
import { readBearer } from '../auth/session.server'
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
		return await notice(request)
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

import type { MiddlewareFunction } from 'react-router'
import { optionalAccount } from '../auth/guards.server'
import { readBearer } from '../auth/session.server'
import { maintenanceIsOn } from '../ops/maintenance-mode.server'
import { errorAnswer, isApiPath, readAsRouted } from './api-answer.server'
import { renderOwnPage } from './framework.server'

/** The notice itself, which every other page gives way to. */
const NOTICE = '/maintenance'
/** Open during maintenance (P44), with the form of the cookie banner; static files never come this far. */
const OPEN =
	/^\/(login(\/code)?|logout|cookie-preference|healthz|readyz|metrics|google-response|auth\/google(\/.*)?|admin(\/.*)?)$/
/**
 * Calls of the API that stay open to everybody: those below /admin, the way to a token and from it, and the question
 * whether maintenance is on.
 */
const OPEN_CALLS = /^\/api\/(admin\/.*|setting|user\/login(\/code)?|user\/logout)$/i
/** Images of the open pages of administrators: receipts above all, which they review in the meantime. */
const ADMINS_IMAGES = /^\/(files|grid-picture)\//
const RETRY_AFTER_S = 300

/**
 * While maintenance is on, answers 503 to everything else than the open addresses, before any route runs: to /api in
 * JSON, elsewhere with the `notice`, whether a page, a file or a redirect is at home there.
 */
export const closeSite =
	(notice: (request: Request) => Promise<Response>): MiddlewareFunction<Response> =>
	async ({ request }, next) => {
		const path = new URL(request.url).pathname
		if (
			OPEN.test(path) ||
			OPEN_CALLS.test(readAsRouted(path)) ||
			path === NOTICE ||
			!(await maintenanceIsOn())
		)
			return await next()
		if (isApiPath(path)) {
			const isRead = request.method === 'GET' || request.method === 'HEAD'
			const bearer = isRead ? await readBearer(request, Date.now()).catch(() => undefined) : undefined
			if (bearer?.role === 'admin') return await next()
			const message = 'Maintenance in progress'
			return errorAnswer(503, { message, code: 'maintenance', data: [{ maintenance_mode: '1' }] })
		}
		const account = await optionalAccount(request)
		if (account?.role === 'admin' && ADMINS_IMAGES.test(path)) return await next()
		return await notice(request)
	}

/** Tells clients when to come back; open pages do so by themselves, with scripts or without. */
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

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { RouterContextProvider } from 'react-router'
import { env } from '../ops/env.server'
import { log } from '../ops/log.server'
import { observeRequest } from '../ops/metrics.server'
import { apiErrorResponse, isApiPath } from './api-response.server'
import { type HostFacts, hostFacts } from './request-context.server'

const getFacts = (response: Response): HostFacts => response.locals['facts']

/** Creates the load context of the framework's request handler. */
export function loadContext(response: Response): RouterContextProvider {
	return new RouterContextProvider(new Map([[hostFacts, getFacts(response)]]))
}

/* The status that nginx logs for a client that disconnected before an answer. */
const CLOSED_BY_CLIENT = 499

/**
 * Gives a request an id, which no client can choose, and logs and measures it when it ends. Query strings are left out:
 * they may name people or carry tokens.
 */
export const logRequests: RequestHandler = (request, response, next) => {
	const arrival = performance.now()
	const facts: HostFacts = { id: randomUUID(), address: request.ip ?? 'unknown' }
	response.locals['facts'] = facts
	const { method, originalUrl } = request
	response.once('close', () => {
		const ms = performance.now() - arrival
		const status = response.headersSent ? response.statusCode : CLOSED_BY_CLIENT
		const { id: requestId, route, accountId, address } = facts
		observeRequest({ method, route, status, seconds: ms / 1000 })
		const line = {
			requestId,
			method,
			path: getPath(originalUrl),
			route,
			status,
			ms: Math.round(ms),
			accountId,
			address,
		}
		// Files of the build have no route and are not worth a log line.
		if (route === undefined && status < 400) log.debug(line, 'request completed')
		else log.info(line, 'request completed')
	})
	next()
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i
/* The methods that a fetch Request supports. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses requests that cannot be converted to a fetch Request, or would change by it, because the framework would only
 * fail. Removes the headers that would override Host, which a proxy may have let through. Whether an Origin is our own
 * is decided by APP_URL alone.
 */
export const screenRequest: RequestHandler = async (request, response, next) => {
	const { method, originalUrl, headers } = request
	const status = !METHODS.includes(method) ? 405 : isReadable(originalUrl, headers) ? undefined : 400
	if (status === undefined) {
		headers.host ||= env.appUrl.host
		delete headers['x-forwarded-host']
		delete headers['x-forwarded-proto']
		return next()
	}
	getFacts(response).route = 'refused'
	const isApi = isApiPath(getPath(originalUrl))
	if (status === 405) response.set('Allow', isApi ? 'GET, HEAD, POST, PUT' : 'GET, HEAD, POST')
	response.status(status)
	if (isApi) {
		response.set('Cache-Control', 'no-store').json(await apiErrorResponse(status).json())
	} else {
		response.type('text').send(`${STATUS_CODES[status]}\n`)
	}
}

function isReadable(url: string, { host, origin }: Request['headers']): boolean {
	const isOurs = host === undefined || host === env.appUrl.host
	if (!isOurs && !(HOST.test(host) && URL.canParse(`http://${host}`))) return false
	if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) return false
	return url.startsWith('/') && isText(getPath(url))
}

function isText(path: string): boolean {
	try {
		// Browsers treat a backslash as a slash, so a redirect to such a path could lead to another site.
		return !path.includes('\\') && !decodeURIComponent(path).includes('\0')
	} catch {
		return false
	}
}

const getPath = (url: string) => url.split('?', 1)[0] ?? ''

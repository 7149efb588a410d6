import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApiPath } from './api-answer.server'
import { env } from './env.server'
import { log } from './log.server'
import { observeRequest } from './metrics.server'
import { expectContext, takeContext } from './request-context.server'

/**
 * The header under which {@link receive} tells the routes that a request is refused, and with which status.
 */
export const REFUSED = 'x-refused'

/* What the framework can read. Others end in an exception of its adapter. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i
/* What nginx writes for a client that went before there was an answer. */
const CLOSED_BY_CLIENT = 499

const unanswered = new Set<ServerResponse>()
let isEnding = false

/**
 * Has every answer from now on close its connection: a proxy that went on using one would keep the process from ending.
 */
export function endConnections(): void {
	isEnding = true
	for (const response of unanswered) {
		if (!response.headersSent) response.setHeader('Connection', 'close')
	}
}

/**
 * Prepares a request as it arrives, before anything else sees it: who sent it and its number, on headers that
 * no client can choose; the headers of every answer, files of the build among them; and its line in the log.
 * What the framework could not read becomes a request for the home page, or below /api for nothing there, that is
 * marked as refused, so that it gets a page or JSON, a log line and no exception.
 */
export function receive(request: IncomingMessage, response: ServerResponse): void {
	const { method = '', url = '', headers } = request
	const arrival = { id: randomUUID(), method, path: pathOf(url), at: performance.now() }
	const socketAddress = request.socket.remoteAddress ?? ''
	const refusal = refusalOf(request)
	headers['x-request-id'] = arrival.id
	headers['x-client-address'] = socketAddress
	headers[REFUSED] = refusal === undefined ? '' : String(refusal)
	headers.host ??= env.appUrl.host
	if (refusal !== undefined) {
		request.method = method === 'HEAD' ? 'HEAD' : 'GET'
		request.url = isApiPath(pathOf(url)) ? '/api/refused' : '/'
		headers.host = env.appUrl.host
	}
	response.setHeader('X-Content-Type-Options', 'nosniff')
	if (env.secureCookies) response.setHeader('Strict-Transport-Security', 'max-age=63072000')
	if (isEnding) response.setHeader('Connection', 'close')
	unanswered.add(response)
	expectContext(arrival.id)
	/* What nobody has read of a form stands in the way of the next request on its connection. */
	response.once('finish', () => {
		if (!request.readableEnded) request.removeAllListeners('data').resume()
	})
	response.once('close', () => {
		unanswered.delete(response)
		logRequest(arrival, response, socketAddress)
	})
}

function refusalOf({ method = '', url = '', headers }: IncomingMessage): 400 | 405 | undefined {
	if (!METHODS.includes(method)) return 405
	const { host, origin } = headers
	if (host !== undefined && !(HOST.test(host) && URL.canParse(`http://${host}`))) return 400
	if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) return 400
	return url.startsWith('/') && isText(pathOf(url)) ? undefined : 400
}

function isText(path: string): boolean {
	try {
		// A browser takes a backslash for a slash: what is sent with one would lead it to another site.
		return !path.includes('\\') && !decodeURIComponent(path).includes('\0')
	} catch {
		return false
	}
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

/* Query strings stay out: they may name people or carry tokens. A file of the build has no route, and is of
   no interest. */
function logRequest(
	{ id, method, path, at }: { id: string; method: string; path: string; at: number },
	response: ServerResponse,
	socketAddress: string,
): void {
	const { route, accountId, address = socketAddress } = takeContext(id) ?? {}
	const ms = performance.now() - at
	const status = response.headersSent ? response.statusCode : CLOSED_BY_CLIENT
	const line = { requestId: id, method, path, route, status, ms: Math.round(ms), accountId, address }
	if (route === undefined && status < 400) log.debug(line)
	else log.info(line)
	observeRequest({ method, route, status, seconds: ms / 1000 })
}

import type { MiddlewareFunction } from 'react-router'
import { clearFlash, isFlashRead } from '../forms/flash.server'
import { releaseUpload } from '../forms/upload-admission.server'
import { dropBody, tooLarge, UPLOAD_LIMIT } from '../forms/uploads.server'
import { env } from '../ops/env.server'
import { isOwnOrigin } from '../ops/origin.server'
import { API_BODY_LIMIT, isApiPath, readAsRouted } from './api-response.server'
import { findRoute } from './framework.server'
import { hostFacts, type RequestContext, requestContext, withRequestContext } from './request-context.server'

const PLAIN_LIMIT = 64 * 1024
const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i
const JSON_BODY = /^application\/json\s*(;|$)/i
const MULTIPART = /^multipart\/form-data\s*(;|$)/i
const SANE_BOUNDARY = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70}))\s*(;|$)/i

/* Not kept in the browser's history, so that Back shows nothing of an ended session. */
const SIGNED_IN_PATTERN = /^\/?(user|admin)(\/|$)/

const POLICY = 'Content-Security-Policy'

const refuse = (status: number, statusText: string) => new Response(null, { status, statusText })

/**
 * Outermost middleware of every route: gives the request its context and the answer its security headers, and clears
 * the flash message once a page has shown it. A page rendered for the answer to another request shares that one's
 * context.
 */
export const requestScope: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
	if (requestContext()) return await next()
	const respond = async ({ host }: RequestContext) => {
		host.route = (await findRoute(pattern))?.id ?? 'unknown'
		const response = await next()
		discardBody(request, response)
		const isPage = response.headers.get('content-type')?.startsWith('text/html') && response.status !== 302
		for (const [name, value] of securityHeaders(pattern)) {
			if (!response.headers.has(name)) response.headers.set(name, value)
		}
		if (response.status === 405 && !response.headers.has('Allow')) {
			response.headers.set('Allow', request.method === 'POST' ? 'GET, HEAD' : 'GET, HEAD, POST')
		}
		for (const cookie of requestContext()?.cookies ?? []) response.headers.append('Set-Cookie', cookie)
		// A fetched response is not shown, so the message waits for the next page.
		const isShown = request.headers.get('sec-fetch-dest') !== 'empty'
		if (
			isPage &&
			isShown &&
			isFlashRead() &&
			/(^|;\s*)(__Host-)?flash=/.test(request.headers.get('cookie') ?? '')
		) {
			response.headers.append('Set-Cookie', await clearFlash())
		}
		return response
	}
	return await withRequestContext(request, respond, context.get(hostFacts))
}

/* Unread bytes of a body would block the next request on the connection. */
function discardBody({ body, headers }: Request, answer: Response): void {
	if (!body || body.locked) return
	const hasNoEnd = headers.has('transfer-encoding') || Number(headers.get('content-length')) > UPLOAD_LIMIT
	if (answer.status === 408 || hasNoEnd) answer.headers.set('Connection', 'close')
	else void dropBody(body)
}

/** Answers 404 where the framework would answer with data alone: none of our scripts requests it. */
export const documentsOnly: MiddlewareFunction<Response> = async ({ request }, next) =>
	new URL(request.url).pathname.endsWith('.data') ? refuse(404, 'Not Found') : await next()

/* Sent by browsers when a link with `ping` is followed. */
const PING = /^text\/ping\b/i

/**
 * Refuses, before anything reads it, a method that no page uses (405), a body without a length (411), one too large
 * (413), or of a type that no form sends (415): `request.formData()` has no limit of its own. A route whose `handle`
 * says `acceptsFiles` may receive up to {@link UPLOAD_LIMIT}. Waits for a body without files, so that guards see the
 * session as it is when the body has arrived (408 after 30 seconds). Releases an admitted upload after the answer.
 */
export const bodyLimits: MiddlewareFunction<Response> = async ({ request, pattern }, next) => {
	if (request.method === 'GET' || request.method === 'HEAD') return await next()
	const { pathname } = new URL(request.url)
	const path = readAsRouted(pathname)
	const isApi = isApiPath(pathname)
	if (request.method !== 'POST' && !isApi) throw refuse(405, 'Method Not Allowed')
	const length = request.headers.get('content-length')
	// An API call without a body may omit its length; a chunked body has none.
	const isEmpty = isApi && length === null && !request.headers.has('transfer-encoding')
	if (!isEmpty && (length === null || !/^\d+$/.test(length))) throw refuse(411, 'Length Required')
	const type = request.headers.get('content-type') ?? ''
	const isMultipart = MULTIPART.test(type)
	const handle = (await findRoute(pattern))?.module.handle as { acceptsFiles?: true } | undefined
	const isUpload = isMultipart && handle?.acceptsFiles === true
	if (Number(length) > (isUpload ? UPLOAD_LIMIT : isApi ? API_BODY_LIMIT : PLAIN_LIMIT)) {
		throw isUpload ? tooLarge(request) : refuse(413, 'Content Too Large')
	}
	const isPing = PING.test(type) && path.startsWith('/clicks/')
	const isKnown = isMultipart || isPing || (isApi ? JSON_BODY : URL_ENCODED).test(type)
	if (Number(length) > 0 && !isKnown) {
		throw refuse(415, 'Unsupported Media Type')
	}
	if (isMultipart && !SANE_BOUNDARY.test(type)) throw refuse(400, 'Bad Request')
	const copy = isUpload ? null : request.clone().body
	if (copy && !(await dropBody(copy))) throw refuse(408, 'Request Timeout')
	try {
		return await next()
	} finally {
		const upload = requestContext()?.upload
		if (upload) releaseUpload(upload)
	}
}

/**
 * Refuses writes sent by another site's page (400). The framework's own check covers neither resource routes nor
 * proxies.
 */
export const sameOrigin: MiddlewareFunction<Response> = async ({ request }, next) => {
	if (request.method === 'GET' || request.method === 'HEAD') return await next()
	const origin = request.headers.get('origin')
	const site = request.headers.get('sec-fetch-site')
	if (origin !== null && !isOwnOrigin(origin, env.appUrl)) throw refuse(400, 'Bad Request')
	if (site !== null && site !== 'same-origin' && site !== 'none') throw refuse(400, 'Bad Request')
	return await next()
}

/**
 * Builds the Content-Security-Policy of an answer: our own files, and the inline style and script with these hashes.
 * Hashes rather than a nonce, because a cached page is sent more than once.
 */
export function contentPolicy(styleHash = '', scriptHash = ''): string {
	return [
		"default-src 'none'",
		`script-src 'self' ${scriptHash}`,
		`style-src 'self' ${styleHash}`,
		"img-src 'self' data: blob:",
		"font-src 'self' data:",
		"connect-src 'self'",
		"manifest-src 'self'",
		"frame-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'self'",
	]
		.map(directive => directive.trim())
		.join('; ')
}

function securityHeaders(pattern: string): [string, string][] {
	return [
		[POLICY, contentPolicy()],
		['X-Frame-Options', 'SAMEORIGIN'],
		['Referrer-Policy', 'same-origin'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
		['X-Request-Id', requestContext()?.id ?? ''],
		['Cache-Control', SIGNED_IN_PATTERN.test(pattern) ? 'no-store' : 'private, no-cache'],
	]
}

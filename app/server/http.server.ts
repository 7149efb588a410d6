import type { MiddlewareFunction } from 'react-router'
import { env } from './env.server'
import { clearFlash, flashIsRead } from './flash.server'
import { isOwnOrigin } from './origin.server'
import { requestContext, withRequestContext } from './request-context.server'
import { tooLarge, UPLOAD_LIMIT } from './uploads.server'

const PLAIN_LIMIT = 64 * 1024
/** Paths whose forms carry files, and may send as much as {@link UPLOAD_LIMIT}. */
const UPLOAD_PATHS: RegExp[] = [
	/^\/user\/checkout\/[^/]+\/confirm$/,
	/^\/user\/profile$/,
	/^\/user\/pixels\/preview$/,
	/^\/(user|admin)\/setting(\/[^/]+)?$/,
	/^\/admin\/profile$/,
]
const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i
const MULTIPART = /^multipart\/form-data\s*(;|$)/i
const SANE_BOUNDARY = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70}))\s*(;|$)/i

const POLICY = 'Content-Security-Policy'

const refuse = (status: number, statusText: string) => new Response(null, { status, statusText })

/**
 * Outermost middleware of every route: gives the request its context, the answer its security headers, and takes away the
 * flash message once a page has shown it.
 */
export const requestScope: MiddlewareFunction<Response> = async ({ request }, next) =>
	await withRequestContext(request, async () => {
		const response = await next()
		const isPage = response.headers.get('content-type')?.startsWith('text/html') && response.status !== 302
		for (const [name, value] of securityHeaders()) {
			if (!response.headers.has(name)) response.headers.set(name, value)
		}
		if (isPage) response.headers.set(POLICY, withNonce(response.headers.get(POLICY) ?? ''))
		if (isPage && flashIsRead() && /(^|;\s*)flash=/.test(request.headers.get('cookie') ?? '')) {
			response.headers.append('Set-Cookie', await clearFlash())
		}
		return response
	})

/**
 * Refuses, before anything reads it, a method that no page uses (405), a body without a length (411), one too large (413), or of a
 * type that no form sends (415). `request.formData()` has no limit of its own.
 */
export const bodyLimits: MiddlewareFunction<Response> = async ({ request }, next) => {
	if (request.method === 'GET' || request.method === 'HEAD') return await next()
	if (request.method !== 'POST') {
		const headers = { Allow: 'GET, HEAD, POST' }
		throw new Response(null, { status: 405, statusText: 'Method Not Allowed', headers })
	}
	const length = request.headers.get('content-length')
	if (length === null || !/^\d+$/.test(length)) throw refuse(411, 'Length Required')
	const path = new URL(request.url).pathname.replace(/\.data$/, '')
	const type = request.headers.get('content-type') ?? ''
	const isMultipart = MULTIPART.test(type)
	const isUpload = isMultipart && UPLOAD_PATHS.some(pattern => pattern.test(path))
	if (Number(length) > (isUpload ? UPLOAD_LIMIT : PLAIN_LIMIT)) {
		throw isUpload ? tooLarge(request) : refuse(413, 'Content Too Large')
	}
	if (Number(length) > 0 && !isMultipart && !URL_ENCODED.test(type)) {
		throw refuse(415, 'Unsupported Media Type')
	}
	if (isMultipart && !SANE_BOUNDARY.test(type)) throw refuse(400, 'Bad Request')
	return await next()
}

/** Refuses writes that another site's page sent (403). The framework's own check covers neither resource routes nor proxies. */
export const sameOrigin: MiddlewareFunction<Response> = async ({ request }, next) => {
	if (request.method === 'GET' || request.method === 'HEAD') return await next()
	const origin = request.headers.get('origin')
	const site = request.headers.get('sec-fetch-site')
	if (origin !== null && !isOwnOrigin(origin, env.appUrl)) throw refuse(403, 'Forbidden')
	if (site !== null && site !== 'same-origin' && site !== 'none') throw refuse(403, 'Forbidden')
	return await next()
}

/** The Content-Security-Policy of an answer, but for its nonce: what is ours, and the style and script in the page that have these hashes. */
export function contentPolicy(styleHash = '', scriptHash = ''): string {
	return [
		"default-src 'none'",
		`script-src 'self' ${scriptHash}`,
		`style-src 'self' ${styleHash}`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
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

/* A page may be kept and sent again, with what it says of itself, but a nonce is good for one answer. */
function withNonce(policy: string): string {
	return policy.replace("script-src 'self'", `script-src 'self' 'nonce-${requestContext()?.nonce}'`)
}

function securityHeaders(): [string, string][] {
	const headers: [string, string][] = [
		[POLICY, contentPolicy()],
		['X-Content-Type-Options', 'nosniff'],
		['X-Frame-Options', 'SAMEORIGIN'],
		['Referrer-Policy', 'same-origin'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
		['X-Request-Id', requestContext()?.id ?? ''],
		['Cache-Control', 'private, no-cache'],
	]
	if (env.secureCookies) headers.push(['Strict-Transport-Security', 'max-age=63072000'])
	return headers
}

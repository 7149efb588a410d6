import { isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

/** Bytes of a body without its files: enough to list all pixels in the format of older clients. */
export const API_BODY_LIMIT = 256 * 1024

/**
 * Tests for a path of the JSON API. Its documentation page, /api, is not one. The router ignores case and escapes.
 */
export function isApiPath(path: string): boolean {
	return /^\/api\/./is.test(readAsRouted(path))
}

/** Decodes an address the way the router does, except that `%2F` becomes a slash. */
export function readAsRouted(path: string): string {
	try {
		return path.includes('%') ? decodeURIComponent(path) : path
	} catch {
		return path
	}
}

/* The code and message of errors that no command returns. */
const ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
	400: ['malformed', 'This request cannot be read.'],
	401: ['unauthenticated', 'Please log in: this operation needs a valid bearer token.'],
	403: ['forbidden', 'Your account may not do this.'],
	404: ['unknown', 'There is nothing here.'],
	405: ['method', 'This address does not support this method.'],
	408: ['timeout', 'The rest of this request did not arrive in time.'],
	409: ['conflict', 'This has changed in the meantime.'],
	411: ['length-required', 'The Content-Length header is missing.'],
	413: ['too-large', 'This body is too large.'],
	415: ['media-type', 'A body of this type is not accepted here.'],
	422: ['invalid', 'This request is invalid.'],
	429: ['too-many', 'Too many requests. Please wait and try again.'],
	503: ['unavailable', 'The service is unavailable. Please try again later.'],
}
const UNEXPECTED_ERROR = ['unexpected', 'An unexpected error occurred. Please try again.'] as const

/** The errors common to all operations. */
export const PROBLEMS = Object.entries({ ...ERRORS, 500: UNEXPECTED_ERROR }).map(
	([status, [code, message]]) => ({
		status,
		code,
		message,
	}),
)

type ErrorDetails = {
	message?: string
	code?: string
	fields?: Record<string, string[]>
	data?: unknown
	retryAfter?: number | undefined
}

/** Creates an error response. The code and message are by default those of the status. `retryAfter`: seconds. */
export function apiErrorResponse(
	status: number,
	{ retryAfter, ...more }: ErrorDetails = {},
	headers: HeadersInit = {},
): Response {
	const [code, message] = ERRORS[status] ?? UNEXPECTED_ERROR
	const response = Response.json({ success: false, message, code, ...more }, { status, headers })
	if (retryAfter) response.headers.set('Retry-After', String(retryAfter))
	response.headers.set('Cache-Control', 'no-store')
	if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer')
	return response
}

/** Returns the status of an error thrown by a guard, a parser or the framework; otherwise 500. */
export function statusOfThrown(error: unknown): number {
	if (error instanceof Response || isRouteErrorResponse(error)) return error.status
	if (error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init) {
		return Number(error.init.status)
	}
	return 500
}

const KEPT_HEADERS = ['Retry-After', 'Allow']

/** Converts all errors below /api to JSON, including those of other middleware. */
export const jsonErrors: MiddlewareFunction<Response> = async ({ request }, next) => {
	if (!isApiPath(new URL(request.url).pathname)) return await next()
	const response = await next()
	const isJson = response.headers.get('content-type')?.startsWith('application/json')
	if (response.status < 400 || isJson) return response
	const headers = new Headers()
	for (const name of KEPT_HEADERS) {
		const value = response.headers.get(name)
		if (value) headers.set(name, value)
	}
	return apiErrorResponse(response.status, {}, headers)
}

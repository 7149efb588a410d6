import type { MiddlewareFunction } from 'react-router'

/**
 * Answers a dialog that sent its form by script with the redirect's target, so that the browser itself opens that page,
 * with its message.
 */
export const respondToDialogs: MiddlewareFunction<Response> = async ({ request }, next) => {
	const response = await next()
	const target = response.headers.get('location')
	if (target === null || !request.headers.has('x-dialog')) return response
	const headers = new Headers(response.headers)
	headers.delete('location')
	headers.set('x-location', target)
	return new Response(null, { status: 204, headers })
}

import { readFlash } from '~/server/forms/flash.server'
import type { TestAccount } from './factories'
import { makeRequest, routeArgs } from './requests'

/* Calls loaders and actions like the router, and reads their results. */

type Handler = (args: never) => Promise<unknown>
export type Fields = Record<string, string | string[]>
type ErrorData = {
	data: { result?: { error?: Record<string, string[]> }; message?: string; title?: string; refused?: string }
	init: { status: number }
}

/** Runs a loader or an action; also returns thrown responses. */
export async function runHandler(handler: Handler, request: Request): Promise<Response | ErrorData> {
	try {
		return (await handler(routeArgs(request))) as Response | ErrorData
	} catch (thrown) {
		if (thrown instanceof Response) return thrown
		throw thrown
	}
}

/** Posts a form as an account. */
export const post = async (
	handler: Handler,
	path: string,
	as: TestAccount,
	fields: Fields,
	cookie?: string,
) => await runHandler(handler, await makeRequest(path, { as, fields, ...(cookie ? { cookie } : {}) }))

/** Returns the target and the message of a redirect. */
export async function getRedirect(response: Response | ErrorData) {
	if (!(response instanceof Response)) throw new Error(`Refused: ${JSON.stringify(response)}`)
	const cookie = getCookies(response)
	const flash = await readFlash(new Request('http://localhost:3000', { headers: { cookie } }))
	return [response.headers.get('location'), flash?.text]
}

/** Returns the status and all messages of a page with errors. */
export function getErrors(response: Response | ErrorData) {
	if (response instanceof Response) throw new Error(`Not refused: ${response.status}`)
	const { result, message, title, refused } = response.data
	const texts = [title, message, refused, ...Object.values(result?.error ?? {}).flat()]
	return [response.init.status, ...texts.filter(text => text !== undefined)]
}

/** Returns the cookies that a response sets, as a Cookie header. */
export const getCookies = (response: Response) =>
	response.headers
		.getSetCookie()
		.map(cookie => cookie.split(';')[0])
		.join('; ')

/** Wraps a response or `data()` thrown by a loader or an action as an error boundary receives it. */
export function errorResponse(status: number, data: unknown) {
	return { status, statusText: '', internal: false, data }
}

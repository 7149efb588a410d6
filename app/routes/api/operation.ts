import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { findOperations } from '~/api/operations.server'
import { perform } from '~/api/perform.server'
import { apiErrorResponse } from '~/server/http/api-response.server'
import { requestContext } from '~/server/http/request-context.server'

/* Every call of the API, found by its path in the table of calls (docs/decisions/0091). */

/* Operations without files answer a form with 415, unread. */
export const handle = { acceptsFiles: true }

type Args = LoaderFunctionArgs | ActionFunctionArgs

export function loader(args: LoaderFunctionArgs): Promise<Response> {
	return respond(args, 'GET')
}

export function action(args: ActionFunctionArgs): Promise<Response> {
	return respond(args, args.request.method)
}

async function respond({ request, params }: Args, method: string): Promise<Response> {
	const { operations, params: inPath } = findOperations(`/${params['*']}`)
	const [first] = operations
	/* The router decodes these to slashes, so a call would have a second name that rules for its path do not match. */
	if (!first || /%25|%2f/i.test(new URL(request.url).pathname)) return apiErrorResponse(404)
	const host = requestContext()?.host
	if (host) host.route = `api${first.path}`
	const operation = operations.find(item => item.method === method)
	if (operation) return await perform(operation, request, inPath)
	return apiErrorResponse(405, {}, { Allow: operations.map(item => item.method).join(', ') })
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { operationsAt } from '~/api/operations.server'
import { perform } from '~/api/perform.server'
import { errorAnswer } from '~/server/http/api-answer.server'

/* Every call of the API; which one is said by the address of the route (docs/decisions/0091). */

type Args = LoaderFunctionArgs | ActionFunctionArgs

export function loader(args: LoaderFunctionArgs): Promise<Response> {
	return answer(args, 'GET')
}

export function action(args: ActionFunctionArgs): Promise<Response> {
	return answer(args, args.request.method)
}

async function answer({ request, params, pattern }: Args, method: string): Promise<Response> {
	const operations = operationsAt(pattern.replace(/^\/?api/, ''))
	if (operations.length === 0) return errorAnswer(404)
	const operation = operations.find(one => one.method === method)
	if (operation) return await perform(operation, request, params)
	return errorAnswer(405, {}, { Allow: operations.map(one => one.method).join(', ') })
}

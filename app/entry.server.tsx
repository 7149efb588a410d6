import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { log } from '~/server/log.server'
import { requestContext } from '~/server/request-context.server'
import { AssetsContext } from '~/ui/assets'

export { boot } from './boot.server'
export { env } from './server/env.server'
export { log } from './server/log.server'

/** Draws a whole document. Nothing streams late, so the page is complete without scripts. */
export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Promise<Response> {
	const nonce = requestContext()?.nonce ?? ''
	const assets = {
		entry: routerContext.manifest.entry.module,
		nonce,
		requestId: requestContext()?.id ?? '',
	}
	return new Promise((resolve, reject) => {
		const { pipe } = renderToPipeableStream(
			<AssetsContext value={assets}>
				<ServerRouter context={routerContext} url={request.url} nonce={nonce} />
			</AssetsContext>,
			{
				nonce,
				onAllReady() {
					const body = new PassThrough()
					headers.set('Content-Type', 'text/html; charset=utf-8')
					resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
					pipe(body)
				},
				onShellError: reject,
				onError(error) {
					log.error({ err: error, requestId: requestContext()?.id }, 'rendering failed')
				},
			},
		)
	})
}

/** Logs what no route expected. Thrown responses are answers, not bugs. */
export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return
	log.error(
		{ err: error, requestId: requestContext()?.id, path: new URL(request.url).pathname },
		'request failed',
	)
}

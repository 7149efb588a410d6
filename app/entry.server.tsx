import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { contentPolicy } from '~/server/http.server'
import { log } from '~/server/log.server'
import { requestContext } from '~/server/request-context.server'
import { parseStyles, policyHash, usedStyles } from '~/server/styles.server'
import { AssetsContext } from '~/ui/assets'
import { START_SCRIPT } from '~/ui/start-script'
import css from './app.css?inline'
import fonts from './fonts.css?inline'

export { boot } from './boot.server'
export { receive } from './server/incoming.server'
export { log } from './server/log.server'

const styles = parseStyles(fonts + css)
const startHash = policyHash(START_SCRIPT)

/**
 * Draws a whole document. Nothing streams late, so the page is complete without scripts; it carries the styles it uses,
 * so its text waits for no second answer (docs/decisions/0052).
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Promise<Response> {
	const assets = {
		entry: routerContext.manifest.entry.module,
		requestId: requestContext()?.id ?? '',
	}
	const html = await draw(
		<AssetsContext value={assets}>
			<ServerRouter context={routerContext} url={request.url} />
		</AssetsContext>,
		assets.requestId,
	)
	const used = usedStyles(styles, html)
	headers.set('Content-Type', 'text/html; charset=utf-8')
	headers.set('Content-Security-Policy', contentPolicy(policyHash(used), startHash))
	return new Response(
		html.replace('</head>', () => `<style>${used}</style></head>`),
		{ status, headers },
	)
}

function draw(document: ReactNode, requestId: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const { pipe } = renderToPipeableStream(document, {
			onAllReady: () => resolve(text(pipe(new PassThrough()))),
			onShellError: reject,
			onError(error) {
				log.error({ err: error, requestId }, 'rendering failed')
			},
		})
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

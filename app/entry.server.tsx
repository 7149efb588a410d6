import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { brandEdition } from '~/domain/brand'
import { pageWithParts } from '~/server/finished-parts.server'
import { contentPolicy } from '~/server/http.server'
import { keepDrawings } from '~/server/kept-drawings.server'
import { log } from '~/server/log.server'
import { FinishedPage } from '~/server/node-answers.server'
import { PageRouter } from '~/server/page-router.server'
import { requestContext } from '~/server/request-context.server'
import { parseStyles, policyHash, stylePicker } from '~/server/styles.server'
import { AssetsContext } from '~/ui/assets'
import { DrawContext } from '~/ui/kept'
import { START_SCRIPT } from '~/ui/start-script'
import appStyles from './app.css?inline'
import fonts from './fonts.css?inline'

export { boot } from './boot.server'
export { receive } from './server/incoming.server'
export { log } from './server/log.server'

const stylesFor = stylePicker(parseStyles(fonts + appStyles))
const startHash = policyHash(START_SCRIPT)
const drawKept = keepDrawings(brandEdition)

/**
 * Draws a whole document. Nothing comes late, so the page is complete without scripts; it carries the styles it uses,
 * so its text waits for no second answer (docs/decisions/0052).
 */
export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Response {
	const assets = {
		entry: routerContext.manifest.entry.module,
		requestId: requestContext()?.id ?? '',
	}
	// Nothing in the browser takes over from the framework, so nothing is handed to it.
	const { serverHandoffStream, ...context } = routerContext
	const isOurs = !serverHandoffStream && !context.staticHandlerContext.errors
	const html = renderToString(
		<AssetsContext value={assets}>
			<DrawContext value={drawKept}>
				{isOurs ? <PageRouter context={context} /> : <ServerRouter context={context} url={request.url} />}
			</DrawContext>
		</AssetsContext>,
	)
	const end = html.indexOf('</head>')
	const pieces = pageWithParts(html.slice(end))
	const { bytes, hash } = stylesFor(
		html,
		pieces.flatMap(piece => (typeof piece === 'string' ? [] : piece.tags)),
	)
	headers.set('Content-Type', 'text/html; charset=utf-8')
	headers.set('Content-Security-Policy', contentPolicy(hash, startHash))
	const styles = ['<style>', { bytes }, '</style>']
	return new FinishedPage(['<!DOCTYPE html>', html.slice(0, end), ...styles, ...pieces], { status, headers })
}

/** Logs what no route expected. Thrown responses are answers, not bugs. */
export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return
	log.error(
		{ err: error, requestId: requestContext()?.id, path: new URL(request.url).pathname },
		'request failed',
	)
}

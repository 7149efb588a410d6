import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { guestCache } from '~/server/http/guest-cache.server'
import { loadContext, logRequests, screenRequest } from '~/server/http/host.server'
import { requestContext } from '~/server/http/request-context.server'
import { contentPolicy } from '~/server/http/request-middleware.server'
import { policyHash, stylePicker } from '~/server/http/styles.server'
import { env } from '~/server/ops/env.server'
import { log } from '~/server/ops/log.server'
import { AssetsContext } from '~/ui/layout/assets'
import { START_SCRIPT } from '~/ui/layout/start-script'
import appStyles from './app.css?inline'
import fonts from './fonts.css?inline'
import { guestVersion, shutDown, startFacts, startOnce, stopJobs } from './start.server'

await startOnce()

/** The parts of the app that server.js uses. */
export const host = {
	env,
	log,
	startFacts,
	stopJobs,
	close: shutDown,
	logRequests,
	screenRequest,
	loadContext,
	guestCache,
	guestVersion,
}

const pickStyles = stylePicker(fonts + appStyles)
const startHash = policyHash(START_SCRIPT)

/**
 * Renders a document. Nothing is streamed, so the page is complete without scripts, and the styles it uses are inlined,
 * so that no further request delays its text (docs/decisions/0052).
 */
export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Response {
	const { entry, hmr } = routerContext.manifest
	const { id = '', markup = [] } = requestContext() ?? {}
	const assets = { entry: entry.module, requestId: id, markup, hmrRuntime: hmr?.runtime }
	const html = renderToString(
		<AssetsContext value={assets}>
			<ServerRouter context={keepMatchedRoutes(routerContext)} url={request.url} />
		</AssetsContext>,
	)
	const { css, hash } = pickStyles(html)
	// React Router drops an action's headers (Retry-After) from the page it renders, but keeps its cookies.
	for (const actionHeaders of Object.values(routerContext.staticHandlerContext.actionHeaders)) {
		for (const [name, value] of actionHeaders) if (name !== 'set-cookie') headers.set(name, value)
	}
	headers.set('Content-Type', 'text/html; charset=utf-8')
	headers.set('Content-Security-Policy', contentPolicy(hash, startHash))
	const endOfHead = html.indexOf('</head>')
	// Written into one buffer, because joining the strings of a page with a grid takes half a millisecond. A character has
	// at most three bytes.
	const page = Buffer.allocUnsafe(3 * (html.length + css.length))
	let length = page.write(`<!DOCTYPE html>${html.slice(0, endOfHead)}<style>`)
	length += css.copy(page, length)
	length += page.write('</style>', length)
	length += page.write(html.slice(endOfHead), length)
	return new Response(page.subarray(0, length), { status, headers })
}

/**
 * Keeps only the routes of this page, because ServerRouter creates all the routes it is given again for each page, and
 * drops the hydration data, because no page loads the framework's scripts.
 */
function keepMatchedRoutes({ serverHandoffStream, ...context }: EntryContext): EntryContext {
	const { matches } = context.staticHandlerContext
	const routes = Object.fromEntries(
		matches.flatMap(({ route: { id } }) => {
			const route = context.manifest.routes[id]
			return route ? [[id, route]] : []
		}),
	)
	return { ...context, manifest: { ...context.manifest, routes } }
}

/** Logs errors that no route expected. Thrown responses are answers, not bugs. */
export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return
	log.error(
		{ err: error, requestId: requestContext()?.id, path: new URL(request.url).pathname },
		'request failed',
	)
}

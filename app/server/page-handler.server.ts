import {
	createRequestHandler,
	createStaticHandler,
	type DataStrategyFunction,
	type EntryContext,
	type HeadersFunction,
	isRouteErrorResponse,
	matchRoutes,
	RouterContextProvider,
	type ServerBuild,
	type StaticHandlerContext,
} from 'react-router'

type Handler = (request: Request) => Promise<Response>
type Errors = NonNullable<StaticHandlerContext['errors']>
type Routes = Parameters<typeof createStaticHandler>[0]

/**
 * Answers requests as the framework does. Pages that are only looked at cost less than there (docs/decisions/0141):
 * what their loaders return is not written out for a browser that takes over, and a route is looked for once. Forms,
 * data, resources and what no route answers are the framework's. `build` has no routes but those which can answer under
 * the addresses that it is asked for (`narrowBuilds`).
 */
export function pageHandler(build: ServerBuild): Handler {
	const framework = createRequestHandler(build, 'production')
	const { default: draw, handleError } = build.entry.module
	const routes = routesBelow(build)
	const handler = createStaticHandler(routes)
	const { assets: manifest, future, routeDiscovery } = build
	const modules = Object.entries(build.routes).map(([id, route]) => [id, route?.module])
	const routeModules = Object.fromEntries(modules) as EntryContext['routeModules']
	const common = { manifest, routeModules, future, routeDiscovery, branches: [], ssr: true, isSpaMode: false }

	async function page(request: Request, path: { pathname: string; search: string; hash: string }) {
		const context = new RouterContextProvider()
		const report = (error: unknown) => handleError?.(error, { request, params: {}, context })
		const drawn = async (found: StaticHandlerContext) => {
			const staticHandlerContext = { ...found, errors: found.errors && withoutDetails(found.errors) }
			const entry = { ...common, staticHandlerContext }
			return await draw(request, found.statusCode, headersOf(found, routeModules), entry, context)
		}
		const drawnAnyway = async (found: StaticHandlerContext) => {
			// Where a page cannot be drawn, what is nearest to it says so; where that is in the broken frame, the next.
			const frames = found.matches.flatMap(({ route: { id } }) => (routeModules[id]?.ErrorBoundary ? id : []))
			for (let shown = found; ; ) {
				try {
					return await drawn(shown)
				} catch (error) {
					report(error)
					const frame = frames.pop()
					if (frame === undefined) return new Response(null, { status: 500 })
					shown = { ...found, statusCode: 500, errors: { [frame]: error } }
				}
			}
		}
		const failed = (error: unknown) => {
			report(error)
			return new Response(null, { status: 500 })
		}
		const answer = async (query: (request: Request) => Promise<StaticHandlerContext | Response>) => {
			const found = await query(request)
			if (found instanceof Response) return found
			for (const error of Object.values(found.errors ?? {})) if (isBug(error)) report(error)
			return await drawnAnyway(found)
		}
		return await handler
			.query(request, {
				requestContext: context,
				normalizePath: () => path,
				dataStrategy: loadAll as DataStrategyFunction<unknown>,
				generateMiddlewareResponse: query => answer(query).catch(failed),
			})
			.catch(failed)
	}

	const ends = Object.values(build.routes).filter(route => route?.path || route?.index)
	if (!ends.some(isPage)) return framework
	const certain = ends.filter(route => route?.path !== '*')
	const isAllPages = certain.length > 0 && certain.every(isPage)

	return async request => {
		if (request.method !== 'GET') return await framework(request)
		const { pathname, search } = new URL(request.url)
		const path = { pathname: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname, search, hash: '' }
		if (!isAllPages) {
			const end = matchRoutes(routes, path)?.at(-1)?.route.id
			if (end === undefined || !isPage(build.routes[end])) return await framework(request)
		}
		const answer = await page(request, path)
		return answer instanceof Response ? answer : await framework(request)
	}
}

const isPage = (route: ServerBuild['routes'][string]) => route?.module.default !== undefined

/** The routes of a build as the router takes them, whose loaders are ours as they stand. */
function routesBelow(build: ServerBuild, parentId?: string): Routes {
	const routes = Object.values(build.routes).flatMap(route => (route?.parentId === parentId && route) || [])
	return routes.map(({ id, path, index, caseSensitive, module }) => ({
		id,
		path,
		caseSensitive,
		loader: module.loader,
		middleware: module.middleware,
		hasErrorBoundary: id === 'root' || module.ErrorBoundary !== undefined,
		...(index ? { index } : { children: routesBelow(build, id) }),
	})) as Routes
}

/* What the framework does, but for giving up a loader whose client went: it comes to its end. */
const loadAll: DataStrategyFunction = async ({ matches, ...args }) => {
	const loading = matches.filter(match => match.shouldCallHandler())
	const results = await Promise.all(
		loading.map(async ({ route: { loader } }) => {
			try {
				const result = typeof loader === 'function' ? await loader(args) : undefined
				return { type: 'data', result } as const
			} catch (error) {
				return { type: 'error', result: error } as const
			}
		}),
	)
	return Object.fromEntries(
		loading.map(({ route }, at) => [route.id, results[at] as (typeof results)[number]]),
	)
}

/** What the routes of a page say of its headers, each after the one above, and the cookies that their loaders set. */
function headersOf(
	{ matches, loaderHeaders }: StaticHandlerContext,
	modules: EntryContext['routeModules'],
): Headers {
	let headers = new Headers()
	for (const { route } of matches) {
		const own = loaderHeaders[route.id] ?? new Headers()
		const { headers: said } = (modules[route.id] ?? {}) as { headers?: HeadersFunction | HeadersInit }
		if (said !== undefined) {
			const args = {
				loaderHeaders: own,
				parentHeaders: headers,
				actionHeaders: new Headers(),
				errorHeaders: undefined,
			}
			headers = withCookies(new Headers(typeof said === 'function' ? said(args) : said), headers)
		}
		headers = withCookies(headers, own)
	}
	return headers
}

function withCookies(headers: Headers, more: Headers): Headers {
	const known = new Set(headers.getSetCookie())
	for (const cookie of more.getSetCookie()) if (!known.has(cookie)) headers.append('Set-Cookie', cookie)
	return headers
}

/* What a loader throws as an answer is none, unless it wraps one. */
const isBug = (error: unknown) =>
	!isRouteErrorResponse(error) || ('error' in error && error.error !== undefined)

/** What a bug says is for the log alone. */
function withoutDetails(errors: Errors): Errors {
	const shown = Object.entries(errors).map(([id, error]) => {
		if (!(error instanceof Error)) return [id, error]
		const sanitized = new Error('Unexpected Server Error')
		delete sanitized.stack
		return [id, sanitized]
	})
	return Object.fromEntries(shown) as Errors
}

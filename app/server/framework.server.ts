import { createRequestHandler, type ServerBuild } from 'react-router'

type Own = { answer: (request: Request) => Promise<Response>; routeIds: Map<string, string> }

let own: Own | undefined

/** Makes the product's own build known to it; before the first request. */
export function setBuild(build: ServerBuild): void {
	const routes = Object.values(build.routes).flatMap(route => route ?? [])
	const parts = (id: string | undefined): string[] => {
		const route = id === undefined ? undefined : build.routes[id]
		return route ? [...parts(route.parentId), ...(route.path ? [route.path] : [])] : []
	}
	const ends = routes.filter(route => route.path || route.index)
	const routeIds = new Map(ends.map(route => [parts(route.id).join('/'), route.id]))
	own = { answer: createRequestHandler(build, 'production'), routeIds }
}

/**
 * The id of the route that answers under a pattern of the framework's ("/user/history/:orderId"): bounded,
 * and no address.
 */
export function routeIdOf(pattern: string): string {
	return own?.routeIds.get(pattern.replace(/^\//, '')) ?? 'unknown'
}

/**
 * What one of our own pages answers to the sender of `request`. Undefined where there is no build: in the
 * development server.
 */
export async function ownPage(path: string, request: Request): Promise<Response | undefined> {
	const headers = new Headers(request.headers)
	for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
	return await own?.answer(new Request(new URL(path, request.url), { headers }))
}

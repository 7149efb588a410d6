import { createRequestHandler, type ServerBuild } from 'react-router'

type Framework = { response: (request: Request) => Promise<Response>; routeIds: Map<string, string> }

let framework: Promise<Framework> | undefined

async function readBuild(): Promise<Framework> {
	const build = (await import('virtual:react-router/server-build')) as ServerBuild
	const getPath = (id: string | undefined): string[] => {
		const route = id === undefined ? undefined : build.routes[id]
		return route ? [...getPath(route.parentId), ...(route.path ? [route.path] : [])] : []
	}
	const ends = Object.values(build.routes).flatMap(route => (route?.path || route?.index ? [route.id] : []))
	const routeIds = new Map(ends.map(id => [getPath(id).join('/'), id]))
	return { response: createRequestHandler(build, 'production'), routeIds }
}

/**
 * Finds the id of the route with this pattern ("/user/history/:orderId"): a bounded set, without the values of an
 * address.
 */
export async function findRouteId(pattern: string): Promise<string> {
	framework ??= readBuild()
	return (await framework).routeIds.get(pattern.replace(/^\//, '')) ?? 'unknown'
}

/** Renders one of our own pages for the sender of `request`. */
export async function renderOwnPage(path: string, request: Request): Promise<Response> {
	framework ??= readBuild()
	const headers = new Headers(request.headers)
	for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
	return await (await framework).response(new Request(new URL(path, request.url), { headers }))
}

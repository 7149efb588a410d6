import { createRequestHandler, type ServerBuild } from 'react-router'

type Route = NonNullable<ServerBuild['routes'][string]>
type Framework = { response: (request: Request) => Promise<Response>; routes: Map<string, Route> }

let framework: Promise<Framework> | undefined

async function readBuild(): Promise<Framework> {
	const build = (await import('virtual:react-router/server-build')) as ServerBuild
	const getPath = (id: string | undefined): string[] => {
		const route = id === undefined ? undefined : build.routes[id]
		return route ? [...getPath(route.parentId), ...(route.path ? [route.path] : [])] : []
	}
	const ends = Object.values(build.routes).flatMap(route => (route?.path || route?.index ? [route] : []))
	const routes = new Map(ends.map(route => [getPath(route.id).join('/'), route]))
	return { response: createRequestHandler(build, 'production'), routes }
}

/** Finds the route with this pattern ("/user/history/:orderId"). */
export async function findRoute(pattern: string): Promise<Route | undefined> {
	framework ??= readBuild()
	return (await framework).routes.get(pattern.replace(/^\//, ''))
}

/** Renders one of our own pages for the sender of `request`. */
export async function renderOwnPage(path: string, request: Request): Promise<Response> {
	framework ??= readBuild()
	const headers = new Headers(request.headers)
	for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
	return await (await framework).response(new Request(new URL(path, request.url), { headers }))
}

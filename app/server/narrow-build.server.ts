import { LRUCache } from 'lru-cache'
import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/* There are some 200 kinds of address; made-up ones mix their segments. */
const KEPT_AT_MOST = 2_000

/**
 * A build with those routes only that can answer under an address: the framework compares an address with every route,
 * and makes all of them anew for each page it draws. `narrow` gives the same object for all addresses
 * with the same routes.
 */
export function narrowBuilds(build: ServerBuild): { narrow: (path: string) => ServerBuild } {
	const segments = new Map(Object.keys(build.routes).map(id => [id, segmentsOf(build.routes, id)]))
	const longest = Math.max(...[...segments.values()].map(({ length }) => length))
	const named = Array.from(
		{ length: longest },
		(_, depth) => new Set([...segments.values()].flatMap(list => list[depth] ?? []).filter(isName)),
	)
	const byAddress = new LRUCache<string, ServerBuild>({ max: KEPT_AT_MOST })
	const byRoutes = new Map<string, ServerBuild>()
	return {
		narrow(path) {
			const asked = path
				.toLowerCase()
				.split('/')
				.filter(Boolean)
				.slice(0, longest + 1)
				.map((segment, depth) => (named[depth]?.has(segment) ? segment : '*'))
			const key = asked.join('/')
			const build = byAddress.get(key) ?? narrowed(asked)
			byAddress.set(key, build)
			return build
		},
	}

	function narrowed(asked: readonly string[]): ServerBuild {
		const ids = new Set<string>()
		for (const [id, own] of segments) {
			if (own.length === 0 && !build.routes[id]?.index) continue
			if (!fits(own, asked)) continue
			for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) ids.add(at)
		}
		const kind = [...ids].join()
		const made = byRoutes.get(kind)
		if (made) return made
		const only = <T>(all: Record<string, T>) =>
			Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
		const assets = { ...build.assets, routes: only(build.assets.routes) }
		const some = { ...build, routes: only(build.routes), assets }
		byRoutes.set(kind, some)
		return some
	}
}

const isName = (segment: string) => !/^[:*]|\?$/.test(segment)

/** Whether a route answers under an address; one whose segments may be left out, or go on, may do so. */
function fits(own: readonly string[], asked: readonly string[]): boolean {
	const isOpen = own.some(segment => segment === '*' || segment.endsWith('?'))
	if (!isOpen && own.length !== asked.length) return false
	return own.every((segment, depth) => !isName(segment) || segment === asked[depth])
}

/** The segments of a route's whole path, in lower case, as the router compares them. */
function segmentsOf(routes: Routes, id: string): string[] {
	const route = routes[id]
	if (!route) return []
	const above = route.parentId === undefined ? [] : segmentsOf(routes, route.parentId)
	return [...above, ...(route.path ?? '').toLowerCase().split('/').filter(Boolean)]
}

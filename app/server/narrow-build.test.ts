import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routes from '~/routes'
import { narrowBuilds } from './narrow-build.server'

type Flat = {
	id: string
	parentId?: string | undefined
	path?: string | undefined
	index?: boolean | undefined
}

function flat(entries: readonly RouteConfigEntry[], parentId: string): Flat[] {
	return entries.flatMap(({ id, file, path, index, children }) => {
		const own = id ?? file
		return [{ id: own, parentId, path, index }, ...flat(children ?? [], own)]
	})
}

const all = [{ id: 'root', path: '' }, ...flat(routes, 'root')]
const table = Object.fromEntries(all.map(route => [route.id, route]))
const build = { routes: table, assets: { routes: table } } as unknown as ServerBuild

function tree(known: ServerBuild['routes'], parentId?: string): RouteObject[] {
	return Object.values(known).flatMap(route => {
		if (!route || route.parentId !== parentId) return []
		const { id, path } = route
		return route.index ? { id, index: true } : { id, path, children: tree(known, id) }
	}) as RouteObject[]
}

const idsAt = (known: ServerBuild, path: string) =>
	matchRoutes(tree(known.routes), path)?.map(match => match.route.id)

const patterns = all.map(({ id }) => {
	const parts: string[] = []
	for (let at: Flat | undefined = table[id]; at; at = at.parentId ? table[at.parentId] : undefined) {
		if (at.path) parts.unshift(at.path)
	}
	return `/${parts.join('/')}`
})

test('under every address the routes of the narrow build answer that would answer in the whole', () => {
	const { narrow } = narrowBuilds(build)
	const addresses = [...new Set(patterns)].flatMap(pattern => {
		const path = pattern.replace(/:\w+/g, 'x-1').replace('*', 'some/where')
		return [path, path.toUpperCase(), `${path}/`, `${path}/more`, path.replace(/[^/]+$/, 'else')]
	})
	expect(addresses.length).toBeGreaterThan(500)
	let routesLeft = 0
	for (const address of addresses) {
		const some = narrow(address)
		expect(idsAt(some, address), address).toEqual(idsAt(build, address))
		routesLeft = Math.max(routesLeft, Object.keys(some.routes).length)
		expect(Object.keys(some.assets.routes)).toEqual(Object.keys(some.routes))
	}
	expect(routesLeft).toBeLessThan(all.length / 4)
})

test('addresses of one kind share a build', () => {
	const { narrow } = narrowBuilds(build)
	expect(narrow('/user/history/1')).toBe(narrow('/USER/history/2'))
	expect(narrow('/made/up')).toBe(narrow('/other/things'))
	expect(narrow('/user/dashboard')).not.toBe(narrow('/user/history'))
})

import { randomUUID } from 'node:crypto'
import { data, type ServerBuild } from 'react-router'
import { requestContext } from './request-context.server'

type Loader = (...args: unknown[]) => unknown
type WithInit = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null }

/* What stands for a loader's data; nothing that a loader returns is such a text. */
const MARK = `${randomUUID()} `

/**
 * A build whose loaders hand what they return to the drawing of their page alone (docs/decisions/0136): the framework
 * writes it out once more, for a browser that would take over, and none does. Not for `.data`, which would be nothing
 * but marks.
 */
export function withoutHandover(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		const loader = route?.module.loader as Loader | undefined
		if (!route || !loader || !route.module.default) return [id, route] as const
		const hiding = async (...args: unknown[]) => hidden(await loader(...args))
		return [id, { ...route, module: { ...route.module, loader: hiding } }] as const
	})
	return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

function hidden(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value
	if (value instanceof Response || value instanceof Error) return value
	if (isWithInit(value)) return data(hidden(value.data), value.init ?? undefined)
	const kept = requestContext()?.pageData
	return kept ? MARK + (kept.push(value) - 1) : value
}

const isWithInit = (value: object): value is WithInit =>
	'type' in value && value.type === 'DataWithResponseInit' && 'data' in value && 'init' in value

/** What the loaders of a page have returned, by the ids of their routes. */
export function dataOfPage(loaderData: Record<string, unknown>): Record<string, unknown> {
	const kept = requestContext()?.pageData ?? []
	const shown = (value: unknown) =>
		typeof value === 'string' && value.startsWith(MARK) ? kept[Number(value.slice(MARK.length))] : value
	return Object.fromEntries(Object.entries(loaderData).map(([id, value]) => [id, shown(value)]))
}

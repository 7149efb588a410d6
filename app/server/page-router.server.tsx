import type { ComponentType, PropsWithChildren, ReactElement } from 'react'
import {
	UNSAFE_DataRouterStateContext as DataRouterStateContext,
	type EntryContext,
	UNSAFE_FrameworkContext as FrameworkContext,
	UNSAFE_LocationContext as LocationContext,
	NavigationType,
	UNSAFE_RouteContext as RouteContext,
	type RouterState,
} from 'react-router'

type Module = { default?: ComponentType; Layout?: ComponentType<PropsWithChildren> }

/* A page that is drawn once goes nowhere. */
const RESTING = {
	historyAction: NavigationType.Pop,
	initialized: true,
	renderFallback: false,
	restoreScrollPosition: null,
	preventScrollReset: false,
	navigation: { state: 'idle' },
	revalidation: 'idle',
	errors: null,
	fetchers: new Map(),
	blockers: new Map(),
} as const

/**
 * Draws the routes of a page, each within the one above: what the framework's ServerRouter draws where nothing failed
 * (docs/decisions/0141). It makes no routes anew for each page, and catches nothing: whoever draws it does.
 */
export function PageRouter({ context }: { context: EntryContext }) {
	const { staticHandlerContext, ...framework } = context
	const { location, matches, loaderData, actionData } = staticHandlerContext
	let page: ReactElement | null = null
	for (const [at, { route }] of [...matches.entries()].reverse()) {
		const { default: Own, Layout } = (context.routeModules[route.id] ?? {}) as Module
		const shown: ReactElement | null = Own ? <Own /> : page
		page = (
			<RouteContext value={{ outlet: page, matches: matches.slice(0, at + 1), isDataRoute: true }}>
				{Layout ? <Layout>{shown}</Layout> : shown}
			</RouteContext>
		)
	}
	const state = { ...RESTING, location, matches, loaderData, actionData } as unknown as RouterState
	return (
		<FrameworkContext value={framework}>
			<DataRouterStateContext value={state}>
				<LocationContext value={{ location, navigationType: NavigationType.Pop }}>{page}</LocationContext>
			</DataRouterStateContext>
		</FrameworkContext>
	)
}

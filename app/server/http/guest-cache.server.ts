import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { createRequestHandler, matchPath, RouterContextProvider, type ServerBuild } from 'react-router'
import { env } from '../ops/env.server'
import { guestCookie } from './consent.server'
import { type HostFacts, hostFacts, shortenUserAgent } from './request-context.server'

/**
 * Marks a route (`handle.cacheForGuests`) whose page is the same for every guest. `params`: the query parameters it
 * reads; others are ignored. `byProxies`: proxies may cache it too; never set it for a page that sets a cookie or
 * counts its views.
 */
export type CacheForGuests = { params?: readonly string[]; byProxies?: boolean }

type Page = {
	readonly status: number
	readonly headers: Readonly<Record<string, string | string[]>>
	readonly html: Buffer
	readonly gzip: Buffer
	brotli?: Buffer
	readonly facts: HostFacts
}

const KEPT_BYTES = 32 * 1024 * 1024
/* Short, because a page may have been rendered while part of its data could not be read. */
const MAX_AGE_MS = 30_000
const BROTLI_QUALITY = 5
/* Guests see a change within two seconds; browsers always revalidate. */
const BY_PROXIES = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
/* The only cookie that a cached page may set: it identifies nobody. */
const CACHED_COOKIE = /^cookie_check=/
/* Set anew for each answer. */
const SENT_HEADERS = ['x-request-id', 'cache-control', 'vary']

/**
 * Creates Express middleware that answers guests from a cache of whole pages, each rendered once per `version`. Without
 * a version (maintenance, no database) it passes the request on to the routes.
 */
export function guestCache(build: ServerBuild, version: () => Promise<string | undefined>): RequestHandler {
	const cacheFor = cacheableRoutes(build)
	const answer = createRequestHandler(build, 'production')
	const pages = new LRUCache<string, Page, { url: URL; cookie: string; id: string }>({
		maxSize: KEPT_BYTES,
		// The Brotli version, which comes later, is about as large as gzip.
		sizeCalculation: page => page.html.length + 2 * page.gzip.length,
		ttl: MAX_AGE_MS,
		ignoreFetchAbort: true,
		/* Renders a page, once for all requests that arrive at the same time. */
		async fetchMethod(_key, _stale, { options, context: { url, cookie, id } }) {
			const facts: HostFacts = { id, address: 'unknown' }
			const context = new RouterContextProvider(new Map([[hostFacts, facts]]))
			const response = await answer(new Request(url, { headers: { cookie } }), context)
			const html = Buffer.from(await response.arrayBuffer())
			const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
			const cookies = response.headers.getSetCookie()
			const headers = [...response.headers].filter(([name]) => !SENT_HEADERS.includes(name))
			const page: Page = {
				status: response.status,
				headers: {
					...Object.fromEntries(headers),
					...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
					etag,
				},
				html,
				gzip: await promisify(gzip)(html),
				facts,
			}
			const isForAll = cookies.every(item => CACHED_COOKIE.test(item))
			const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
			// A millisecond: only requests that are already waiting get it.
			if (page.status !== 200 || !isForAll) options.ttl = 1
			else brotliCompress(html, { params }, (_, bytes) => (page.brotli = bytes))
			return page
		},
	})

	return async (request, response, next) => {
		const { method, path, headers } = request
		const isRead = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined
		const cache = isRead ? cacheFor(path) : undefined
		const cookie = cache && (await guestCookie(headers.cookie ?? ''))
		if (!cache || cookie === undefined) return next()
		// nginx counts whole seconds: one cached late in a second would last for almost two.
		const second = Math.floor(Date.now() / 1000)
		const currentVersion = await version().catch(() => undefined)
		if (currentVersion === undefined) return next()
		// Concatenated, not resolved: a path with two leading slashes would resolve to another site.
		const url = new URL(env.appUrl.origin + path)
		const query = cache.params && new URL(env.appUrl.origin + request.url).searchParams
		for (const name of cache.params ?? []) {
			const value = query?.get(name) ?? null
			if (value !== null) url.searchParams.set(name, value)
		}
		const key = [currentVersion, cookie && 'consent', url.pathname, url.search].join(' ')
		const facts: HostFacts = response.locals['facts']
		const page = pages.get(key) ?? (await pages.forceFetch(key, { context: { url, cookie, id: facts.id } }))
		if (page.facts.route !== undefined) facts.route = page.facts.route
		const viewer = { address: facts.address, userAgent: shortenUserAgent(headers['user-agent']) }
		if (method === 'GET') page.facts.countViews?.(viewer, Date.now())
		const isPublic = cache.byProxies && page.status === 200
		response.set({
			...page.headers,
			'X-Request-Id': facts.id,
			'Cache-Control': isPublic ? BY_PROXIES : 'private, no-cache',
			Vary: isPublic ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
			...(isPublic ? { 'X-Accel-Expires': `@${second}` } : {}),
		})
		const encoding = request.acceptsEncodings('br') && page.brotli ? 'br' : request.acceptsEncodings('gzip')
		if (encoding) response.set('Content-Encoding', encoding)
		const bytes = encoding === 'br' ? page.brotli : encoding ? page.gzip : page.html
		response.status(page.status).send(bytes)
	}
}

/** Returns a function that finds the `cacheForGuests` of a path's route; undefined without one. */
function cacheableRoutes({ routes }: ServerBuild): (path: string) => CacheForGuests | undefined {
	const cacheable = Object.values(routes).flatMap(route => {
		const handle = route?.module.handle as { cacheForGuests?: CacheForGuests } | undefined
		return route && handle?.cacheForGuests
			? [{ path: `/${route.path ?? ''}`, cache: handle.cacheForGuests }]
			: []
	})
	return path =>
		(cacheable.find(route => route.path === path) ?? cacheable.find(route => matchPath(route.path, path)))
			?.cache
}

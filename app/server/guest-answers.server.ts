import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { env } from './env.server'
import { guestOf, isSameForGuests, type Same } from './guest-page.server'
import { REFUSED } from './incoming.server'
import { maintenanceIsOn } from './maintenance.server'
import { encoded, type Page, pageOf } from './page-cache.server'
import { noteKeptAnswer } from './request-context.server'

/** What guests' pages are drawn from: equal parts mean equal pages. @throws when that cannot be read. */
export type GuestSource = () => Promise<readonly unknown[]>

type Drawing = Same & { page: Page }
type Entry = { source: readonly unknown[]; drawing: Promise<Drawing | null> }
type Found = Drawing & { second: number }
type Handler = (path: string) => (request: Request) => Promise<Response>

/* 200 kB at most, and most of them 30; a pixel has a page each. */
const KEPT_AT_MOST = 150
/* A page may have been drawn while a part of it could not be read. */
const KEPT_MS = 30_000
/* What is another answer's, or says how to send the page and not what it is. */
const OWN_HEADERS = new Set(['x-request-id', 'x-accel-expires', 'content-length', 'content-encoding', 'etag'])
const NEVER: Entry = { source: [], drawing: Promise.resolve(null) }

/**
 * The pages that every guest sees alike (those whose routes say so), finished, as long as what they are drawn from is
 * the same: whoever asks is answered before the framework, as it would have answered.
 */
export function guestAnswers(source: GuestSource, handlerFor: Handler) {
	const entries = new LRUCache<string, Entry>({ max: KEPT_AT_MOST, ttl: KEPT_MS })

	/** The page for a request, if it is one for everybody and has been asked for before. */
	async function find(request: IncomingMessage): Promise<Found | undefined> {
		const key = entries.size > 0 && isPlain(request) ? await keyOf(request) : undefined
		const known = key === undefined ? undefined : entries.get(key)
		if (key === undefined || !known) return undefined
		const second = Math.floor(Date.now() / 1000)
		const [isClosed, now] = await Promise.all([maintenanceIsOn(), source().catch(() => null)])
		if (isClosed || !now) return undefined
		const latest = entries.get(key) ?? known
		const isFresh = latest.source.length === now.length && now.every((part, at) => part === latest.source[at])
		const entry = isFresh ? latest : { source: now, drawing: draw(request) }
		if (!isFresh) entries.set(key, entry)
		const drawing = await entry.drawing.catch(() => null)
		if (!drawing && entries.get(key) === entry) entries.delete(key)
		return drawing ? { ...drawing, second } : undefined
	}

	async function draw(request: IncomingMessage): Promise<Drawing | null> {
		const { url = '/', headers } = request
		const asked = new Request(new URL(url, env.appUrl), { headers: sharedBy(headers) })
		const response = await handlerFor(url.split('?', 1)[0] ?? '')(asked)
		const about = isSameForGuests(response)
		return about ? { page: await pageOf(response, OWN_HEADERS), ...about } : null
	}

	return {
		find,

		/** Remembers that the page that was just drawn is one for everybody, so that it is kept the next time. */
		learn(request: IncomingMessage, drawn: Response): void {
			if (!isPlain(request) || !isSameForGuests(drawn)) return
			void keyOf(request).then(key => {
				if (key !== undefined && !entries.has(key)) entries.set(key, NEVER)
			})
		},

		/** Sends a page, or that it is still the one that the browser has. */
		async send(
			{ page, route, whenSeen, second }: Found,
			{ request, to }: { request: IncomingMessage; to: ServerResponse },
		) {
			const { headers } = request
			const { id, viewer } = noteKeptAnswer(headers, route)
			if (request.method !== 'HEAD') whenSeen?.(viewer, Date.now())
			for (const [name, value] of page.headers) to.appendHeader(name, value)
			to.setHeader('ETag', page.etag)
			to.setHeader('X-Request-Id', id)
			if (page.isPublic) to.setHeader('X-Accel-Expires', `@${second}`)
			if (headers['if-none-match'] === page.etag) {
				to.statusCode = 304
				return void to.end()
			}
			const { bytes, encoding } = await encoded(page, headers['accept-encoding']?.toString() ?? '')
			if (encoding !== 'identity') to.setHeader('Content-Encoding', encoding)
			to.setHeader('Content-Length', bytes.length)
			to.end(request.method === 'HEAD' ? undefined : bytes)
		},
	}
}

function isPlain({ method, headers }: IncomingMessage): boolean {
	return (method === 'GET' || method === 'HEAD') && !headers[REFUSED] && headers.authorization === undefined
}

/** Guests whose pages are the same have the same key; undefined for everybody else. */
async function keyOf({ url = '/', headers }: IncomingMessage): Promise<string | undefined> {
	const guest = await guestOf(url.slice(url.split('?', 1)[0]?.length), headers.cookie ?? '')
	return guest && `${guest} ${url}`
}

/** Of the first who asks only what all have who get the same page, and the number in the log: that is no visitor. */
function sharedBy(headers: IncomingMessage['headers']): Headers {
	const cookies = (headers.cookie ?? '').split(/;\s*/)
	const consent = cookies.filter(one => one.startsWith('cookie_preference=')).join('; ')
	return new Headers({ cookie: consent, 'x-request-id': String(headers['x-request-id'] ?? '') })
}

import { LRUCache } from 'lru-cache'
import type { MiddlewareFunction } from 'react-router'
import { addressBlock } from '../auth/address-block.server'
import { readBearer } from '../auth/session.server'
import { currentCaller } from '../ops/caller.server'
import { apiErrorResponse, isApiPath } from './api-response.server'

/** API requests per window, per account, or per address without a valid token. */
export const API_LIMIT = { requests: 600, seconds: 60 }

const SUBJECTS = 20_000

/* In memory: rows (throttle.server.ts) would turn every read into a write (docs/decisions/0012). */
const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: SUBJECTS })

/**
 * Counts a request.
 * @returns the seconds to wait if the limit is exceeded.
 */
export function countApiRequest(subject: string, now: number): number | undefined {
	const known = windows.get(subject)
	const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + API_LIMIT.seconds * 1000 }
	window.count++
	windows.set(subject, window)
	return window.count > API_LIMIT.requests ? Math.ceil((window.endsAt - now) / 1000) : undefined
}

/** Answers 429 when a client exceeds the API limit. */
export const apiLimit: MiddlewareFunction<Response> = async ({ request }, next) => {
	const { pathname } = new URL(request.url)
	if (!isApiPath(pathname)) return await next()
	const { now, address } = currentCaller()
	const account = await readBearer(request, now)
	const wait = countApiRequest(account ? `account ${account.id}` : `address ${addressBlock(address)}`, now)
	if (wait !== undefined) return apiErrorResponse(429, { retryAfter: wait })
	return await next()
}

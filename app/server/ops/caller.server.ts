import { AsyncLocalStorage } from 'node:async_hooks'

/** A browser in which accounts have signed in, the latest first. */
export type TrustedBrowser = { id: string; accounts: string[] }

/** The recipient of a page: client address and User-Agent header (untrusted). Neither is stored. */
export type Visitor = { address: string; userAgent: string | null }

/** The client of a request. `now`: UTC ms. */
export type Caller = { now: number; address: string; browser: TrustedBrowser | undefined }

/** The facts about the current request that audit entries and limits use. */
type CallerContext = { id: string; address: string; browser: TrustedBrowser | undefined }

/** The context of the current request. `withRequestContext` alone runs code in it. */
export const requestStorage = new AsyncLocalStorage<CallerContext>()

/** Returns the client of the request being answered; outside of one (jobs, scripts) an unknown client. */
export function currentCaller(): Caller {
	const context = requestStorage.getStore()
	return { now: Date.now(), address: context?.address ?? 'unknown', browser: context?.browser }
}

/** Returns request id and client address for an audit entry; null outside of a request. */
export function callerForAudit(): { address: string | null; requestId: string | null } {
	const context = requestStorage.getStore()
	return { address: context?.address ?? null, requestId: context?.id ?? null }
}

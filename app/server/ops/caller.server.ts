import { AsyncLocalStorage } from 'node:async_hooks'

/** A browser in which accounts have signed in, the latest first. */
export type TrustedBrowser = { id: string; accounts: string[] }

/** The recipient of a page: client address and User-Agent header (untrusted). Neither is stored. */
export type Visitor = { address: string; userAgent: string | null }

/** The client of a request. `now`: UTC ms. */
export type Caller = { now: number; address: string; browser: TrustedBrowser | undefined }

/** The facts about the current request that audit entries and limits use. */
type CallerContext = { id: string; address: string; browser: TrustedBrowser | undefined }

const storage = new AsyncLocalStorage<CallerContext>()

/** Runs `work` on behalf of a client. `context` may change while it runs; it is read on each use. */
export function runForCaller<T>(context: CallerContext, work: () => T): T {
	return storage.run(context, work)
}

/** Returns the client of the request being answered; outside of one (jobs, scripts) an unknown client. */
export function currentCaller(): Caller {
	const context = storage.getStore()
	return { now: Date.now(), address: context?.address ?? 'unknown', browser: context?.browser }
}

/** Returns request id and client address for an audit entry; null outside of a request. */
export function callerForAudit(): { address: string | null; requestId: string | null } {
	const context = storage.getStore()
	return { address: context?.address ?? null, requestId: context?.id ?? null }
}

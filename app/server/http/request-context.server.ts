import type { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { createContext } from 'react-router'
import type { Upload } from '../forms/upload-admission.server'
import { requestStorage, type TrustedBrowser, type Visitor } from '../ops/caller.server'
import { env } from '../ops/env.server'

/**
 * Facts that the host (server.js) gives about a request, and reads for its log and guest cache. `route`: the id of the
 * answering route, never an address. `countViews`: called each time the page is sent. `at`: UTC ms.
 */
export type HostFacts = {
	readonly id: string
	/** Client address; behind TRUST_PROXY proxies, the address that the outermost of them saw. */
	readonly address: string
	route?: string
	accountId?: string
	countViews?: (by: Visitor, at: number) => void
}

/** The facts of the host; null under a host that sets none, such as react-router-serve. */
export const hostFacts = createContext<HostFacts | null>(null)

/** The request being answered, available to any code that runs for it. */
export type RequestContext = {
	host: HostFacts
	id: string
	/** The requested address. */
	url: string
	/** The method that the browser sent; loaders that render the page of a refused form see a GET. */
	method: string
	address: string
	/** The User-Agent header, truncated; untrusted. */
	userAgent: string | null
	/** The browser, if an account has signed in there before. */
	browser: TrustedBrowser | undefined
	/** The account whose session the request has, or opens. */
	accountId: string | undefined
	/** Set with the session: whether it has ended, or its account has another role, since it was read. */
	hasSessionEnded?: () => Promise<boolean>
	/** Set-Cookie values for the answer, including a thrown one. */
	cookies: string[]
	/** The admission of this request's form with files; it counts until the answer. */
	upload?: Upload
	/** See {@link storeMarkup}. */
	markup: string[]
	/** Memo for reads that several loaders of the request share. */
	memo: Map<string, Promise<unknown>>
}

const USER_AGENT_LENGTH = 300

/* Modules below HTTP read a part of the same context. */
const storage = requestStorage as AsyncLocalStorage<RequestContext>

/** Runs `work` in the context of `request`. `known`: the facts of the host. */
export function withRequestContext<T>(
	request: Request,
	work: (context: RequestContext) => T,
	known: HostFacts | null = null,
): T {
	const host = known ?? { id: randomUUID(), address: addressFrom(request.headers) }
	const context: RequestContext = {
		host,
		id: host.id,
		url: request.url,
		method: request.method,
		address: host.address,
		userAgent: shortenUserAgent(request.headers.get('user-agent')),
		browser: undefined,
		accountId: undefined,
		cookies: [],
		markup: [],
		memo: new Map(),
	}
	return storage.run(context, () => work(context))
}

/**
 * Calls `note` each time this page is sent: now, and whenever the guest cache sends it again. HEAD requests do not
 * count.
 */
export function countView(note: NonNullable<HostFacts['countViews']>): void {
	const context = storage.getStore()
	if (!context) return
	context.host.countViews = note
	if (context.method !== 'HEAD') note(context, Date.now())
}

/**
 * Stores markup that a loader has rendered and returns its number, by which the page finds it (`useMarkup`). As loader
 * data the framework would serialise it for scripts that no page loads: a tenth of the time of a page with a grid.
 */
export function storeMarkup<Name extends string>(drawn: Readonly<Record<Name, string>>) {
	const { markup } = requestContext() ?? { markup: [] as string[] }
	const numbers = Object.entries<string>(drawn).map(([name, html]) => [name, markup.push(html) - 1])
	return Object.fromEntries(numbers) as Record<Name, number>
}

/** Truncates a User-Agent header. */
export const shortenUserAgent = (header: string | null | undefined) =>
	header?.slice(0, USER_AGENT_LENGTH) ?? null

/** Returns the context of the request being answered; undefined outside of one (worker, scripts). */
export function requestContext(): RequestContext | undefined {
	return storage.getStore()
}

/** Records whose session the request has, or opens. */
export function recordAccount(accountId: string): void {
	const context = storage.getStore()
	if (!context) return
	context.accountId = accountId
	context.host.accountId = accountId
}

/** Runs `read` once per request and key, however many loaders call it. */
export function memoizedForRequest<T>(key: string, read: () => Promise<T>): Promise<T> {
	const memo = storage.getStore()?.memo
	if (!memo) return read()
	const known = memo.get(key) as Promise<T> | undefined
	if (known) return known
	const fresh = read()
	memo.set(key, fresh)
	return fresh
}

/* Used without a host that knows the socket: the address that proxies report. */
function addressFrom(headers: Headers): string {
	const chain = (headers.get('x-forwarded-for') ?? '').split(',').map(part => part.trim())
	return (env.TRUST_PROXY > 0 && chain.at(-env.TRUST_PROXY)) || '127.0.0.1'
}

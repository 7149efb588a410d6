import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { createContext } from 'react-router'
import type { Upload } from '../forms/upload-admission.server'
import { runForCaller, type TrustedBrowser, type Visitor } from '../ops/caller.server'
import { env } from '../ops/env.server'

/**
 * Facts the host (server.js) gives about a request, and gets for its log and guest cache. `route`: the id of the
 * answering route, never an address. `countViews`: called each time the page is sent. `at`: UTC ms.
 */
export type HostFacts = {
	readonly id: string
	/** Client address; behind TRUST_PROXY proxies the one that the outermost of them saw. */
	readonly address: string
	route?: string
	accountId?: string
	countViews?: (by: Visitor, at: number) => void
}

/** The facts of the host; null under one that knows none of them, as react-router-serve. */
export const hostFacts = createContext<HostFacts | null>(null)

/** The request that is being answered, for any code on its way. */
export type RequestContext = {
	host: HostFacts
	id: string
	/** The address that was asked for. */
	url: string
	/** As the browser asked; loaders that draw the page of a refused form see a GET. */
	method: string
	address: string
	/** The User-Agent header, cut short; untrusted. */
	userAgent: string | null
	/** The browser, if somebody has signed in there before. */
	browser: TrustedBrowser | undefined
	/** The account whose session the request has, or opens. */
	accountId: string | undefined
	/** Set-Cookie values that go with the answer, also with one that is thrown. */
	cookies: string[]
	/** The form with files that it was let in to send; it counts until the answer. */
	upload?: Upload
	/** See {@link storeMarkup}. */
	markup: string[]
	/** Per-request memory, for reads that several loaders share. */
	memo: Map<string, Promise<unknown>>
}

const USER_AGENT_LENGTH = 300

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` with the context of `request`. `known`: the facts of the host. */
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
		userAgent: userAgentOf(request.headers.get('user-agent')),
		browser: undefined,
		accountId: undefined,
		cookies: [],
		markup: [],
		memo: new Map(),
	}
	return runForCaller(context, () => storage.run(context, () => work(context)))
}

/**
 * Calls `note` each time this page is sent: now, and whenever the guest cache sends it again. HEAD requests do not
 * count.
 */
export function onView(note: NonNullable<HostFacts['countViews']>): void {
	const context = storage.getStore()
	if (!context) return
	context.host.countViews = note
	if (context.method !== 'HEAD') note(context, Date.now())
}

/**
 * Keeps what a loader has drawn for the page of this request, which finds it by the numbers that are returned
 * (`useMarkup`). The framework encodes the data of loaders for its scripts, which no page has: for a grid that took a
 * tenth of its page.
 */
export function storeMarkup<Name extends string>(drawn: Readonly<Record<Name, string>>) {
	const { markup } = requestContext() ?? { markup: [] as string[] }
	const numbers = Object.entries<string>(drawn).map(([name, html]) => [name, markup.push(html) - 1])
	return Object.fromEntries(numbers) as Record<Name, number>
}

/** The User-Agent header, cut short. */
export const userAgentOf = (header: string | null | undefined) => header?.slice(0, USER_AGENT_LENGTH) ?? null

/** The context of the request that is being answered, or none outside of one (worker, scripts). */
export function requestContext(): RequestContext | undefined {
	return storage.getStore()
}

/** Notes whose session the request has, or opens. */
export function noteAccount(accountId: string): void {
	const context = storage.getStore()
	if (!context) return
	context.accountId = accountId
	context.host.accountId = accountId
}

/** Runs `read` once per request and key, however many loaders ask. */
export function memoizedForRequest<T>(key: string, read: () => Promise<T>): Promise<T> {
	const memo = storage.getStore()?.memo
	if (!memo) return read()
	const known = memo.get(key) as Promise<T> | undefined
	if (known) return known
	const fresh = read()
	memo.set(key, fresh)
	return fresh
}

/* Without a host that knows the socket, the address is what the proxies say. */
function addressFrom(headers: Headers): string {
	const chain = (headers.get('x-forwarded-for') ?? '').split(',').map(part => part.trim())
	return (env.TRUST_PROXY > 0 && chain.at(-env.TRUST_PROXY)) || '127.0.0.1'
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { env } from './env.server'
import type { FinishedPart } from './finished-parts.server'

/** A browser that accounts have signed in to before, the latest of them first. */
export type KnownBrowser = { id: string; accounts: string[] }

/** Who is given a page: the client address and what the browser says it is (untrusted). Neither is stored. */
export type Visitor = { address: string; userAgent: string | null }

/** What every line of code that answers one request may want to know about it. */
export type RequestContext = {
	id: string
	/** The address that was asked for. */
	url: string
	/** As the browser asked; loaders that draw the page of a refused form see a GET. */
	method: string
	/** Client address; behind TRUST_PROXY proxies the one that the outermost of them saw. */
	address: string
	/** What the browser says it is, cut short; untrusted. */
	userAgent: string | null
	/** The id of the route that answers, never an address; set by the outermost middleware. */
	route?: string
	/** The browser, if somebody has signed in there before. */
	browser: KnownBrowser | undefined
	/** Whose session the request has, or opens. */
	accountId: string | undefined
	/** Where what it reads comes from, unless a transaction reads it. */
	readsFrom: 'primary' | 'replica'
	/** Whether it has changed the database, or tried to. */
	hasWritten: boolean
	/** Set-Cookie values that go with the answer, also with one that is thrown. */
	cookies: string[]
	/** What is done each time that somebody gets the page, also where it is kept for others. `at`: UTC ms. */
	whenSeen?: (by: Visitor, at: number) => void
	/** What its page takes as it was finished before. */
	parts: FinishedPart[]
	/** Per-request memory, for reads that several loaders share. */
	memo: Map<string, Promise<unknown>>
}

/** What the log says of a request beside what it was. */
type Known = Pick<RequestContext, 'route' | 'address'> & Partial<Pick<RequestContext, 'accountId'>>

const USER_AGENT_LENGTH = 300
/* Contexts by request id until their log line is written; only of requests that server.js announced. */
const expected = new Map<string, Known | undefined>()

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` with the context of `request`. */
export function withRequestContext<T>(request: Request, work: (context: RequestContext) => T): T {
	const context: RequestContext = {
		id: request.headers.get('x-request-id') ?? randomUUID(),
		url: request.url,
		method: request.method,
		address: clientAddress(name => request.headers.get(name)),
		userAgent: userAgentOf(request.headers.get('user-agent')),
		browser: undefined,
		accountId: undefined,
		readsFrom: 'primary',
		hasWritten: false,
		cookies: [],
		parts: [],
		memo: new Map(),
	}
	if (expected.has(context.id)) expected.set(context.id, context)
	return storage.run(context, () => work(context))
}

/** Says that somebody will take the context of this request, so that it is kept until then. */
export function expectContext(id: string): void {
	expected.set(id, undefined)
}

/**
 * The context that a request had, for the line that the log says of it. Once; undefined if no route was
 * asked.
 */
export function takeContext(id: string): Known | undefined {
	const context = expected.get(id)
	expected.delete(id)
	return context
}

/** Notes for the log what answers a guest without asking a route. @returns the number of the request, and who asks. */
export function noteKeptAnswer(
	headers: IncomingHttpHeaders,
	route: string | undefined,
): { id: string; viewer: Visitor } {
	const id = String(headers['x-request-id'] ?? '')
	const address = clientAddress(name => headers[name]?.toString() ?? null)
	if (expected.has(id)) expected.set(id, { address, ...(route === undefined ? {} : { route }) })
	return { id, viewer: { address, userAgent: userAgentOf(headers['user-agent']) } }
}

/**
 * Has `note` called for everybody who is given the page of this request: now, and each time that it is sent again where
 * it is kept. Who asks for the headers alone sees nothing.
 */
export function whenSeen(note: NonNullable<RequestContext['whenSeen']>): void {
	const context = storage.getStore()
	if (!context) return
	context.whenSeen = note
	if (context.method !== 'HEAD') note(context, Date.now())
}

const userAgentOf = (header: string | null | undefined) => header?.slice(0, USER_AGENT_LENGTH) ?? null

/** The context of the request that is being answered, or none outside of one (worker, scripts). */
export function requestContext(): RequestContext | undefined {
	return storage.getStore()
}

/** Notes whose session the request has, or opens. */
export function noteAccount(accountId: string): void {
	const context = storage.getStore()
	if (context) context.accountId = accountId
}

/** Who asks and when, for commands that count attempts. */
export function asking(): { now: number; address: string; browser: KnownBrowser | undefined } {
	const context = storage.getStore()
	return { now: Date.now(), address: context?.address ?? 'unknown', browser: context?.browser }
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

/* server.js overwrites x-client-address with the address of the socket, so a client cannot choose it. */
function clientAddress(header: (name: string) => string | null): string {
	const socket = header('x-client-address') ?? '127.0.0.1'
	const chain = [...(header('x-forwarded-for') ?? '').split(',').map(part => part.trim()), socket].filter(
		Boolean,
	)
	return chain[Math.max(0, chain.length - 1 - env.TRUST_PROXY)] ?? socket
}

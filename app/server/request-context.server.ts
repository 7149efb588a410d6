import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import { env } from './env.server'

/** What every line of code that answers one request may want to know about it. */
export type RequestContext = {
	id: string
	/** Client address; behind TRUST_PROXY proxies the one that the outermost of them saw. */
	address: string
	/** Nonce of the content security policy of this answer. */
	nonce: string
	/** Per-request memory, for reads that several loaders share. */
	memo: Map<string, Promise<unknown>>
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` with the context of `request`. */
export function withRequestContext<T>(request: Request, work: () => T): T {
	return storage.run(
		{
			id: request.headers.get('x-request-id') ?? randomUUID(),
			address: clientAddress(request.headers),
			nonce: randomBytes(16).toString('base64'),
			memo: new Map(),
		},
		work,
	)
}

/** The context of the request that is being answered, or none outside of one (worker, scripts). */
export function requestContext(): RequestContext | undefined {
	return storage.getStore()
}

/** Who asks and when, for commands that count attempts. */
export function asking(): { now: number; address: string } {
	return { now: Date.now(), address: storage.getStore()?.address ?? 'unknown' }
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
function clientAddress(headers: Headers): string {
	const socket = headers.get('x-client-address') ?? '127.0.0.1'
	const chain = [
		...(headers.get('x-forwarded-for') ?? '').split(',').map(part => part.trim()),
		socket,
	].filter(Boolean)
	return chain[Math.max(0, chain.length - 1 - env.TRUST_PROXY)] ?? socket
}

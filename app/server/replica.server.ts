import { createClient, type InStatement, type ResultSet } from '@libsql/client'
import { env } from './env.server'
import { log } from './log.server'
import { countPageRead, type Reading } from './metrics.server'
import { readTogether } from './reads-together.server'
import { askFrame } from './replica-frames.server'
import { requestContext } from './request-context.server'

/* Pages may be read from a replica of the database (docs/decisions/0123). */

const LOOK_MS = 250
/** How old at most is what a page reads from the replica. */
const FRESH_MS = 1_000
const PATIENCE_MS = 1_000

type Execute = (statement: InStatement) => Promise<ResultSet>

const url = env.DATABASE_REPLICA_URL
const authToken = env.DATABASE_AUTH_TOKEN
const impatient = (request: Request) => fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
const replica = url ? openReplica(url) : undefined

function openReplica(url: string): Execute {
	const client = createClient({ url, fetch: impatient, ...(authToken ? { authToken } : {}) })
	return readTogether({
		execute: statement => client.execute(statement),
		batch: statements => client.batch(statements, 'read'),
	})
}

/** The latest moment of which it is known that the replica holds all that the primary held then. */
let provenAt = Number.NEGATIVE_INFINITY
const isFresh = () => performance.now() - provenAt < FRESH_MS

/**
 * `primary`, or the replica in its place: where the request may read there, has written nothing, and the replica is
 * proven to be no older than a second. Who has once read from the primary stays there until the end of the request,
 * which therefore never goes back in time; and so does who gets no answer from the replica.
 */
export function preferReplica(primary: Execute): Execute {
	if (!replica) return primary
	return async statement => {
		const context = requestContext()
		if (context?.readsFrom === 'replica') {
			if (isFresh()) {
				try {
					const result = await replica(statement)
					countPageRead('replica')
					return result
				} catch (error) {
					provenAt = Number.NEGATIVE_INFINITY
					log.warn({ err: error }, 'the replica does not answer')
				}
			}
			context.readsFrom = 'primary'
			countPageRead('primary')
		}
		return await primary(statement)
	}
}

/** Keeps the request that the caller answers on the primary, and its sender for a while: it is about to write. */
export function noteWrite(): void {
	const context = requestContext()
	if (!context) return
	context.readsFrom = 'primary'
	context.hasWritten = true
}

/**
 * Looks several times a second how far the replica is; the log says when that begins to be near enough, and when it
 * ends. @returns what to call when the process is to end.
 */
export function startReplica(): () => void {
	if (!url) return () => undefined
	let wasFresh: boolean | undefined
	let isLooking = false
	const look = async () => {
		if (isLooking) return
		isLooking = true
		const at = performance.now()
		const cause = await whyNotFresh(url).catch((error: Error) => String(error.cause ?? error))
		if (cause === undefined) provenAt = at
		if (isFresh() !== wasFresh) {
			wasFresh = isFresh()
			if (wasFresh) log.info('pages are read from the replica')
			else log.warn({ cause }, 'the replica is behind or away: pages are read from the primary')
		}
		isLooking = false
	}
	void look()
	const looking = setInterval(() => void look(), LOOK_MS).unref()
	return () => clearInterval(looking)
}

/** Undefined when the replica holds all that the primary held when this was called. */
async function whyNotFresh(replicaUrl: string): Promise<string | undefined> {
	const there = await askFrame(env.databaseUrl, authToken, PATIENCE_MS)
	const here = await askFrame(replicaUrl, authToken, PATIENCE_MS)
	if (there.house !== here.house) return 'it holds another database'
	if (there.frame === undefined || here.frame === undefined) return 'it does not say how far it is'
	return here.frame < there.frame ? `it is ${there.frame - here.frame} changes behind` : undefined
}

/** Whether pages are read from the replica; null when there is none. */
export function replicaServes(): boolean | null {
	return replica ? isFresh() : null
}

/** {@link replicaServes} as a metric, where there is a replica. */
export function replicaReadings(): Reading[] {
	if (!replica) return []
	const help = 'Whether pages are read from the replica: it answers, and is no older than a second.'
	return [{ name: 'market_replica_up', help, value: isFresh() ? 1 : 0 }]
}

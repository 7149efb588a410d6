import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@libsql/client'
import { errorChain, getErrorCode } from '../ops/errors.server'

const LONGEST_PAUSE_MS = 250

/**
 * How long the driver itself waits for a lock. It blocks the whole process meanwhile, so it is next to nothing; {@link
 * retryWhileBusy} does the real waiting.
 */
export const DRIVER_PATIENCE_MS = 20

/** The libSQL server went while it was told to commit: nobody knows whether it did, so nothing is tried again. */
export class UnknownOutcome extends Error {
	override name = 'UnknownOutcome'
}

/**
 * Tries `attempt` again while another process holds the database file, or the libSQL server is away, until `deadline`
 * (UTC ms). After SQLITE_BUSY a connection to a file is not to be trusted (tursodatabase/libsql-client-ts#352: later
 * writes may be reported and not be there), so the client opens new ones first. A server's connections belong to one
 * statement or transaction each.
 */
export async function retryWhileBusy<T>(
	client: Pick<Client, 'closed' | 'reconnect'>,
	deadline: number,
	attempt: () => Promise<T>,
): Promise<T> {
	for (let wait = 5; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
		try {
			return await attempt()
		} catch (error) {
			const isHeld = codesOf(error).some(code => code.startsWith('SQLITE_BUSY'))
			// Another call of this client has met the lock and thrown the connection away that this one was about to
			// use.
			const isPulledAway = !client.closed && codesOf(error).includes('CLIENT_CLOSED')
			if (!(isHeld || isPulledAway || isUnreachable(error)) || Date.now() > deadline) throw error
			if (isHeld) await client.reconnect()
			await pause(wait * (0.5 + Math.random()))
		}
	}
}

/** Classifies an error in place of the answer to COMMIT: the commit may have happened, or certainly did not. */
export function errorOfCommit(error: unknown): unknown {
	if (!isUnreachable(error) || isConnectionLost(error) || isRefused(error)) return error
	return new UnknownOutcome('The database went before it said whether it has committed', { cause: error })
}

/** A libSQL server is away, or was and knows nothing of the transaction any more. */
function isUnreachable(error: unknown): boolean {
	if (errorChain(error).some(one => one instanceof UnknownOutcome)) return false
	return isConnectionLost(error) || isRefused(error) || errorChain(error).some(isCutOff)
}

/* fetch throws when there was no answer or only part of it; a proxy in front of the server answers with a status. */
const isCutOff = (error: Error) =>
	(error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) ||
	/ HTTP status 50[234]/.test(error.message)

/* The server has rolled the transaction back: it was started again, or others had waited for five seconds. The third is
   what a savepoint gets that Drizzle rolls back afterwards. */
const LOST = ['STREAM_EXPIRED', 'TRANSACTION_TIMEOUT', 'TRANSACTION_CLOSED']
const isConnectionLost = (error: unknown) =>
	codesOf(error).some(code => LOST.includes(code)) ||
	errorChain(error).some(one => one.message.endsWith('Received an invalid baton'))

const isRefused = (error: unknown) => codesOf(error).includes('ECONNREFUSED')

/* Room comes back when somebody makes it. */
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Tests for a full disk, on this machine or at the libSQL server. */
export function isFullDisk(error: unknown): boolean {
	return codesOf(error).some(code => FULL.includes(code))
}

const codesOf = (error: unknown) => errorChain(error).map(getErrorCode)

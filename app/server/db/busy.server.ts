import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@libsql/client'
import { errorChain, getErrorCode } from '../ops/errors.server'

const LONGEST_PAUSE_MS = 250

/**
 * How long the driver itself waits for a lock. It blocks the whole process meanwhile, so this is short; {@link
 * retryWhileBusy} does the real waiting.
 */
export const DRIVER_PATIENCE_MS = 20

/**
 * The connection to the libSQL server broke during COMMIT. The transaction may have been committed, so it must not be
 * retried.
 */
export class UnknownOutcome extends Error {
	override name = 'UnknownOutcome'
}

/**
 * Retries `attempt` until `deadline` (UTC ms) while another process locks the database file or the libSQL server is
 * unavailable. After SQLITE_BUSY a file client opens new connections first: a connection may then report later writes
 * that were lost (tursodatabase/libsql-client-ts#352). A server client needs none, because each statement or
 * transaction has a connection of its own.
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
			const isHeld = getCodes(error).some(code => code.startsWith('SQLITE_BUSY'))
			// Another call met the lock and replaced the connection that this call was about to use.
			const isReconnected = !client.closed && getCodes(error).includes('CLIENT_CLOSED')
			if (!(isHeld || isReconnected || isUnreachable(error)) || Date.now() > deadline) throw error
			if (isHeld) await client.reconnect()
			await pause(wait * (0.5 + Math.random()))
		}
	}
}

/**
 * Classifies an error of COMMIT: {@link UnknownOutcome} if the transaction may have been committed, else the error
 * itself.
 */
export function errorOfCommit(error: unknown): unknown {
	if (!isUnreachable(error) || isConnectionLost(error) || isRefused(error)) return error
	return new UnknownOutcome('The database went before it said whether it has committed', { cause: error })
}

/** Tests whether the libSQL server is unavailable, or has restarted and lost the transaction. */
function isUnreachable(error: unknown): boolean {
	if (errorChain(error).some(item => item instanceof UnknownOutcome)) return false
	return isConnectionLost(error) || isRefused(error) || errorChain(error).some(isCutOff)
}

/* fetch throws when there was no answer or only part of one; a proxy in front of the server answers with a status. */
const isCutOff = (error: Error) =>
	(error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) ||
	/ HTTP status 50[234]/.test(error.message)

/* The server has rolled the transaction back, because it restarted or others had waited for it for five seconds. The
   third code comes from Drizzle rolling back a savepoint afterwards. */
const LOST = ['STREAM_EXPIRED', 'TRANSACTION_TIMEOUT', 'TRANSACTION_CLOSED']
const isConnectionLost = (error: unknown) =>
	getCodes(error).some(code => LOST.includes(code)) ||
	errorChain(error).some(item => item.message.endsWith('Received an invalid baton'))

const isRefused = (error: unknown) => getCodes(error).includes('ECONNREFUSED')

/* Not retried: a full disk stays full until somebody makes room. */
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Tests for a full disk, on this machine or on the libSQL server. */
export function isFullDisk(error: unknown): boolean {
	return getCodes(error).some(code => FULL.includes(code))
}

const getCodes = (error: unknown) => errorChain(error).map(getErrorCode)

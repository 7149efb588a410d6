import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from './database-client.server'

const LONGEST_PAUSE_MS = 250

/**
 * How long the driver itself may wait for a lock. The whole process stands still meanwhile, so it is next to nothing;
 * the real waiting is {@link untilFree}.
 */
export const DRIVER_PATIENCE_MS = 20

/**
 * Tries `attempt` again while another process holds the database file, until `deadline` (UTC ms). After SQLITE_BUSY a
 * connection is not to be trusted (tursodatabase/libsql-client-ts#352: later writes may be reported and not be there),
 * so the client opens new ones first.
 */
export async function untilFree<T>(
	client: Pick<DatabaseClient, 'closed' | 'reconnect'>,
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
			if (!(isHeld || isPulledAway) || Date.now() > deadline) throw error
			if (isHeld) client.reconnect()
			await pause(wait * (0.5 + Math.random()))
		}
	}
}

function codesOf(error: unknown): string[] {
	if (!(error instanceof Error)) return []
	return ['code' in error ? String(error.code) : '', ...codesOf(error.cause)]
}

import { eq } from 'drizzle-orm'
import { withTimeout } from '../ops/timeout.server'
import { execute, write } from './db.server'
import { throttles } from './schema.server'

/**
 * Runs a query that needs the database to read its file.
 * @throws the error of the database, or a timeout after `ms`: a server that is unavailable may not answer for minutes.
 */
export async function checkDatabaseRead(ms: number): Promise<void> {
	await withTimeout(ms, execute('select name from sqlite_schema limit 1'))
}

/**
 * Writes a row and rolls it back.
 * @throws the error of a database that accepts no writes (a full disk, a foreign lock), or a timeout after `ms`.
 */
export async function checkDatabaseWrite(ms: number): Promise<void> {
	const key = 'readyz'
	const trial = write(async tx => {
		await tx.insert(throttles).values({ key, count: 0, windowEndsAt: 0 }).onConflictDoNothing()
		await tx.delete(throttles).where(eq(throttles.key, key))
	})
	await withTimeout(ms, trial)
}

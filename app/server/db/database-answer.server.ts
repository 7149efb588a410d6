import { eq } from 'drizzle-orm'
import { withTimeout } from '../ops/timeout.server'
import { execute, write } from './db.server'
import { throttles } from './schema.server'

/**
 * Asks the database for something that it has to look up.
 * @throws its error, or one that says so when there is no answer within `ms`: a server that is away may keep
 * one waiting for minutes.
 */
export async function askDatabase(ms: number): Promise<void> {
	await withTimeout(ms, execute('select name from sqlite_schema limit 1'))
}

/**
 * Writes something and takes it back.
 * @throws the error of a database that takes no writes (a full disk, a foreign lock), or that it took longer
 * than `ms`.
 */
export async function askToWrite(ms: number): Promise<void> {
	const key = 'readyz'
	const trial = write(async tx => {
		await tx.insert(throttles).values({ key, count: 0, windowEndsAt: 0 }).onConflictDoNothing()
		await tx.delete(throttles).where(eq(throttles.key, key))
	})
	await withTimeout(ms, trial)
}

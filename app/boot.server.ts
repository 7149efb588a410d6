import { seed } from '~/domain/settings/seed.server'
import { closeDatabase } from '~/server/db.server'
import { log } from '~/server/log.server'
import { migrate } from '~/server/migrate.server'

/**
 * Everything between process start and the first request: migrations, first rows, background work.
 * @returns what to call to stop cleanly, after the last request was answered.
 */
export async function boot(): Promise<() => Promise<void>> {
	const applied = await migrate()
	if (applied > 0) log.info({ applied }, 'migrations applied')
	await seed(Date.now())
	return async () => {
		await closeDatabase()
		log.info('stopped')
	}
}

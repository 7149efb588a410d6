import { startFileSweeper } from '~/domain/files/sweeper.server'
import { startGridWarmer } from '~/domain/grid/warmer.server'
import { seed } from '~/domain/settings/seed.server'
import { closeDatabase } from '~/server/db.server'
import { log } from '~/server/log.server'
import { configuredDelivery } from '~/server/mail.server'
import { migrate } from '~/server/migrate.server'
import { startOutboxWorker } from '~/server/outbox-worker.server'

/**
 * Everything between process start and the first request: migrations, first rows, background work.
 * @returns `retire`: to call when the process is asked to end, begins no new background work; `stop`: to call after the last
 * request was answered.
 */
export async function boot(): Promise<{ retire: () => void; stop: () => Promise<void> }> {
	const applied = await migrate()
	if (applied > 0) log.info({ applied }, 'migrations applied')
	const warning = await seed(Date.now())
	if (warning) log.warn(warning)
	const stopOutbox = startOutboxWorker(configuredDelivery())
	const stopSweeper = startFileSweeper()
	const stopWarmer = startGridWarmer()
	return {
		retire() {
			log.info('stopping')
			void stopOutbox()
		},
		async stop() {
			await Promise.all([stopOutbox(), stopSweeper(), stopWarmer()])
			await closeDatabase()
			log.info('stopped')
		},
	}
}

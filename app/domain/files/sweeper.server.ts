import { log } from '~/server/log.server'
import { sweepFiles } from './commands.server'

const EVERY_MS = 60 * 60 * 1000

/** Removes abandoned uploads at once and then every hour. @returns what to call to stop; resolves when a running sweep is over. */
export function startFileSweeper(): () => Promise<void> {
	let running = sweep()
	const timer = setInterval(() => {
		running = running.then(sweep)
	}, EVERY_MS)
	timer.unref()
	return async () => {
		clearInterval(timer)
		await running
	}
}

async function sweep(): Promise<void> {
	try {
		const removed = await sweepFiles(Date.now())
		if (removed > 0) log.info({ removed }, 'abandoned uploads removed')
	} catch (error) {
		log.error({ err: error }, 'sweeping abandoned uploads failed')
	}
}

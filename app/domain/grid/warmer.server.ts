import { log } from '~/server/log.server'
import { readGrid } from './queries.server'

const EVERY_MS = 1_000

/**
 * Looks at the grid every second, so that after a change, whoever made it, its picture is composed before somebody asks for it.
 * Costs one query of one row while nothing changes. @returns what to call to stop; resolves when a running look is over.
 */
export function startGridWarmer(everyMs = EVERY_MS): () => Promise<void> {
	let looking: Promise<void> | undefined
	let isAway = false
	const look = async () => {
		try {
			await readGrid(Date.now())
			isAway = false
		} catch (error) {
			if (!isAway) log.warn({ err: error }, 'the grid could not be read ahead')
			isAway = true
		}
	}
	const timer = setInterval(() => {
		looking ??= look().finally(() => {
			looking = undefined
		})
	}, everyMs)
	timer.unref()
	return async () => {
		clearInterval(timer)
		await looking
	}
}

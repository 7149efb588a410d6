import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../ops/env.server'
import { describeCause, errorChain, getErrorCode } from '../ops/errors.server'
import { log } from '../ops/log.server'
import { StartError } from '../ops/start-error.server'
import { isFullDisk } from './busy.server'

const PATIENCE_MS = 60_000
const PAUSE_MS = 1_000

/**
 * Retries `ask` until the database answers, logging each cause once. Only used at start.
 * @throws StartError with the last cause after `patienceMs`.
 */
export async function waitForDatabase<T>(ask: () => T | Promise<T>, patienceMs = PATIENCE_MS) {
	return await waitForService(`The database (${env.databasePlace})`, ask, patienceMs)
}

/** Like {@link waitForDatabase}, for any other service. A StartError from `ask` is not retried. */
export async function waitForService<T>(name: string, ask: () => T | Promise<T>, patienceMs = PATIENCE_MS) {
	const deadline = Date.now() + patienceMs
	const logged = new Set<string>()
	for (;;) {
		try {
			return await ask()
		} catch (error) {
			refuseUnusable(error)
			const sentence = `${name} does not answer: ${describeCause(error)}.`
			if (Date.now() + PAUSE_MS > deadline) {
				throw new StartError(`${sentence} Gave up after ${Math.round(patienceMs / 1000)} seconds.`)
			}
			if (!logged.has(sentence)) log.warn(`${sentence} Trying again for up to a minute.`)
			logged.add(sentence)
		}
		await sleep(PAUSE_MS)
	}
}

/**
 * Throws where retrying cannot help.
 * @throws StartError if the error is one, or says that the database is damaged or its disk full.
 */
export function refuseUnusable(error: unknown): void {
	if (error instanceof StartError) throw error
	const damage = errorChain(error).find(item =>
		/SQLITE_(NOTADB|CORRUPT)/.test(`${getErrorCode(item)} ${item.message}`),
	)
	if (damage) {
		throw new StartError(
			`The database (${env.databasePlace}) is damaged: ${describeCause(damage)}. Restore a backup (docs/operations/backup.md).`,
		)
	}
	if (isFullDisk(error)) {
		throw new StartError(
			`The disk of the database (${env.databasePlace}) is full. Make room, then start again.`,
		)
	}
}

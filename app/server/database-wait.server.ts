import { setTimeout as sleep } from 'node:timers/promises'
import { env } from './env.server'
import { log } from './log.server'
import { StartError } from './start-error.server'

const PATIENCE_MS = 60_000
const PAUSE_MS = 1_000

/**
 * What `ask` returns, as soon as the database lets it; the log says each cause once while it does not. Only
 * for the start.
 * @throws StartError with the last cause after `patienceMs`.
 */
export async function whenDatabaseAnswers<T>(
	ask: () => T | Promise<T>,
	patienceMs = PATIENCE_MS,
): Promise<T> {
	return await whenAnswers(`The database (${place()})`, ask, patienceMs)
}

/** {@link whenDatabaseAnswers} of anything else; what `ask` throws as a StartError is not waited for. */
export async function whenAnswers<T>(
	name: string,
	ask: () => T | Promise<T>,
	patienceMs = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + patienceMs
	const said = new Set<string>()
	for (;;) {
		try {
			return await ask()
		} catch (error) {
			if (error instanceof StartError) throw error
			const sentence = `${name} does not answer: ${causeOf(error)}.`
			if (Date.now() + PAUSE_MS > deadline) {
				throw new StartError(`${sentence} Gave up after ${Math.round(patienceMs / 1000)} seconds.`)
			}
			if (!said.has(sentence)) log.warn(`${sentence} Trying again for up to a minute.`)
			said.add(sentence)
		}
		await sleep(PAUSE_MS)
	}
}

/* The driver's error is wrapped several times, and may quote an address with what is secret in it. */
function causeOf(error: unknown): string {
	let cause = error
	while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
	if (!(cause instanceof Error)) return String(cause)
	const code = 'code' in cause && !cause.message.includes(String(cause.code)) ? `${cause.code}: ` : ''
	return (code + cause.message).replace(/\/\/[^/@\s]*@/g, '//').replace(/\.$/, '')
}

function place(): string {
	if (env.databaseUrl.startsWith('file:')) return env.databaseUrl
	const { protocol, host } = new URL(env.databaseUrl)
	return `DATABASE_URL ${protocol}//${host}`
}

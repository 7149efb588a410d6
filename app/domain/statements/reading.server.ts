import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { queuePiece } from '~/server/image-queue.server'
import { log } from '~/server/log.server'
import { UnreadableStatement } from './entry'
import type { Statement } from './parse.server'
import type { ReadingAnswer } from './worker.server'

/* Beside the server in the build, where it needs no compiler. */
const isSource = import.meta.url.includes('/app/domain/')
const WORKER = fileURLToPath(
	new URL(isSource ? './worker.server.ts' : './statement-worker.js', import.meta.url),
)
/** Of the clock, for a machine that is very busy: the dearest file takes a second or two of a processor. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 128

/**
 * Reads a bank statement in a process of its own, so that everybody else is answered meanwhile, and in turn with image
 * work, which wants as much memory. Nothing is begun, or gone on with, that nobody waits for any more (`signal`).
 * @throws UnreadableStatement with a sentence that says why it is not taken.
 */
export async function readStatementAside(bytes: Uint8Array, signal: AbortSignal): Promise<Statement> {
	const answer = await queuePiece(() => ask(bytes, signal))
	if (answer?.ok) return answer.statement
	throw new UnreadableStatement(answer?.message ?? TOO_DEAR)
}

const TOO_DEAR = 'This file takes too long to read. Please export fewer days.'

/** @returns undefined when it came to a limit, crashed, or was told to stop. */
function ask(bytes: Uint8Array, signal: AbortSignal): Promise<ReadingAnswer | undefined> {
	return new Promise((resolve, reject) => {
		const child = fork(WORKER, [], {
			execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`, ...(isSource ? ['--import', 'tsx'] : [])],
			env: {},
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			timeout: TIME_LIMIT_MS,
			killSignal: 'SIGKILL',
			signal,
		})
		let answer: ReadingAnswer | undefined
		child.once('message', message => {
			answer = message as ReadingAnswer
		})
		child.once('close', (code, killedBy) => {
			if (!answer && !signal.aborted) log.warn({ code, killedBy }, 'a statement was not read')
			resolve(answer)
		})
		child.once('error', error => {
			if (!signal.aborted) reject(error)
		})
		child.send(bytes, () => {
			// A process that is gone before it has read the file ends without an answer.
		})
	})
}

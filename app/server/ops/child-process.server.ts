import { type ForkOptions, fork } from 'node:child_process'
import { log } from './log.server'

/** Wall-clock time, for a machine that is very busy: the most expensive task takes a second or two of a processor. */
const TIME_LIMIT_MS = 60_000

/**
 * Runs `worker` (a file) in a process of its own, without our secrets in its environment, sends it one task and waits
 * for one answer. It is killed after a minute, and when `signal` aborts.
 * @returns undefined when it ended without an answer: it exceeded a limit, crashed, or was aborted. The log then names
 * `task`.
 */
export function runInProcess<Answer>(
	worker: string,
	message: object,
	{ task, signal, ...limits }: { task: string; signal?: AbortSignal | undefined } & Limits,
): Promise<Answer | undefined> {
	return new Promise((resolve, reject) => {
		const child = fork(worker, [], {
			env: {},
			...limits,
			serialization: 'advanced',
			// Keeps the decoders' warnings about broken files out of our log.
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			timeout: TIME_LIMIT_MS,
			killSignal: 'SIGKILL',
			...(signal ? { signal } : {}),
		})
		let response: Answer | undefined
		child.once('message', message => {
			response = message as Answer
		})
		// Not before it has released its memory.
		child.once('close', (code, killedBy) => {
			if (response === undefined && !signal?.aborted) {
				log.warn({ task, code, killedBy }, 'a child process ended without a result')
			}
			resolve(response)
		})
		child.once('error', error => {
			if (!signal?.aborted) reject(error)
		})
		child.send(message, () => {
			// A process that dies before it has read its task ends without an answer.
		})
	})
}

type Limits = Pick<ForkOptions, 'env' | 'execPath' | 'execArgv'>

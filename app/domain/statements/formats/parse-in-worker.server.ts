import { fileURLToPath } from 'node:url'
import { queuePiece } from '~/server/images/image-queue.server'
import { runInProcess } from '~/server/ops/child-process.server'
import { findMapping } from '../mapping.server'
import { type Statement, UnknownColumns, UnreadableStatement } from './entry'
import type { ReadingAnswer, ReadingTask } from './worker.server'

/* Beside the server in the build, where it needs no compiler. */
const isSource = import.meta.url.includes('/app/domain/')
const WORKER = fileURLToPath(
	new URL(isSource ? './worker.server.ts' : './statement-worker.js', import.meta.url),
)
const MEMORY_LIMIT_MB = 128

/**
 * Reads a bank statement in a process of its own, so that everybody else is answered meanwhile, and in turn with image
 * work, which wants as much memory. Nothing is begun, or gone on with, that nobody waits for any more (`signal`).
 * @throws UnreadableStatement with a sentence that says why it is not taken.
 */
export async function parseInWorker(bytes: Uint8Array, signal: AbortSignal): Promise<Statement> {
	const first = await queuePiece(() => ask({ bytes }, signal))
	const unknown = first?.ok === false ? first.unknown : undefined
	const mapping = unknown && (await findMapping(unknown.titles))
	const answer = mapping ? await queuePiece(() => ask({ bytes, mapping }, signal)) : first
	if (answer?.ok) return answer.statement
	if (answer?.unknown) throw new UnknownColumns(answer.unknown)
	throw new UnreadableStatement(answer?.message ?? TOO_DEAR)
}

const TOO_DEAR = 'This file takes too long to read. Please export fewer days.'

function ask(task: ReadingTask, signal: AbortSignal): Promise<ReadingAnswer | undefined> {
	return runInProcess(WORKER, task, {
		task: 'bank statement',
		signal,
		execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`, ...(isSource ? ['--import', 'tsx'] : [])],
	})
}

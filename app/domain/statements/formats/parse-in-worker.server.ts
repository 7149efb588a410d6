import { fileURLToPath } from 'node:url'
import type { Actor } from '~/domain/actor'
import { queuePiece } from '~/server/images/image-queue.server'
import { runInProcess } from '~/server/ops/child-process.server'
import { findMapping, saveMapping, whyNotReadable } from '../mapping.server'
import type { Mapping } from './columns'
import { type Statement, type UnknownFile, UnreadableStatement } from './entry'
import type { ReadingResult, ReadingTask } from './worker.server'

/* Next to the server in the build, where it is compiled already. */
const isSource = import.meta.url.includes('/app/domain/')
const WORKER = fileURLToPath(
	new URL(isSource ? './worker.server.ts' : './statement-worker.js', import.meta.url),
)
const MEMORY_LIMIT_MB = 128
const TOO_EXPENSIVE: ReadingResult = {
	ok: false,
	message: 'This file takes too long to read. Please export fewer days.',
}

/**
 * Reads a bank statement in a process of its own, so that other requests are answered meanwhile, and in turn with image
 * work, which needs as much memory. `signal` cancels it. The columns `chosen` for a file that is not recognised are
 * passed to `keep` once the file can be read with them, for later files with its titles. `mapped`: the file and its
 * columns, if it was read with chosen columns.
 * @throws UnreadableStatement with a sentence that says why the file is refused.
 */
export async function parseInWorker(
	bytes: Uint8Array,
	signal: AbortSignal,
	chosen?: { places: Mapping['places']; keep?: Actor | undefined },
): Promise<{ statement: Statement; mapped?: { file: UnknownFile; places: Mapping['places'] } }> {
	const first = await parseInProcess({ bytes }, signal)
	if (first.ok) return { statement: first.statement }
	const { unknown } = first
	const places = unknown && (chosen?.places ?? (await findMapping(unknown.titles)))
	if (!places) throw new UnreadableStatement(first.message, unknown)
	const mapping: Mapping = { titles: unknown.titles, places }
	const problem = whyNotReadable(places)
	const response = problem
		? { ok: false as const, message: problem }
		: await parseInProcess({ bytes, mapping }, signal)
	if (!response.ok) throw new UnreadableStatement(response.message, { ...unknown, problem: response.message })
	if (chosen?.keep) await saveMapping(mapping, chosen.keep)
	return { statement: response.statement, mapped: { file: unknown, places } }
}

async function parseInProcess(task: ReadingTask, signal: AbortSignal): Promise<ReadingResult> {
	const work = () =>
		runInProcess<ReadingResult>(WORKER, task, {
			task: 'bank statement',
			signal,
			execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`, ...(isSource ? ['--import', 'tsx'] : [])],
		})
	return (await queuePiece(work)) ?? TOO_EXPENSIVE
}

import PQueue from 'p-queue'

/** Uploads that may wait, each with its bytes in memory; further ones are refused for now. */
const MAX_WAITING = 8

/* Decoding and encoding are the most expensive work that a visitor can cause, so a process does one piece at a time. */
const queue = new PQueue({ concurrency: 1 })

/** Accounts with an upload in the queue. */
const waiting = new Map<string, symbol>()

/** Why an upload was not processed. `account-busy`: another one of the account is waiting. */
export type NotQueued = { ok: false; problem: 'busy' | 'account-busy' | 'cancelled' }

/**
 * Runs image work for an upload when its turn comes. One upload per account and {@link MAX_WAITING} in all may wait;
 * one that is aborted (`signal`) leaves the queue at once, with its bytes.
 * @returns what `work` returns; its errors are thrown on.
 */
export async function queueUpload<T>(
	by: { accountId: string; signal?: AbortSignal | undefined },
	work: () => Promise<T>,
): Promise<T | NotQueued> {
	const { accountId, signal } = by
	if (signal?.aborted) return CANCELLED
	if (waiting.has(accountId)) return { ok: false, problem: 'account-busy' }
	if (waiting.size >= MAX_WAITING) return { ok: false, problem: 'busy' }
	const place = Symbol()
	const leave = () => {
		if (waiting.get(accountId) === place) waiting.delete(accountId)
	}
	waiting.set(accountId, place)
	let job: typeof work | undefined = work
	let cancel = () => {}
	const cancelled = new Promise<NotQueued>(resolve => {
		cancel = () => {
			leave()
			job = undefined
			resolve(CANCELLED)
		}
	})
	signal?.addEventListener('abort', cancel, { once: true })
	const done = queue.add(
		async () => {
			leave()
			signal?.removeEventListener('abort', cancel)
			return job ? await job() : CANCELLED
		},
		{ throwOnTimeout: true },
	)
	return await Promise.race([done, cancelled])
}

const CANCELLED: NotQueued = { ok: false, problem: 'cancelled' }

/**
 * Runs other work that needs as much memory: a piece of a composite image, or a bank statement. It runs next after the
 * current work. Pieces are queued one after another, so uploads and composite images take turns.
 */
export async function queuePiece<T>(work: () => Promise<T>): Promise<T> {
	return await queue.add(work, { priority: 1, throwOnTimeout: true })
}

/** Counts the image jobs of this process that are waiting and running. */
export function imageQueueSize(): { waiting: number; running: number } {
	return { waiting: queue.size, running: queue.pending }
}

import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves like `work`.
 * @throws Error with `message` when it takes longer than `ms`; the work goes on.
 */
export async function withTimeout<T>(
	ms: number,
	work: Promise<T>,
	message = `no answer within ${ms / 1000} seconds`,
): Promise<T> {
	const over = new AbortController()
	const late = sleep(ms, undefined, { signal: over.signal, ref: false }).then(() => {
		throw new Error(message)
	})
	late.catch(() => undefined)
	work.catch(() => undefined)
	try {
		return await Promise.race([work, late])
	} finally {
		over.abort()
	}
}

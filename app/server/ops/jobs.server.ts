import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, lte } from 'drizzle-orm'
import { db, write } from '../db/db.server'
import { leases } from '../db/schema.server'
import { log } from './log.server'

const RETRY_MS = 60_000
const PAUSE_MS = 20

/**
 * A periodic job. `name`: of its lease, the same in every process. `run` gets the time (UTC ms) and a signal that the
 * process is about to exit: the rest is then left to the next run. A run can be cut off anywhere, so it works in small
 * transactions.
 */
export type Job = {
	name: string
	everyMs: number
	run: (now: number, signal: AbortSignal) => Promise<void>
}

/**
 * Runs a job every `everyMs` in the one process that takes its lease. The lease lasts until the next run is due, so
 * restarts cause no further runs. The first check runs on a timer, after the port is open. A run that fails is retried
 * after a minute. Waiting does not keep the process alive.
 * @returns a function that stops the job and resolves when a run in progress is over.
 */
export function startJob({ name, everyMs, run }: Job): () => Promise<void> {
	const lease = createLease(name)
	const stopping = new AbortController()
	const { signal } = stopping
	const report = (error: unknown) => log.error({ err: error, job: name }, 'a job failed')

	/** Runs the job if it is due and no other process does. */
	const runIfDue = async () => {
		const now = Date.now()
		if (!(await lease.take(now, now + everyMs))) return
		const renew = () => lease.setEnd(Date.now() + everyMs).catch(report)
		const renewing = setInterval(renew, everyMs / 3).unref()
		try {
			await run(now, signal)
		} catch (error) {
			if (!signal.aborted) report(error)
			await lease.setEnd(Date.now() + RETRY_MS)
		} finally {
			clearInterval(renewing)
		}
		if (signal.aborted) await lease.setEnd(0)
	}
	const loop = async () => {
		let wait = 0
		while (await sleep(wait, signal)) {
			try {
				await runIfDue()
				wait = Math.min(Math.max(0, (await lease.end()) - Date.now()), everyMs)
			} catch (error) {
				report(error)
				wait = Math.min(RETRY_MS, everyMs)
			}
		}
	}
	const ended = loop()
	return async () => {
		stopping.abort()
		await ended
	}
}

/**
 * Repeats a small step of a job until it returns false or the process is about to exit. Database calls block the
 * process, so it pauses between steps to let requests and signals through.
 */
export async function runInBatches(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
	let isMore = !signal.aborted
	while (isMore) isMore = (await step()) && (await sleep(PAUSE_MS, signal))
}

/**
 * Waits.
 * @returns false when the process is about to exit.
 */
async function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
	await pause(ms, undefined, { signal, ref: false }).catch(() => undefined)
	return !signal.aborted
}

/** The row that holds the lease of a job, and until when (UTC ms) no other process may run it. */
function createLease(name: string) {
	const holder = randomUUID()
	const end = async () => (await db.select().from(leases).where(eq(leases.name, name)))[0]?.until ?? 0
	return {
		end,
		/**
		 * Takes a lease that has expired.
		 * @returns false when another process has it.
		 */
		async take(now: number, until: number): Promise<boolean> {
			if ((await end()) > now) return false
			const { rowsAffected } = await write(tx =>
				tx
					.insert(leases)
					.values({ name, holder, until })
					.onConflictDoUpdate({
						target: leases.name,
						set: { holder, until },
						setWhere: lte(leases.until, now),
					}),
			)
			return rowsAffected > 0
		},
		/** Moves the end of this process's lease; one that another process has taken meanwhile is left alone. */
		async setEnd(until: number): Promise<void> {
			await write(tx =>
				tx
					.update(leases)
					.set({ until })
					.where(and(eq(leases.name, name), eq(leases.holder, holder))),
			)
		},
	}
}

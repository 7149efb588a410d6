import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { db, write } from '~/server/db/db.server'
import { leases } from '~/server/db/schema.server'
import { type Job, startJob } from '~/server/ops/jobs.server'

const HOUR = 60 * 60 * 1000
/* A third of this interval must pass between two turns of the event loop, even on a very busy machine. */
const LONG_MS = 9_000
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
	await Promise.all(stops.splice(0).map(stop => stop()))
	await write(tx => tx.delete(leases))
})

/** Starts jobs as one process would, until the end of the test. Each call has its own lease holder. */
function start(job: Job) {
	const stop = startJob(job)
	stops.push(stop)
	return stop
}

async function until(look: () => Promise<boolean> | boolean): Promise<void> {
	const deadline = Date.now() + 60_000
	while (!(await look())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${look}`)
		await pause(5)
	}
}

const readLease = async (name: string) =>
	(await db.select().from(leases).where(eq(leases.name, name)))[0] ?? { holder: '', until: 0 }

test('one of three processes runs the job, and its lease lasts until the next run', async () => {
	const runs: number[] = []
	const job: Job = { name: 'once', everyMs: HOUR, run: async now => void runs.push(now) }
	for (let process = 0; process < 3; process++) start(job)
	await until(() => runs.length > 0)
	for (const stop of stops.splice(0)) await stop()
	expect(runs).toHaveLength(1)
	expect((await readLease('once')).until).toBe((runs[0] ?? 0) + HOUR)

	// A restart within the hour does not repeat the job: a job registered after it has run, so its lease was checked.
	start(job)
	let looks = 0
	start({ name: 'after it', everyMs: HOUR, run: async () => void looks++ })
	await until(() => looks > 0)
	expect(runs).toHaveLength(1)
})

test('an expired lease is taken over, and the job runs every time', async () => {
	await write(tx => tx.insert(leases).values({ name: 'again', holder: 'a dead process', until: Date.now() }))
	let runs = 0
	start({ name: 'again', everyMs: 20, run: async () => void runs++ })
	await until(() => runs >= 3)
	expect((await readLease('again')).holder).not.toBe('a dead process')
})

test('a run longer than its interval keeps the lease', async () => {
	let running = 0
	let mostAtOnce = 0
	let release = () => {}
	const work = new Promise<void>(resolve => {
		release = resolve
	})
	const job: Job = {
		name: 'long',
		everyMs: LONG_MS,
		run: async () => {
			mostAtOnce = Math.max(mostAtOnce, ++running)
			await work
			running--
		},
	}
	start(job)
	start(job)
	await until(() => running > 0)
	const first = await readLease('long')
	await until(async () => (await readLease('long')).until > first.until + LONG_MS)
	expect(mostAtOnce).toBe(1)
	expect((await readLease('long')).holder).toBe(first.holder)
	release()
})

test('a failed run is repeated after a minute, not after a day', async () => {
	let runs = 0
	start({
		name: 'failing',
		everyMs: 24 * HOUR,
		run: async () => {
			runs++
			throw new Error('no')
		},
	})
	await until(async () => runs === 1 && (await readLease('failing')).until < Date.now() + 61_000)
	expect((await readLease('failing')).until).toBeGreaterThan(Date.now())
})

test('stopping aborts the run, waits for its end, and leaves the job to another process', async () => {
	let begun = false
	let ended = false
	const stop = start({
		name: 'stopped',
		everyMs: HOUR,
		run: async (_now, signal) => {
			begun = true
			await new Promise(resolve => signal.addEventListener('abort', resolve))
			await readLease('stopped')
			ended = true
		},
	})
	await until(() => begun)
	await stop()
	expect(ended).toBe(true)
	let runs = 0
	start({ name: 'stopped', everyMs: HOUR, run: async () => void runs++ })
	await until(() => runs > 0)
})

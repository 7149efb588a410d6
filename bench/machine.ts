import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { cpus, loadavg, totalmem } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One line about what the figures were measured on. */
export function machine(): string {
	const [cpu] = cpus()
	const memory = Math.round(totalmem() / 2 ** 30)
	const load = loadavg()[0]?.toFixed(1)
	return `${cpus().length} x ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}, load before ${load}`
}

/**
 * Runs another file of this folder with the product's configuration for `dataDir`, and more of it in `env`. @returns
 * what it prints.
 */
export async function printOf(
	file: string,
	args: string[],
	dataDir: string,
	env: Record<string, string> = {},
): Promise<string> {
	const child = spawn(process.execPath, ['--import', 'tsx', `bench/${file}`, ...args], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {
			PATH: process.env['PATH'],
			NODE_ENV: 'production',
			DEMO: '1',
			DATA_DIR: dataDir,
			LOG_LEVEL: 'silent',
			...env,
		},
	})
	const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
	if (code !== 0) throw new Error(`bench/${file} ended with ${code}`)
	return printed
}

/** The same, for a file that prints nothing of interest. */
export async function runScript(file: string, args: string[], dataDir: string): Promise<void> {
	await printOf(file, args, dataDir)
}

export type Answer = { status: number; body: Buffer; headers: NodeJS.Dict<string | string[]> }

/** A GET as a browser sends it, with the body as it came over the wire. */
export function fetchRaw(url: string, encoding = 'gzip'): Promise<Answer> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { 'accept-encoding': encoding } }, response => {
			const parts: Buffer[] = []
			response.on('data', (part: Buffer) => parts.push(part))
			response.on('end', () => {
				resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), headers: response.headers })
			})
		}).on('error', reject)
	})
}

/** Requests per second with 10 connections that ask for gzip, by wrk (Debian: apt install wrk). */
export function requestsPerSecond(url: string, seconds: number): number {
	const load = ['-t1', '-c10', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', url]
	const printed = execFileSync('wrk', load, { encoding: 'utf8' })
	if (/Non-2xx/.test(printed)) throw new Error(`${url} answered with errors:\n${printed}`)
	return Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1] ?? Number.NaN))
}

/** What node:http itself does with the same bytes, compressed before, in a process of its own. */
export async function bareRequestsPerSecond(answer: Answer, seconds: number): Promise<number> {
	const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-server.ts'], {
		cwd: root,
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	child.stdin.end(answer.body)
	const [line] = await once(child.stdout, 'data')
	try {
		return requestsPerSecond(`http://127.0.0.1:${String(line).trim()}/`, seconds)
	} finally {
		child.kill()
	}
}

/** Answers every request with `body` as gzip-compressed HTML. Resolves with the port. */
export async function serveBytes(body: Buffer): Promise<number> {
	const headers = {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Encoding': 'gzip',
		'Content-Length': body.length,
	}
	const server = createServer((_request, response) => {
		response.writeHead(200, headers).end(body)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	if (!address || typeof address === 'string') throw new Error('No address')
	return address.port
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endWithProcess } from './end-with-process'

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx']

/** Finds nginx, if it is installed. */
export const nginx = PLACES.find(place => existsSync(place))

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** `isPlain`: the TLS port uses HTTP. */
type Ports = { target: number | readonly number[]; tls: number; plain: number; isPlain?: boolean }

/**
 * Renders deploy/nginx.conf for a test, with an operator's changes and the test's paths.
 * @throws Error when something to be replaced is missing.
 */
function render(ports: Ports, directory: string): string {
	const server = (port: number) => `server 127.0.0.1:${port} max_fails=0;`
	const changes: [from: RegExp, to: string][] = [
		[/server 127\.0\.0\.1:3000 max_fails=0;/g, [ports.target].flat().map(server).join(' ')],
		[/^\s+listen \[::\]:.*\n/gm, ''],
		[
			/listen 443 ssl http2/,
			ports.isPlain ? `listen 127.0.0.1:${ports.tls}` : `listen 127.0.0.1:${ports.tls} ssl http2`,
		],
		[
			/listen 443 ssl default_server/,
			`listen 127.0.0.1:${ports.tls}${ports.isPlain ? '' : ' ssl'} default_server`,
		],
		[/listen 80 default_server/, `listen 127.0.0.1:${ports.plain} default_server`],
		[/listen 80;/, `listen 127.0.0.1:${ports.plain};`],
		[/pixels\.example;/g, 'localhost 127.0.0.1;'],
		[/\S+fullchain\.pem/, `"${at('tls/cert.pem')}"`],
		[/\S+privkey\.pem/, `"${at('tls/key.pem')}"`],
		[/\/run\/nginx\.pid/, path.join(directory, 'pid')],
		[/\/var\/cache\/nginx/, path.join(directory, 'cache')],
		[/\/var\/log\/nginx\/error\.log/, path.join(directory, 'error.log')],
		[/https:\/\/\$host/, `https://$host:${ports.tls}`],
		[
			/access_log off;/,
			`access_log off; client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;`,
		],
	]
	return changes.reduce(
		(text, [from, to]) => {
			const changed = text.replace(from, to)
			if (changed === text) throw new Error(`deploy/nginx.conf has nothing like ${from}`)
			return changed
		},
		readFileSync(at('../../deploy/nginx.conf'), 'utf8'),
	)
}

/**
 * Checks deploy/nginx.conf with `nginx -t` and starts it in front of the product.
 * @returns a function that stops it.
 */
export async function startNginx(ports: Ports): Promise<() => Promise<void>> {
	if (!nginx) throw new Error('nginx is not installed')
	const directory = mkdtempSync(path.join(tmpdir(), 'market-nginx-'))
	// The workers run as another user, and store bodies below this directory.
	chmodSync(directory, 0o755)
	const file = path.join(directory, 'nginx.conf')
	writeFileSync(file, render(ports, directory))
	const args = ['-c', file, '-p', directory, '-e', path.join(directory, 'error.log')]
	execFileSync(nginx, ['-t', '-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
	const child = spawn(nginx, [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
	const ended = once(child, 'exit')
	endWithProcess(child)
	while (!(await accepts(ports.tls))) {
		if (child.exitCode !== null) throw new Error(readFileSync(path.join(directory, 'error.log'), 'utf8'))
		await pause(20)
	}
	return async () => {
		child.kill('SIGTERM')
		await ended
		rmSync(directory, { recursive: true, force: true })
	}
}

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1')
	const response = await Promise.race([
		once(socket, 'connect').then(() => true),
		once(socket, 'close').then(() => false),
	]).catch(() => false)
	socket.destroy()
	return response
}

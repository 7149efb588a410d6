/* npm start: installs and builds missing parts, then starts the product. Plain Node, no packages. Without
   configuration this is a demonstration on http://localhost:3000 (emails are written to files, the administrator has
   a known password). Operators set SESSION_SECRET, which turns the demonstration off. */
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { buildIsFresh, packagesAreFresh, root } from './built.mjs'

process.chdir(root)

/** @param {string} sentence */
function fail(sentence) {
	console.error(sentence)
	process.exit(1)
}

/** Runs npm; shows its output if it fails. @type {(args: string[], sentence: string) => void} */
function runNpm(args, sentence) {
	const env = { ...process.env }
	delete env['NODE_ENV']
	const { status, stdout, stderr } = spawnSync('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], env })
	if (status === 0) return
	process.stderr.write(stdout)
	process.stderr.write(stderr)
	fail(sentence)
}

/** @type {(port: number, host: string) => Promise<string | undefined>} */
function whyNotListen(port, host) {
	return new Promise(resolve => {
		const probe = createServer()
		probe.once('error', error => resolve('code' in error ? String(error.code) : error.message))
		probe.listen(port, host, () => probe.close(() => resolve(undefined)))
	})
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail('This product needs Node 20.19 or newer.')

const port = process.env['PORT'] ?? '3000'
const host = process.env['HOST'] ?? '127.0.0.1'
if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
	fail(`The environment variable PORT is wrong: it must be a number from 1 to 65535, and is "${port}".`)
}
const trouble = await whyNotListen(Number(port), host)
if (trouble === 'EADDRINUSE') {
	fail(`Port ${port} is taken by another program. Stop that one, or choose a port: PORT=3001 npm start`)
}
if (trouble) fail(`Cannot listen on ${host}, port ${port}: ${trouble}.`)

if (!packagesAreFresh()) {
	console.log('Installing packages (a minute or two) ...')
	runNpm(['ci', '--no-audit', '--no-fund'], 'The packages could not be installed.')
}
if (!buildIsFresh()) {
	console.log('Building ...')
	runNpm(['run', 'build'], 'The build failed.')
}

const { SESSION_SECRET, SESSION_SECRET_FILE, DEMO } = process.env
const isDemo = !SESSION_SECRET && !SESSION_SECRET_FILE && DEMO !== '0' && DEMO !== 'false'
/** @type {NodeJS.ProcessEnv} */
const env = {
	...process.env,
	NODE_ENV: 'production',
	// glibc otherwise keeps freed memory for every thread.
	MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
	PORT: port,
	HOST: host,
	...(isDemo ? { DEMO: DEMO || '1' } : {}),
}
const address = env['APP_URL'] ?? `http://localhost:${port}`
/* The server rejects a demonstration that others could reach and prints the reason, so no account is printed here. */
const isHere = [host, URL.canParse(address) ? new URL(address).hostname : ''].every(name =>
	/^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(name),
)
const dataDir = path.resolve(env['DATA_DIR'] ?? './data')
const lines = [
	`Address:        ${address}`,
	`Data:           ${dataDir}`,
	`Emails:         ${env['SMTP_URL'] || env['SMTP_URL_FILE'] ? 'sent by the SMTP server of SMTP_URL' : path.join(dataDir, 'mail')}`,
]
if (isDemo && isHere) {
	const email = env['ADMIN_EMAIL'] ?? 'admin@mcxi.example'
	const password =
		env['ADMIN_PASSWORD'] || env['ADMIN_PASSWORD_FILE'] ? 'the one of ADMIN_PASSWORD' : 'demo-administrator'
	lines.push(`Administrator:  ${email}, password: ${password}`)
	lines.push('This is a demonstration. For real use set SESSION_SECRET and read the README.')
}
console.log(`\n${lines.join('\n')}\n`)

// As in the Dockerfile.
const server = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=1536', 'server.js'], {
	stdio: ['ignore', 'inherit', 'inherit'],
	env,
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
	process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

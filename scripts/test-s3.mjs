/* node scripts/test-s3.mjs, a stage of npm run test:all: tests file storage and the product on OpenStack Swift from
   Debian, a real S3 server. Reports that nothing was tested if it is not installed and cannot be (installing needs
   root and apt). Passes its arguments to Vitest. Plain Node, no packages. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './built.mjs'

const PACKAGES = ['swift-proxy', 'swift-object', 'swift-container', 'swift-account', 'memcached']
const PROGRAMS = [
	'swift-ring-builder',
	...PACKAGES.map(name => (name === 'memcached' ? name : `${name}-server`)),
]

process.chdir(root)

/** @type {(name: string) => boolean} */
const isInstalled = name =>
	(process.env['PATH'] ?? '').split(':').some(place => existsSync(path.join(place, name)))

/** @type {(program: string, ...args: string[]) => number | null} */
function run(program, ...args) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status
}

/** Returns the reason why Swift is missing; undefined if it is available. */
function install() {
	if (PROGRAMS.every(isInstalled)) return undefined
	if (process.getuid?.() !== 0 || !isInstalled('apt-get')) {
		return `Swift is not installed, and only root can install it with apt-get: ${PACKAGES.join(' ')}.`
	}
	console.log('Installing OpenStack Swift (a few minutes) ...')
	run('apt-get', '-qq', 'update')
	run('apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...PACKAGES)
	return PROGRAMS.every(isInstalled) ? undefined : 'Swift could not be installed.'
}

const trouble = install()
if (trouble) console.log(`The tests of S3 were skipped, nothing was tested: ${trouble}`)
// One file after the other: they share a bucket, and a sweep deletes what its own database does not name.
else {
	const command = ['vitest', 'run', '--project', 's3', '--no-file-parallelism', ...process.argv.slice(2)]
	process.exitCode = run('npx', ...command) ?? 1
}

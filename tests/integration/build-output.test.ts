import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server'

/* The contents of the build for browsers and for the container. */

let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})

afterAll(async () => {
	await server.stop()
})

test('the policies link to the licences of everything sent to browsers', async () => {
	const policies = await (await fetch(`${server.url}/policy-terms`)).text()
	expect(policies).toContain('href="/third-party-notices.txt"')
	const response = await fetch(`${server.url}/third-party-notices.txt`)
	expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
	const notices = await response.text()
	for (const name of [
		'react 19',
		'react-router 7',
		'tailwindcss 4',
		'Font market-serif',
		'Font market-sans',
	]) {
		expect(notices).toContain(`\n${name}`)
	}
	expect(notices.match(/SIL OPEN FONT LICENSE Version 1\.1 - /g)).toHaveLength(2)
	const texts = notices.split(/-{72}\n.+\n-{72}\n/).slice(1)
	expect(texts.length).toBeGreaterThan(5)
	for (const text of texts) expect(text.trim().length).toBeGreaterThan(200)
})

/** Lists the packages that a script imports. */
function findImports(file: string): string[] {
	const code = readFileSync(file, 'utf8').replace(/^\s*(\/?\*|\/\/).*/gm, '')
	const specifiers = code.matchAll(/\b(?:from|import)\s*\(?\s*["'](@?\w[\w./-]*)["']/g)
	const names = Array.from(specifiers, ([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
	return [...new Set(names)].filter(name => !name.startsWith('node:') && !builtinModules.includes(name))
}

test('the container’s scripts use only production dependencies, and never the compiler', () => {
	const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
	const scripts = [
		'build/server/index.js',
		'build/server/image-worker.js',
		'build/server/statement-worker.js',
		'build/server/admin.js',
		'server.js',
		'scripts/backup.mjs',
		'scripts/restore.mjs',
		'scripts/admin.mjs',
		'scripts/copy-database.mjs',
		'scripts/move-files.mjs',
		...['file', 'disk', 's3'].map(name => `app/server/files/${name}-store.server.js`),
		'app/server/files/s3-client.server.js',
	]
	const used = scripts.flatMap(findImports)
	expect(used.length).toBeGreaterThan(10)
	expect(used.filter(name => !(name in dependencies))).toEqual([])
})

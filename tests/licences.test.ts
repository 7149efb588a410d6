import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import subset from 'subset-font'
import { describe, expect, test } from 'vitest'
import { readNames, renameFont } from '../scripts/fonts/font-names.mjs'
import { findProgram } from './support/find-program'

/* Licences of what the repository distributes: fonts under their own names, and verifiable packages. */

const toTrueType = (font: Buffer) =>
	subset(font, '', { targetFormat: 'truetype', keepAllGlyphs: true, preserveNameIds: [14] })
const reserved = /playfair|source/i

describe.each(readdirSync('app/fonts').filter(name => name.endsWith('.woff2')))('%s', name => {
	test('keeps a reserved name only in its copyright, and names its licence', async () => {
		const names = readNames(await toTrueType(readFileSync(`app/fonts/${name}`)))
		const copyright = names.filter(({ id }) => id === 0).map(({ text }) => text)
		expect(copyright).toEqual([expect.stringContaining('Reserved Font Name')])
		expect(names.filter(({ id, text }) => id !== 0 && reserved.test(text))).toEqual([])
		expect(names.filter(({ id }) => id === 1)).toEqual([{ id: 1, text: expect.stringMatching(/^Market /) }])
		expect(names).toContainEqual({ id: 14, text: 'http://scripts.sil.org/OFL' })
		const licence = readFileSync(`app/fonts/${name.replace(/\.woff2$/, '.OFL.txt')}`, 'utf8')
		expect(licence).toContain(copyright[0])
		expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1')
	})
})

test('a font is renamed in every name record, and only to a name of at most the same length', async () => {
	const font = await toTrueType(readFileSync('app/fonts/market-serif-450.woff2'))
	expect(() => renameFont(font, 'Market Serif', 'A Name That Is Longer')).toThrow('longer')
	renameFont(font, 'Market Serif', 'Short')
	const names = readNames(font).filter(({ id }) => [1, 4, 6].includes(id))
	expect(names.map(({ text }) => text)).toEqual(['Short', 'Short Regular', 'Short-Regular'])
})

type Locked = { integrity?: string; resolved?: string; optional?: boolean; dev?: boolean }

test('every package is locked with a hash and without a host', () => {
	const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
	const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
	expect(packages.length).toBeGreaterThan(500)
	expect(packages.filter(([, { resolved }]) => resolved)).toEqual([])
	// Development tools for platforms that the registry at hand lacks; the product contains none of them.
	const unhashed = packages.filter(([, { integrity }]) => !integrity)
	expect(unhashed.filter(([, { optional, dev }]) => !optional || !dev)).toEqual([])
	expect(unhashed.filter(([name]) => /linux-x64(-gnu)?$/.test(name))).toEqual([])
})

test('the compose file replaces only lines that exist in the proxy configuration', () => {
	const compose = readFileSync('deploy/compose.yaml', 'utf8')
	const conf = readFileSync('deploy/nginx.conf', 'utf8')
	const replaced = Array.from(
		compose.matchAll(/-e "s\/([^/]+)\//g),
		([, pattern = '']) => new RegExp(pattern),
	)
	expect(replaced).toHaveLength(2)
	for (const pattern of replaced) expect(conf).toMatch(pattern)
	const servers = /server 172[^"]*;(?=\/")/.exec(compose)?.[0] ?? ''
	const addresses = Array.from(
		compose.matchAll(/(?:one|two):\n[^\n]*\n[^\n]*ipv4_address: ([\d.]+)/g),
		([, ip]) => ip,
	)
	expect(addresses).toHaveLength(2)
	for (const address of addresses) expect(servers).toContain(`server ${address}:3000 `)
})

test.each(['deploy/compose.yaml', 'deploy/compose.single.yaml'])(
	'%s rotates the logs of every service',
	file => {
		const services =
			readFileSync(file, 'utf8')
				.split(/^services:$/m)[1]
				?.split(/^\S/m)[0] ?? ''
		const names = services.match(/^ {2}\w+:$/gm) ?? []
		expect(names.length).toBeGreaterThan(1)
		const own = services.split(/^ {2}\w+:$/m).slice(1)
		expect(own.filter(text => !/^ {4}(logging:|<<: \*app)/m.test(text))).toEqual([])
		expect(readFileSync(file, 'utf8')).toMatch(/max-size: 20m, max-file: "5"/)
	},
)

test('the image is based on a digest and contains every file that its scripts import', () => {
	const recipe = readFileSync('Dockerfile', 'utf8')
	expect(recipe).toMatch(/^ARG NODE_IMAGE=node:24-slim@sha256:[\da-f]{64}$/m)
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
	expect(recipe, 'the label names the version of package.json').toContain(`\nARG VERSION=${version}\n`)
	expect(recipe.match(/^FROM .*/gm)?.every(line => line.startsWith('FROM ${NODE_IMAGE}'))).toBe(true)
	const copied = Array.from(recipe.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, names = '']) =>
		names.split(' '),
	).flat()
	const isCopied = (file: string) =>
		copied.some(name => new RegExp(`^${name.replaceAll('.', '[.]').replace('*', '[^/]*')}$`).test(file))
	const scripts = copied.filter(name => name.startsWith('scripts/'))
	expect(scripts).toContain('scripts/admin.mjs')
	const imports = scripts.flatMap(script =>
		Array.from(readFileSync(script, 'utf8').matchAll(/from '(\.[^']+js)'/g), ([, name = '']) =>
			path.join(path.dirname(script), name),
		),
	)
	expect(imports.length).toBeGreaterThan(4)
	expect(imports.filter(file => !isCopied(file))).toEqual([])
})

/* The old docker-compose is the strictest: it rejects keys of later versions. */
const compose = findProgram('docker-compose')
test.skipIf(!compose)('an old docker-compose accepts the compose files and uses the same volumes', () => {
	const directory = mkdtempSync(path.join(tmpdir(), 'market-compose-'))
	cpSync('deploy', path.join(directory, 'deploy'), { recursive: true })
	writeFileSync(path.join(directory, 'mcxi.env'), 'APP_URL=https://pixels.example\n')
	const env = { PATH: process.env['PATH'], NAME: 'pixels.example' }
	const read = (name: string) =>
		execFileSync(compose ?? '', ['-f', path.join(directory, 'deploy', name), 'config'], {
			env,
			encoding: 'utf8',
			stdio: 'pipe',
		})
	for (const volume of ['mcxi_files', 'mcxi_database'])
		expect(read('compose.yaml')).toContain(`name: ${volume}`)
	expect(read('compose.single.yaml')).toContain('name: mcxi-data')
	rmSync(directory, { recursive: true })
})

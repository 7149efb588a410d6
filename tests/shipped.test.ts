import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import subset from 'subset-font'
import { describe, expect, test } from 'vitest'
import { readNames, renameFont } from '../scripts/font-names.mjs'
import { installed } from './support/installed'

/* What the repository hands on to others: fonts under their own name, packages that can be checked. */

const toTrueType = (font: Buffer) =>
	subset(font, '', { targetFormat: 'truetype', keepAllGlyphs: true, preserveNameIds: [14] })
const reserved = /playfair|source/i

describe.each(readdirSync('app/fonts').filter(name => name.endsWith('.woff2')))('%s', name => {
	test('bears no reserved name but in its copyright, and says where its licence is', async () => {
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

test('a font is renamed in every name, and never to a longer one', async () => {
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
	// Binaries of tools for machines that no registry at hand serves; nothing of it is in the product.
	const unhashed = packages.filter(([, { integrity }]) => !integrity)
	expect(unhashed.filter(([, { optional, dev }]) => !optional || !dev)).toEqual([])
	expect(unhashed.filter(([name]) => /linux-x64(-gnu)?$/.test(name))).toEqual([])
})

test("the compose file changes in the proxy's configuration what stands there", () => {
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

/* The compose of old is the strictest: it takes no key of later ones. */
const compose = installed('docker-compose')
test.skipIf(!compose)('an old docker-compose takes the compose file, and finds the same volumes', () => {
	const directory = mkdtempSync(path.join(tmpdir(), 'market-compose-'))
	cpSync('deploy', path.join(directory, 'deploy'), { recursive: true })
	writeFileSync(path.join(directory, 'mcxi.env'), 'APP_URL=https://pixels.example\n')
	const file = path.join(directory, 'deploy/compose.yaml')
	const env = { PATH: process.env['PATH'], NAME: 'pixels.example' }
	const read = execFileSync(compose ?? '', ['-f', file, 'config'], { env, encoding: 'utf8', stdio: 'pipe' })
	for (const volume of ['mcxi_files', 'mcxi_database']) expect(read).toContain(`name: ${volume}`)
	rmSync(directory, { recursive: true })
})

import { createHash } from 'node:crypto'
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { backUp, expectWhole, place, run } from '../support/backups'
import { SMALL_PDF } from '../support/images'
import { startServer, type TestServer } from '../support/server'

/* Backups that a restore rejects, and files that it does not touch. */

const dataDir = process.env['DATA_DIR'] ?? ''
let server: TestServer
let backup: string

beforeAll(async () => {
	server = await startServer({ dataDir })
	await storage.put('receipts/one.pdf', new Uint8Array(SMALL_PDF))
	const row = {
		kind: 'receipt',
		mime: 'application/pdf',
		bytes: SMALL_PDF.length,
		name: 'one.pdf',
	} as const
	await write(tx => tx.insert(files).values({ ...row, key: 'receipts/one.pdf', createdAt: 1 }))
	backup = await backUp(dataDir)
})

afterAll(async () => {
	await server.stop()
	rmSync(place, { recursive: true, force: true })
})

type Entry = { path: string; bytes?: number; sha256?: string }
type Manifest = { createdAt: string; entries: Entry[] }
const change = (copy: string, work: (manifest: Manifest) => void) => {
	const file = path.join(copy, 'manifest.json')
	const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
	work(manifest)
	writeFileSync(file, JSON.stringify(manifest))
}
const DAMAGE: [what: string, damage: (copy: string) => void, sentence: RegExp][] = [
	[
		'a file that has changed',
		copy => appendFileSync(`${copy}/files/receipts/one.pdf`, 'x'),
		/one\.pdf has changed/,
	],
	[
		'a file that has changed in place',
		copy => {
			const bytes = readFileSync(`${copy}/market.db`)
			bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
			writeFileSync(`${copy}/market.db`, bytes)
		},
		/market\.db has changed/,
	],
	['a file that is missing', copy => rmSync(`${copy}/files/receipts/one.pdf`), /one\.pdf is missing/],
	['a database that is missing', copy => rmSync(`${copy}/market.db`), /market\.db is missing/],
	['a backup that was not finished', copy => rmSync(`${copy}/manifest.json`), /no finished backup/],
	[
		'half a manifest',
		copy => writeFileSync(`${copy}/manifest.json`, readFileSync(`${copy}/manifest.json`).subarray(0, 300)),
		/manifest\.json cannot be read/,
	],
	[
		'a file that the database names and the manifest does not',
		copy =>
			change(copy, manifest => {
				manifest.entries = manifest.entries.filter(entry => !entry.path.endsWith('one.pdf'))
			}),
		/incomplete: the database names receipts\/one\.pdf/,
	],
	[
		'a way out of the directory',
		copy =>
			change(copy, manifest => {
				for (const entry of manifest.entries) entry.path = entry.path.replace('files/', 'files/../../')
			}),
		/contradicts itself/,
	],
]

test.each(DAMAGE)('a restore rejects %s', async (_what, damage, sentence) => {
	const copy = path.join(place, 'damaged')
	const into = path.join(place, 'into')
	cpSync(backup, copy, { recursive: true })
	damage(copy)
	const { code, error } = await run('restore', [copy, into])
	rmSync(copy, { recursive: true })
	expect([code, error]).toEqual([1, expect.stringMatching(sentence)])
	expect(error).not.toMatch(/\n {4}at /)
	expect(existsSync(into) ? readdirSync(into, { recursive: true }) : []).not.toContain('market.db')
})

test('a restore rejects a non-empty directory unless --replace is given, which keeps the old data', async () => {
	const into = path.join(place, 'full')
	mkdirSync(path.join(into, 'lost+found'), { recursive: true })
	mkdirSync(path.join(into, 'files/receipts'), { recursive: true })
	writeFileSync(path.join(into, 'files/receipts/old.pdf'), 'old')
	writeFileSync(path.join(into, 'market.db'), 'old and damaged')
	writeFileSync(path.join(into, 'last-backup'), new Date().toISOString())
	const refused = await run('restore', [backup, into])
	expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('--replace')])
	expect(readFileSync(path.join(into, 'market.db'), 'utf8')).toBe('old and damaged')

	const { code, out } = await run('restore', [backup, into, '--replace'])
	const aside = /before-restore-\S+Z/.exec(out)?.[0] ?? ''
	expect([code, aside]).toEqual([0, expect.stringMatching(/./)])
	expect(readFileSync(path.join(into, aside, 'market.db'), 'utf8')).toBe('old and damaged')
	expect(readFileSync(path.join(into, 'files', aside, 'receipts/old.pdf'), 'utf8')).toBe('old')
	const { createdAt } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')) as Manifest
	expect(readFileSync(path.join(into, 'last-backup'), 'utf8').trim()).toBe(createdAt)
	await expectWhole(into)
	const next = await backUp(into)
	expect(readdirSync(next, { recursive: true }).filter(name => String(name).includes('before'))).toEqual([])
})

test('an unclosed database is moved away with its journal', async () => {
	const into = path.join(place, 'killed')
	mkdirSync(into)
	for (const end of ['', '-wal', '-shm']) cpSync(`${dataDir}/market.db${end}`, `${into}/market.db${end}`)
	const { code, error } = await run('restore', [backup, into, '--replace'])
	expect([code, error]).toEqual([0, ''])
	await expectWhole(into)
})

test('a restore that fails between two moves restores the previous state', async () => {
	const odd = path.join(place, 'odd')
	cpSync(backup, odd, { recursive: true })
	mkdirSync(path.join(odd, 'kept'))
	writeFileSync(path.join(odd, 'kept/note'), 'x')
	const note = { bytes: 1, sha256: createHash('sha256').update('x').digest('hex') }
	change(odd, manifest => manifest.entries.push({ path: 'kept/note', ...note }))
	// Backups in DATA_DIR stay, so a directory of the same name cannot be moved there.
	const into = path.join(place, 'half')
	mkdirSync(path.join(into, 'kept/market-1'), { recursive: true })
	writeFileSync(path.join(into, 'kept/market-1/manifest.json'), 'market-backup-1')
	writeFileSync(path.join(into, 'market.db'), 'old and damaged')
	const { code, error } = await run('restore', [odd, into, '--replace'])
	expect([code, error]).toEqual([1, expect.stringContaining('ENOTEMPTY')])
	expect(readFileSync(path.join(into, 'market.db'), 'utf8')).toBe('old and damaged')
	expect(existsSync(path.join(into, 'files/receipts/one.pdf'))).toBe(false)
})

test('a restore rejects a directory in use by a server', async () => {
	const { code, error } = await run('restore', [backup, dataDir, '--replace'])
	expect([code, error]).toEqual([1, expect.stringContaining('is in use')])
	expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

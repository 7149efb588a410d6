import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '~/server/files/file-store.server.js'
import type { FileFolder } from '~/server/files/storage.server'
import { type S3Server, startS3 } from '../support/s3-server'

/* Runs scripts/move-files.mjs as an operator does. */

const COUNT = 120
const script = path.resolve('scripts/move-files.mjs')
let s3: S3Server
let directory: string

beforeAll(async () => {
	s3 = await startS3()
})
afterAll(() => s3.close())

/** Files of the product, and others in the same directory. */
const contents: ReadonlyMap<string, Buffer> = new Map(
	Array.from({ length: COUNT }, (_, index) => {
		const folder: FileFolder = index % 2 ? 'creatives' : 'receipts'
		return [`${folder}/file-${index}.webp`, Buffer.alloc(index * 1_000, `content ${index} `)] as const
	}),
)

beforeEach(async () => {
	directory = mkdtempSync(path.join(tmpdir(), 'market-move-'))
	const store = await openStore({ kind: 'directory', directory })
	for (const [key, bytes] of contents) await store.put(key, bytes)
	writeFileSync(path.join(directory, 'receipts/half.pdf.0a1b.tmp'), 'half')
})

afterEach(() => {
	rmSync(directory, { recursive: true, force: true })
	Object.assign(s3, { always: undefined, faults: {}, requests: [] })
	s3.objects.clear()
})

const options = () => ({ env: { PATH: process.env['PATH'], ...s3.env } as unknown as NodeJS.ProcessEnv })

function move(...args: string[]): Promise<{ code: number; out: string; error: string }> {
	return new Promise(resolve => {
		execFile(process.execPath, [script, ...args], options(), (error, out, errors) => {
			resolve({ code: error ? Number(error.code) : 0, out: out.trim(), error: errors.trim() })
		})
	})
}

const toBucket = (...more: string[]) => move('--from', directory, '--to', s3.env.STORAGE_URL, ...more)

const namesIn = (place: string) =>
	readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(name => path.extname(name) !== '')

function expectAllInBucket(): void {
	expect([...s3.objects.keys()].sort()).toEqual([...contents.keys()].sort())
	for (const [key, bytes] of contents) expect(s3.objects.get(key)?.bytes.equals(bytes), key).toBe(true)
}

test('files are copied to a bucket and back, and deleted only on request', async () => {
	const { code, out } = await toBucket()
	expect([code, out]).toEqual([
		0,
		expect.stringMatching(/^120 files .*: 120 copied, 0 were there, .* 0 failed\.$/),
	])
	expectAllInBucket()
	expect(namesIn(directory)).toHaveLength(COUNT + 1)

	const again = await toBucket()
	expect([again.code, again.out]).toEqual([0, expect.stringContaining(': 0 copied, 120 were there,')])

	const back = mkdtempSync(path.join(tmpdir(), 'market-move-'))
	const moved = await move('--from', s3.env.STORAGE_URL, '--to', back, '--delete')
	expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('120 copied')])
	expect(moved.out).toContain('120 deleted from S3 bucket market')
	const store = await openStore({ kind: 'directory', directory: back })
	for (const [key, bytes] of contents)
		expect(bytes.equals((await store.get(key)) ?? Buffer.from('none'))).toBe(true)
	expect(s3.objects.size).toBe(0)
	rmSync(back, { recursive: true })
})

test('an interrupted run resumes, and transient faults are retried', async () => {
	s3.faults = { PUT: ['busy', 'cut', 'early', 'lost'], GET: ['half'] }
	const child = spawn(
		process.execPath,
		[script, '--from', directory, '--to', s3.env.STORAGE_URL, '--delete'],
		{
			...options(),
			stdio: 'ignore',
		},
	)
	const ended = once(child, 'exit')
	await expect.poll(() => s3.objects.size, { interval: 5 }).toBeGreaterThan(5)
	child.kill('SIGKILL')
	await ended
	expect(s3.objects.size).toBeLessThan(COUNT)
	expect(namesIn(directory)).toHaveLength(COUNT + 1)

	const { code, out } = await toBucket('--delete')
	expect([code, out]).toEqual([0, expect.stringContaining('120 deleted')])
	expect(Number(/(\d+) were there/.exec(out)?.[1])).toBeGreaterThan(3)
	for (const key of s3.objects.keys()) if (key.startsWith('composites/probe-')) s3.objects.delete(key)
	expectAllInBucket()
	expect(namesIn(directory)).toEqual(['receipts/half.pdf.0a1b.tmp'])
})

test('a file changed during the run is copied again', async () => {
	await toBucket()
	const [key = ''] = [...contents.keys()].slice(-1)
	const bytes = Buffer.from(contents.get(key) ?? [])
	bytes[5] = 0
	s3.objects.set(key, { bytes, changedAt: 0 })
	expect((await toBucket()).out).toContain(': 1 copied, 119 were there,')
	expectAllInBucket()
})

test('a file that cannot be copied is named, and nothing is deleted', async () => {
	await toBucket()
	const [key = ''] = contents.keys()
	s3.objects.delete(key)
	writeFileSync(path.join(directory, 'receipts/strange name.pdf'), 'x')
	const { code, out, error } = await toBucket('--delete')
	expect([code, out]).toEqual([1, expect.stringMatching(/: 1 copied, 119 were there, .* 1 failed\.$/)])
	expect(error).toContain('Not copied: receipts/strange name.pdf: Malformed storage key')
	expect(namesIn(directory)).toHaveLength(COUNT + 2)
})

test('invalid locations print a clear error', async () => {
	s3.env.S3_SECRET_ACCESS_KEY += 'x'
	const refused = await toBucket('--delete')
	s3.env.S3_SECRET_ACCESS_KEY = s3.env.S3_SECRET_ACCESS_KEY.slice(0, -1)
	expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('S3_SECRET_ACCESS_KEY is wrong')])
	expect(refused.error).not.toContain('    at ')
	const same = await move('--from', directory, '--to', directory)
	expect([same.code, same.error]).toEqual([1, expect.stringContaining('the same store')])
	const help = await move('--help')
	expect([help.code, help.out]).toEqual([0, expect.stringContaining('--delete')])
	expect((await move('--from', directory)).code).toBe(1)
})

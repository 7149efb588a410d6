import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStore, readStorageLocation } from '~/server/files/file-store.server.js'
import type { FileStorage } from '~/server/files/storage.server'
import { StoreError } from '~/server/files/store-error.server.js'
import { type Fault, type S3Server, startS3 } from '../support/s3-server'
import { testStoreContract } from '../support/store-contract'

/* The file store in S3 against a server that simulates faults. */

const KEY = 'receipts/one.pdf'
const BYTES = Buffer.alloc(200_000, 'receipt ')
/** Larger than the buffers of a connection. */
const LARGE = Buffer.alloc(24_000_000, 'receipt ')
const place = mkdtempSync(path.join(tmpdir(), 'market-store-'))
let s3: S3Server

beforeAll(async () => {
	s3 = await startS3()
})

afterEach(() => {
	Object.assign(s3, { always: undefined, faults: {}, requests: [] })
	s3.objects.clear()
})

afterAll(async () => {
	await s3.close()
	rmSync(place, { recursive: true })
})

/** Outcomes of attempts, in order. */
const outcomes: string[] = []

function makeStore(
	change: Partial<S3Server['env']> = {},
	patience: { answerMs?: number; patienceMs?: number } = {},
): Promise<FileStorage> {
	const env = { ...s3.env, ...change }
	outcomes.length = 0
	const observe = ({ method, outcome }: { method: string; outcome: string }) =>
		void outcomes.push(`${method} ${outcome}`)
	return openStore(readStorageLocation(env.STORAGE_URL, env), { observe, ...patience })
}

describe('a directory', () =>
	testStoreContract(() => openStore(readStorageLocation(path.join(place, 'files'), {}))))
describe('a bucket', () => testStoreContract(() => makeStore()))

test('an endpoint may have a path, and the bucket is always in the path, never in the host', async () => {
	const { env, endpoint } = s3
	const host = endpoint.replace('127.0.0.1', 'localhost')
	const address = `s3://receipts?endpoint=${host}/market/&region=eu-west-2`
	await (await makeStore({ ...env, STORAGE_URL: address })).put('below/one.pdf', BYTES)
	expect([...s3.objects.keys()]).toEqual(['receipts/below/one.pdf'])
})

/** A short response timeout. */
const SHORT = { answerMs: 800, patienceMs: 60_000 }

describe('transient faults are retried', () => {
	const FAULTS: [fault: Fault, error: string][] = [
		['error', '500'],
		['busy', '503'],
		['proxy', '502'],
		['early', '503|cut'],
		['silent', 'slow'],
		['cut', 'cut'],
	]
	test.each(FAULTS)('%s: a file is still stored and read', async (fault, error) => {
		const store = await makeStore({}, fault === 'silent' ? SHORT : {})
		s3.faults = { PUT: [fault, fault], GET: [fault, fault], DELETE: [fault] }
		await store.put(KEY, BYTES)
		expect(s3.objects.get(KEY)?.bytes.equals(BYTES)).toBe(true)
		expect(BYTES.equals((await store.get(KEY)) ?? new Uint8Array())).toBe(true)
		await store.delete(KEY)
		expect(s3.objects.size).toBe(0)
		const failed = expect.stringMatching(new RegExp(`^[A-Z]+ (${error})$`))
		expect(outcomes).toEqual([failed, failed, 'PUT 200', failed, failed, 'GET 200', failed, 'DELETE 204'])
	})

	test('a write that succeeded before the connection broke is repeated', async () => {
		const store = await makeStore()
		s3.faults = { PUT: ['lost'], DELETE: ['lost'] }
		await store.put(KEY, BYTES)
		expect(s3.objects.get(KEY)?.bytes.equals(BYTES)).toBe(true)
		await store.delete(KEY)
		expect(s3.objects.size).toBe(0)
	})

	test('a truncated download resumes where it stopped', async () => {
		const store = await makeStore()
		await store.put(KEY, BYTES)
		s3.faults = { GET: ['half', 'cut', 'half'] }
		const file = await store.open(KEY)
		expect(BYTES.equals(await buffer(file?.stream ?? new ReadableStream()))).toBe(true)
		expect(s3.requests.filter(request => request.startsWith('GET'))).toEqual([
			`GET ${KEY}`,
			`GET ${KEY} bytes=100000-`,
			`GET ${KEY} bytes=100000-`,
			`GET ${KEY} bytes=150000-`,
		])
	})

	test.each<[what: string, faults: Fault[]]>([
		['stalls in the middle', ['stalled']],
		['is read late', []],
	])('a download that %s resumes where it stopped', async (_what, faults) => {
		const store = await makeStore({}, SHORT)
		await store.put(KEY, LARGE)
		s3.faults = { GET: faults }
		const file = await store.open(KEY)
		await expect.poll(() => s3.unanswered).toBe(0)
		expect(LARGE.equals(await buffer(file?.stream ?? new ReadableStream()))).toBe(true)
		expect(s3.requests.at(-1)).toMatch(/^GET .* bytes=\d+-$/)
	})

	test('a cancelled stream releases its connection', async () => {
		const store = await makeStore()
		await store.put(KEY, LARGE)
		const file = await store.open(KEY)
		expect(s3.unanswered).toBe(1)
		await file?.stream.cancel()
		await expect.poll(() => s3.unanswered, { timeout: 5_000 }).toBe(0)
	})

	test('a truncated list is requested again', async () => {
		const store = await makeStore()
		for (const name of ['a', 'b', 'c', 'd']) await store.put(`receipts/${name}`, new Uint8Array(1))
		s3.faults = { GET: ['busy', 'half'] }
		const keys: string[] = []
		for await (const { key } of store.list('receipts')) keys.push(key)
		expect(keys).toEqual(['receipts/a', 'receipts/b', 'receipts/c', 'receipts/d'])
	})
})

describe('permanent faults', () => {
	test('throw a clear error after the time limit, and the next request does not wait as long', async () => {
		s3.always = 'busy'
		const store = await makeStore({}, { patienceMs: 1_500 })
		await expect(store.put(KEY, BYTES)).rejects.toThrow(
			new StoreError(`the bucket market at ${s3.endpoint} answers 503 SlowDown`, { isTransient: true }),
		)
		expect(outcomes.length).toBeGreaterThan(1)
		outcomes.length = 0
		await expect(store.get(KEY)).rejects.toThrow('SlowDown')
		expect(outcomes).toEqual(['GET 503'])
		s3.always = undefined
		await store.put(KEY, BYTES)
		outcomes.length = 0
		s3.faults = { GET: ['busy', 'busy'] }
		expect(BYTES.equals((await store.get(KEY)) ?? new Uint8Array())).toBe(true)
		expect(outcomes).toEqual(['GET 503', 'GET 503', 'GET 200'])
	})

	test.each<[what: string, change: Partial<S3Server['env']>, sentence: RegExp]>([
		['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /variable S3_SECRET_ACCESS_KEY is wrong.* 403 Sig/],
		['a wrong key', { S3_ACCESS_KEY_ID: 'nobody' }, /variable S3_ACCESS_KEY_ID is wrong.* 403 Invalid/],
	])('%s throws a clear error immediately', async (_what, change, sentence) => {
		await expect((await makeStore(change)).prepare()).rejects.toThrow(sentence)
		expect(outcomes).toEqual(['GET 403'])
	})

	test('a missing bucket and one in another region throw a clear error immediately', async () => {
		const { STORAGE_URL } = s3.env
		const missing = await makeStore({ STORAGE_URL: STORAGE_URL.replace('market', 'nowhere') })
		await expect(missing.prepare()).rejects.toThrow(/STORAGE_URL names a bucket that does not exist.*nowhere/)
		await expect(missing.get(KEY)).rejects.toThrow('does not exist')
		const elsewhere = await makeStore({ STORAGE_URL: STORAGE_URL.replace('eu-west-2', 'us-east-1') })
		await expect(elsewhere.prepare()).rejects.toThrow('S3_REGION is wrong')
		s3.faults = { GET: ['moved'] }
		await expect((await makeStore()).prepare()).rejects.toThrow(/S3_REGION is wrong.* 301 PermanentRedirect/)
	})

	test('read-only access is reported at the start', async () => {
		s3.faults = { PUT: ['denied'] }
		await expect((await makeStore()).prepare()).rejects.toThrow(
			'S3_ACCESS_KEY_ID names somebody who may not do this',
		)
	})

	test('a file that is always truncated is an error, not half a file', async () => {
		const store = await makeStore({}, { patienceMs: 500 })
		await store.put(KEY, BYTES)
		s3.faults = { GET: ['half'] }
		const file = await store.open(KEY)
		s3.always = 'cut'
		await expect(buffer(file?.stream ?? new ReadableStream())).rejects.toThrow('does not answer')
	})
})

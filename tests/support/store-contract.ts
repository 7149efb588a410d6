import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type FileStorage, newFileKey, type StoredFile } from '~/server/files/storage.server'

const MEGABYTE = 1024 * 1024

async function listed(store: FileStorage): Promise<StoredFile[]> {
	const found: StoredFile[] = []
	for await (const file of store.list('receipts')) found.push(file)
	return found
}

/** Tests the contract of every file store. `open` is called when the tests run. */
export function testStoreContract(open: () => FileStorage | Promise<FileStorage>): void {
	test('a stored file can be read whole or as a stream, and replaced', async () => {
		const store = await open()
		const key = newFileKey('receipts', 'pdf')
		for (const bytes of [randomBytes(5 * MEGABYTE), Buffer.from('short'), Buffer.alloc(0)]) {
			await store.put(key, bytes)
			expect(bytes.equals((await store.get(key)) ?? new Uint8Array([1]))).toBe(true)
			const file = await store.open(key)
			expect(file?.bytes).toBe(bytes.length)
			expect(bytes.equals(await buffer(file?.stream ?? new ReadableStream()))).toBe(true)
		}
		await store.delete(key)
	})

	test('a missing file is undefined, and deleting it is no error', async () => {
		const store = await open()
		const key = newFileKey('receipts', 'pdf')
		expect([await store.get(key), await store.open(key)]).toEqual([undefined, undefined])
		await store.delete(key)
		await store.put(key, Buffer.from('x'))
		await store.delete(key)
		expect(await store.get(key)).toBeUndefined()
	})

	test('a list has the keys of a folder with sizes and times, for any number of files', async () => {
		const store = await open()
		const keys = Array.from({ length: 8 }, () => newFileKey('receipts', 'pdf'))
		const other = newFileKey('profiles', 'webp')
		const before = Date.now() - 2_000
		for (const [index, key] of keys.entries()) await store.put(key, new Uint8Array(index + 1))
		await store.put(other, new Uint8Array(1))
		const found = new Map((await listed(store)).map(file => [file.key, file]))
		expect(keys.map(key => found.get(key)?.bytes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
		for (const key of keys) expect(found.get(key)?.changedAt).toBeGreaterThan(before)
		expect(found.has(other)).toBe(false)
		for (const key of [...keys, other]) await store.delete(key)
		expect((await listed(store)).filter(file => keys.includes(file.key))).toEqual([])
	})

	test('a key that points outside is rejected', async () => {
		const store = await open()
		for (const key of ['../secret', 'receipts/../../secret', '/etc/passwd', 'receipts/a b', 'receipts']) {
			await expect(store.get(key)).rejects.toThrow('Malformed storage key')
			await expect(store.put(key, new Uint8Array(1))).rejects.toThrow('Malformed storage key')
		}
	})

	test('a store that is ready accepts files', async () => {
		const store = await open()
		await store.prepare()
		expect(await store.freeBytes()).toBeGreaterThan(1_000_000)
	})
}

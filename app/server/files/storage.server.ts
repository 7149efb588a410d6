import { randomBytes } from 'node:crypto'
import { env } from '../ops/env.server'
import { observeStore } from '../ops/metrics.server'
import { type FILE_FOLDERS, openStore } from './file-store.server.js'

export type S3Place = {
	kind: 's3'
	bucket: string
	/** Origin and path of the service, without a trailing slash. */
	endpoint: string
	region: string
	accessKeyId: string
	secretAccessKey: string
}

export type FilesPlace = { kind: 'directory'; directory: string } | S3Place

/** An open file. `bytes`: its length. Read the stream to its end, or cancel it. */
export type OpenFile = { bytes: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }

/** `changedAt`: when it was last written, UTC ms. */
export type StoredFile = { key: string; bytes: number; changedAt: number }

/** Stores bytes. Keys are paths of letters, digits, dots, dashes and slashes. */
export type FileStorage = {
	/** Kind and location, for the log. */
	place: string
	/** @throws StoreError when a remote store does not accept files; the message names the variable to check. */
	prepare(): Promise<void>
	/** Resolves once the bytes are durable; replaces an existing key atomically. */
	put(key: string, bytes: Uint8Array): Promise<void>
	/** @returns the file, or undefined if there is no such key. */
	open(key: string): Promise<OpenFile | undefined>
	/** @returns the bytes, or undefined if there is no such key. */
	get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
	/** Deleting a missing key is no error. */
	delete(key: string): Promise<void>
	/** Lists a folder lazily, including unfinished writes. */
	list(folder: FileFolder): AsyncIterable<StoredFile>
	/**
	 * Returns the free space in bytes, Infinity without a limit.
	 * @throws when nothing can be stored at all.
	 */
	freeBytes(): Promise<number>
}

export type FileFolder = (typeof FILE_FOLDERS)[number]

/** Creates an unguessable key in a folder. */
export function newFileKey(folder: FileFolder, extension: string): string {
	return `${folder}/${randomBytes(24).toString('base64url')}.${extension}`
}

/** The file store that STORAGE_URL names. */
export const storage: FileStorage = await openStore(env.files, { observe: observeStore })

/** Lists the keys in a folder that were last written before a time (UTC ms). */
export async function* keysOlderThan(folder: FileFolder, time: number): AsyncIterable<string> {
	for await (const { key, changedAt } of storage.list(folder)) {
		if (changedAt < time) yield key
	}
}

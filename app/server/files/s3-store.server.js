/* Stores files in a bucket of S3 or a compatible service. Plain JavaScript, because scripts run it without a build. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	NoSuchKey,
	PutObjectCommand,
	paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { checkKey } from './disk-store.server.js'
import { s3Client, storeError } from './s3-client.server.js'
import { StoreError } from './store-error.server.js'

/** @import { GetObjectCommandOutput } from '@aws-sdk/client-s3' */
/** @import { FileStorage, S3Place } from './storage.server' */
/** @import { ClientOptions } from './s3-client.server.js' */

/** How long a brief check of the bucket is retried. */
const BRIEF_MS = 1_000
/** How many resumptions in a row may bring no byte. */
const MAX_EMPTY_RESUMPTIONS = 5

/**
 * @param {S3Place} place
 * @param {ClientOptions} [options]
 * @returns {FileStorage} Its methods throw a StoreError when the store refuses, or does not answer in spite of retries.
 */
export function s3Store(place, options) {
	const Bucket = place.bucket
	const client = s3Client(place, options)
	const briefClient = s3Client(place, { ...options, patienceMs: BRIEF_MS })

	/** @type {FileStorage['put']} */
	const put = async (key, bytes) => {
		await client.send(new PutObjectCommand({ Bucket, Key: checkKey(key), Body: bytes }))
	}
	/** @type {FileStorage['delete']} */
	const remove = async key => {
		await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) })).catch(unlessMissing)
	}
	const look = () => briefClient.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }))

	/** @type {FileStorage['open']} */
	const open = async key => {
		const Key = checkKey(key)
		const first = await client.send(new GetObjectCommand({ Bucket, Key })).catch(unlessMissing)
		if (!first) return undefined
		const { ContentLength: bytes = 0, ETag: IfMatch } = first
		let reader = getReader(first)
		let from = 0
		let emptyResumptions = 0
		/**
		 * Continues where an interrupted download stopped.
		 * @param {unknown} error
		 */
		const resume = async error => {
			if (++emptyResumptions > MAX_EMPTY_RESUMPTIONS) throw storeError(place, error)
			const rest = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-`, IfMatch }))
			reader = getReader(rest)
			if (rest.$metadata.httpStatusCode === 206) return
			await reader.cancel()
			throw storeError(place, new Error('it knows no ranges'))
		}
		const stream = new ReadableStream(
			{
				async pull(controller) {
					for (;;) {
						try {
							const { done, value } = await reader.read()
							if (done) return controller.close()
							from += value.length
							emptyResumptions = 0
							return controller.enqueue(value)
						} catch (error) {
							await resume(error)
						}
					}
				},
				cancel: reason => reader.cancel(reason),
			},
			{ highWaterMark: 0 },
		)
		return { bytes, stream }
	}

	return {
		place: `S3 bucket ${Bucket} at ${place.endpoint}`,
		async prepare() {
			await look()
			// Named like a composite image, so that the hourly sweep removes it if this function cannot.
			const probe = `composites/probe-${randomBytes(12).toString('hex')}.txt`
			await put(probe, new TextEncoder().encode('probe'))
			await remove(probe)
		},
		put,
		open,
		async get(key) {
			const file = await open(key)
			return file && new Uint8Array(await buffer(file.stream))
		},
		delete: remove,
		async *list(folder) {
			for await (const { Contents = [] } of paginateListObjectsV2(
				{ client },
				{ Bucket, Prefix: `${folder}/` },
			)) {
				for (const { Key = '', Size = 0, LastModified } of Contents) {
					yield { key: Key, bytes: Size, changedAt: Number(LastModified) }
				}
			}
		},
		async freeBytes() {
			await look()
			return Number.POSITIVE_INFINITY
		},
	}
}

/** @param {unknown} error */
function unlessMissing(error) {
	if (!(error instanceof StoreError && error.cause instanceof NoSuchKey)) throw error
	return undefined
}

/** @param {GetObjectCommandOutput} answer @returns {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} */
function getReader({ Body }) {
	return /** @type {NonNullable<typeof Body>} */ (Body).transformToWebStream().getReader()
}

/* Files in a bucket of S3 or what speaks its language. Plain JavaScript, because scripts run it as it is. */
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { XMLParser } from 'fast-xml-parser'
import { soundKey } from './disk-store.server.js'
import { s3Client } from './s3-client.server.js'

/** @import { FileStorage, S3Place } from './storage.server' */
/** @import { ClientOptions } from './s3-client.server.js' */

/** How long a look at the bucket is repeated that comes back by itself. */
const BRIEF_MS = 1_000

const listing = new XMLParser({ parseTagValue: false, isArray: name => name === 'Contents' })

/**
 * @param {S3Place} place
 * @param {ClientOptions} [options]
 * @returns {FileStorage} Its methods throw a StoreError when the store refuses, or does not answer however often it is
 * asked.
 */
export function s3Store(place, options) {
	const { ask, open } = s3Client(place, options)

	/** @type {FileStorage['put']} */
	const put = async (key, content) => {
		const isWhole = content instanceof Uint8Array
		await ask(
			{
				method: 'PUT',
				key: soundKey(key),
				bytes: isWhole ? content.length : content.bytes,
				headers: isWhole
					? // The store compares it with what arrives.
						{ 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') }
					: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'content-length': String(content.bytes) },
				body: () => (isWhole ? content : content.open()),
			},
			answer => answer.arrayBuffer(),
		)
	}
	/** @type {FileStorage['delete']} */
	const remove = async key => {
		await ask({ method: 'DELETE', key: soundKey(key), missing: 'NoSuchKey' }, answer => answer.arrayBuffer())
	}
	/** One page of what the bucket has. @param {Record<string, string>} query @param {number} [patienceMs] */
	const page = async (query, patienceMs) => {
		const { ListBucketResult: found } = await ask(
			{ method: 'GET', query: { 'list-type': '2', ...query }, ...(patienceMs && { patienceMs }) },
			async answer => listing.parse(await answer.text()),
		)
		return found
	}

	return {
		place: `S3 bucket ${place.bucket} at ${place.endpoint}`,
		async prepare() {
			await page({ 'max-keys': '1' }, BRIEF_MS)
			// A name among composite images: those that no grid has are removed after a day, if we do not come to it.
			const probe = `composites/probe-${randomBytes(12).toString('hex')}.txt`
			await put(probe, new TextEncoder().encode('probe'))
			await remove(probe)
		},
		put,
		open: key => open(soundKey(key)),
		async get(key) {
			const file = await open(soundKey(key))
			return file && new Uint8Array(await buffer(file.stream))
		},
		delete: remove,
		async *list(folder) {
			/** @type {string | undefined} */
			let next
			do {
				const found = await page({ prefix: `${folder}/`, ...(next && { 'continuation-token': next }) })
				for (const { Key, Size, LastModified } of found.Contents ?? []) {
					yield { key: String(Key), bytes: Number(Size), changedAt: Date.parse(LastModified) }
				}
				next = found.NextContinuationToken
			} while (next)
		},
		async freeBytes() {
			await page({ 'max-keys': '1' }, BRIEF_MS)
			return Number.POSITIVE_INFINITY
		},
	}
}

/* Locates the file store, for the product and for scripts. Plain JavaScript, because scripts run it without a build. */
import path from 'node:path'
import { diskStore } from './disk-store.server.js'
import { readS3Location } from './s3-location.server.js'

/** @import { FileStorage, FilesPlace } from './storage.server' */
/** @import { ClientOptions } from './s3-client.server.js' */
/** @import { S3Variables } from './s3-location.server.js' */

/** The folders that hold all files. */
export const FILE_FOLDERS = /** @type {const} */ (['receipts', 'creatives', 'profiles', 'composites'])

/**
 * @param {string} address a directory, or s3://bucket?endpoint=...&region=...
 * @param {S3Variables} variables
 * @param {string} [name] how error messages call the address
 * @returns {FilesPlace}
 * @throws Error with a sentence that says what is wrong
 */
export function readStorageLocation(address, variables, name = 'The environment variable STORAGE_URL') {
	if (address.startsWith('s3:')) return readS3Location(address, variables, name)
	if (/^\w+:\/\//.test(address)) throw new Error(`${name} is wrong: it must be a directory or s3://bucket.`)
	return { kind: 'directory', directory: path.resolve(address) }
}

/**
 * @param {FilesPlace} place
 * @param {ClientOptions} [options] for S3
 * @returns {Promise<FileStorage>}
 */
export async function openStore(place, options) {
	if (place.kind === 'directory') return diskStore(place.directory)
	// Loaded on demand, because the SDK takes 25 MB of memory.
	const { s3Store } = await import('./s3-store.server.js')
	return s3Store(place, options)
}

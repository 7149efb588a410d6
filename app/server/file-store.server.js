/* Where files are kept, for the product and for scripts. Plain JavaScript, because those run it as it is. */
import path from 'node:path'
import { diskStore } from './disk-store.server.js'
import { readS3Place } from './s3-place.server.js'
import { s3Store } from './s3-store.server.js'

/** @import { FileStorage, FilesPlace } from './storage.server' */
/** @import { ClientOptions } from './s3-client.server.js' */
/** @import { S3Variables } from './s3-place.server.js' */

/** The folders below which all files are kept. */
export const FILE_FOLDERS = /** @type {const} */ (['receipts', 'creatives', 'profiles', 'composites'])

/**
 * @param {string} address a directory, or s3://bucket?endpoint=...&region=...
 * @param {S3Variables} variables
 * @param {string} [name] what the address is called in a sentence
 * @returns {FilesPlace}
 * @throws Error with a sentence that says what is wrong
 */
export function readPlace(address, variables, name = 'The environment variable STORAGE_URL') {
	if (address.startsWith('s3:')) return readS3Place(address, variables, name)
	if (/^\w+:\/\//.test(address)) throw new Error(`${name} is wrong: it must be a directory or s3://bucket.`)
	return { kind: 'directory', directory: path.resolve(address) }
}

/**
 * @param {FilesPlace} place
 * @param {ClientOptions} [options] for S3
 * @returns {FileStorage}
 */
export function openStore(place, options) {
	return place.kind === 's3' ? s3Store(place, options) : diskStore(place.directory)
}

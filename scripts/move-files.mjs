/* npm run files:move -- --from ... --to ...: see HELP. Needs only production dependencies, so it runs in the
   container. */
import { parseArgs } from 'node:util'
import PQueue from 'p-queue'
import { FILE_FOLDERS, openStore, readStorageLocation } from '../app/server/files/file-store.server.js'
import { readSecretFiles } from '../app/server/ops/secret-files.server.js'

/** @import { FileStorage, StoredFile } from '../app/server/files/storage.server' */

const HELP = `node scripts/move-files.mjs --from PLACE --to PLACE [--delete]

Copies the uploaded files from one store to another, from a directory to S3 or back, and verifies each copy. Existing
files are compared and kept, so you can interrupt it and run it again, also while the product runs.

PLACE     a directory, or 's3://bucket?endpoint=https://s3.example&region=...' as in STORAGE_URL, with the variables
          S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.
--delete  removes the originals once every file has been copied. Stop the product first, or point it to the
          new store.

The last line is a summary. Exit code 0: all files were copied with the same bytes. 1: some were not, and are named;
nothing was deleted.`

const AT_ONCE = 8
const TOLD_EVERY = 500

/**
 * Copies a file unless it is there.
 * @param {string} key
 * @param {FileStorage} from
 * @param {FileStorage} to
 * @returns {Promise<'copied' | 'there' | 'gone'>} `gone`: it was deleted since it was listed.
 * @throws Error when the copy differs from the original.
 */
async function copy(key, from, to) {
	const bytes = await from.get(key)
	if (!bytes) return 'gone'
	const hasArrived = async () => {
		const found = await to.get(key)
		return found !== undefined && Buffer.compare(bytes, found) === 0
	}
	if (await hasArrived()) return 'there'
	await to.put(key, bytes)
	if (await hasArrived()) return 'copied'
	await to.delete(key)
	throw new Error('the copy differs from the original')
}

/** Lists all complete files of a store. @param {FileStorage} store @returns {AsyncIterable<StoredFile>} */
async function* readFiles(store) {
	for (const folder of FILE_FOLDERS) {
		for await (const file of store.list(folder)) if (!file.key.endsWith('.tmp')) yield file
	}
}

/** @param {FileStorage} from @param {FileStorage} to */
async function copyAll(from, to) {
	const counts = { copied: 0, there: 0, gone: 0 }
	const sum = { files: 0, bytes: 0 }
	/** @type {string[]} */
	const safe = []
	/** @type {string[]} */
	const failures = []
	const queue = new PQueue({ concurrency: AT_ONCE })
	for await (const { key, bytes } of readFiles(from)) {
		await queue.onSizeLessThan(AT_ONCE)
		void queue.add(async () => {
			try {
				const what = await copy(key, from, to)
				counts[what]++
				if (what !== 'gone') safe.push(key)
			} catch (error) {
				failures.push(`${key}: ${error instanceof Error ? error.message : error}`)
			}
			sum.bytes += bytes
			if (++sum.files % TOLD_EVERY === 0) console.error(`${sum.files} files so far`)
		})
	}
	await queue.onIdle()
	return { counts, sum, safe, failures }
}

/** @param {string} from @param {string} to @param {boolean} deletes */
async function move(from, to, deletes) {
	const [source, target] = [await open('--from', from), await open('--to', to)]
	if (source.place === target.place) throw new Error('--from and --to are the same store.')
	await source.freeBytes()
	await target.prepare()
	await target.freeBytes()
	const { counts, sum, safe, failures } = await copyAll(source, target)
	for (const failure of failures) console.error(`Not copied: ${failure}`)
	const isWhole = failures.length === 0
	if (deletes && isWhole) for (const key of safe) await source.delete(key)
	const megabytes = (sum.bytes / 1024 / 1024).toFixed(1)
	const deleted = deletes && isWhole ? `, ${safe.length} deleted from ${source.place}` : ''
	console.log(
		`${sum.files} files (${megabytes} MB) to ${target.place}: ${counts.copied} copied, ${counts.there} were there, ` +
			`${counts.gone} deleted meanwhile, ${failures.length} failed${deleted}.`,
	)
	if (!isWhole) process.exitCode = 1
}

/** @param {string} option @param {string} place */
function open(option, place) {
	return openStore(readStorageLocation(place, readSecretFiles(process.env), option))
}

process.umask(0o077)
const { values } = parseArgs({
	options: {
		from: { type: 'string' },
		to: { type: 'string' },
		delete: { type: 'boolean', default: false },
		help: { type: 'boolean', short: 'h' },
	},
})
if (values.help || !values.from || !values.to) {
	console.log(HELP)
	process.exit(values.help ? 0 : 1)
}
try {
	await move(values.from, values.to, values.delete)
} catch (error) {
	console.error(`Nothing was deleted: ${error instanceof Error ? error.message : error}`)
	process.exitCode = 1
}

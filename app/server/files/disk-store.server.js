/* Stores files in a directory. Plain JavaScript, because scripts run it without a build. */
import { randomBytes } from 'node:crypto'
import {
	access,
	constants,
	mkdir,
	open,
	opendir,
	readFile,
	rename,
	rm,
	stat,
	statfs,
	writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'

/** @import { FileStorage, OpenFile } from './storage.server' */

/**
 * Validates a key.
 * @param {string} key
 * @throws Error when it could lead out of the store.
 */
export function checkKey(key) {
	if (!/^[\w-]+(\/[\w.-]+)+$/.test(key) || key.includes('..')) throw new Error('Malformed storage key')
	return key
}

/**
 * @param {string} root
 * @returns {FileStorage}
 */
export function diskStore(root) {
	const locate = (/** @type {string} */ key) => path.join(root, checkKey(key))

	return {
		place: `directory ${root}`,
		async prepare() {},
		async put(key, bytes) {
			const target = locate(key)
			const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
			await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
			try {
				await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
				await rename(temporary, target)
				await syncDirectory(path.dirname(target))
			} catch (error) {
				await rm(temporary, { force: true })
				throw error
			}
		},
		async open(key) {
			const handle = await open(locate(key)).catch(unlessMissing)
			if (!handle) return undefined
			const { size } = await handle.stat()
			/** @type {unknown} */
			const stream = Readable.toWeb(handle.createReadStream())
			return { bytes: size, stream: /** @type {OpenFile['stream']} */ (stream) }
		},
		async get(key) {
			const bytes = await readFile(locate(key)).catch(unlessMissing)
			return bytes && new Uint8Array(bytes)
		},
		async delete(key) {
			await rm(locate(key), { force: true })
		},
		async *list(folder) {
			const directory = await opendir(path.join(root, folder)).catch(() => [])
			for await (const { name } of directory) {
				const found = await stat(path.join(root, folder, name)).catch(() => undefined)
				if (!found?.isFile()) continue
				yield { key: `${folder}/${name}`, bytes: found.size, changedAt: found.mtimeMs }
			}
		},
		async freeBytes() {
			await mkdir(root, { recursive: true, mode: 0o700 })
			await access(root, constants.W_OK)
			const { bavail, bsize } = await statfs(root)
			return bavail * bsize
		},
	}
}

/** @param {unknown} error */
function unlessMissing(error) {
	if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
	return undefined
}

/* A rename is only as durable as the directory that records it. */
/** @param {string} directory */
async function syncDirectory(directory) {
	const handle = await open(directory, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

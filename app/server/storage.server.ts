import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { env } from './env.server'

/** Where bytes live. Keys are paths of letters, figures, dots, dashes and slashes; S3 fits behind it. */
export type FileStorage = {
	/** Stores durably before it resolves; an existing key is replaced as a whole. */
	put(key: string, bytes: Uint8Array): Promise<void>
	/** @returns the bytes, or undefined if there is no such key. */
	get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
	/** Deleting what is not there is no error. */
	delete(key: string): Promise<void>
	/**
	 * The keys below a folder that were last written before a time (UTC ms), unfinished writes among them; read as they
	 * are asked for.
	 */
	listOlderThan(folder: FileFolder, time: number): AsyncIterable<string>
	/** How many bytes there is room for. @throws when nothing can be stored at all. */
	freeBytes(): Promise<number>
}

/** The folders below which all files are kept. */
export const FILE_FOLDERS = ['receipts', 'creatives', 'profiles', 'composites'] as const

export type FileFolder = (typeof FILE_FOLDERS)[number]

/** A key nobody can guess, below a folder that says what it is. */
export function newFileKey(folder: FileFolder, extension: string): string {
	return `${folder}/${randomBytes(24).toString('base64url')}.${extension}`
}

/* A rename is only as durable as the directory that records it. */
async function syncDirectory(directory: string): Promise<void> {
	const handle = await open(directory, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

function diskStorage(root: string): FileStorage {
	const locate = (key: string) => {
		if (!/^[\w-]+(\/[\w.-]+)+$/.test(key) || key.includes('..')) throw new Error('Malformed storage key')
		return path.join(root, key)
	}
	return {
		async put(key, bytes) {
			const target = locate(key)
			const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
			await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
			try {
				const handle = await open(temporary, 'wx', 0o600)
				try {
					await handle.writeFile(bytes)
					await handle.sync()
				} finally {
					await handle.close()
				}
				await rename(temporary, target)
				await syncDirectory(path.dirname(target))
			} catch (error) {
				await rm(temporary, { force: true })
				throw error
			}
		},
		async get(key) {
			try {
				return new Uint8Array(await readFile(locate(key)))
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
				throw error
			}
		},
		async delete(key) {
			await rm(locate(key), { force: true })
		},
		async *listOlderThan(folder, time) {
			const directory = await opendir(path.join(root, folder)).catch(() => [])
			for await (const { name } of directory) {
				const found = await stat(path.join(root, folder, name)).catch(() => undefined)
				if (found?.isFile() && found.mtimeMs < time) yield `${folder}/${name}`
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

/** The file store that STORAGE_URL names. */
export const storage: FileStorage = diskStorage(env.storageUrl)

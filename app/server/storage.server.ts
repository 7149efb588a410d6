import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
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
	/** The keys below a folder that were last written before a time (UTC ms), unfinished writes among them. */
	listOlderThan(folder: FileFolder, time: number): Promise<string[]>
}

export type FileFolder = 'receipts' | 'creatives' | 'profiles'

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
			await mkdir(path.dirname(target), { recursive: true })
			try {
				const handle = await open(temporary, 'wx')
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
		async listOlderThan(folder, time) {
			const names = await readdir(path.join(root, folder)).catch(() => [])
			const old: string[] = []
			for (const name of names) {
				const found = await stat(path.join(root, folder, name)).catch(() => undefined)
				if (found?.isFile() && found.mtimeMs < time) old.push(`${folder}/${name}`)
			}
			return old
		},
	}
}

/** The file store that STORAGE_URL names. */
export const storage: FileStorage = diskStorage(env.storageUrl)

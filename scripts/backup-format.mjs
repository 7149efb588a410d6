/* The format of backups: a directory with the database, every file, and a manifest with their hashes. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSecretFiles } from '../app/server/ops/secret-files.server.js'

/**
 * @typedef {{ path: string, bytes: number, sha256: string }} Entry
 * @typedef {{
 * format: 'market-backup-1', createdAt: string, database: boolean, files: boolean, entries: Entry[], missing: string[],
 * }} Manifest `database` and `files`: whether they are in it; files are not when they are in a bucket. `missing`: keys
 * that the database names and the store had lost before the backup.
 * @typedef {{ url: string, authToken?: string }} Server
 * @typedef {{
 * dataDir: string, database: string | undefined, server: Server | undefined, files: string | undefined,
 * }} Places `database`: the file, or undefined with `server`.
 */

export const MANIFEST = 'manifest.json'
export const DATABASE = 'market.db'
export const FORMAT = 'market-backup-1'
/** A file in DATA_DIR with the time of the newest backup or of the restored one, for /metrics and the self-check. */
export const LAST_BACKUP = 'last-backup'
/** A restore moves existing data into this directory; backups exclude it. */
export const ASIDE = 'before-restore-'

/**
 * Locates the database and files of a server with this DATA_DIR and this environment; undefined for files in a bucket.
 * @param {string} dataDir
 * @returns {Places}
 * @throws Error when the file of DATABASE_AUTH_TOKEN_FILE cannot be read.
 */
export function getPlaces(dataDir) {
	const { DATABASE_URL, DATABASE_AUTH_TOKEN, STORAGE_URL } = readSecretFiles(process.env)
	const root = path.resolve(dataDir)
	const url = DATABASE_URL?.trim() || `file:${path.join(root, DATABASE)}`
	const files = STORAGE_URL?.trim() || path.join(root, 'files')
	const isFile = url.startsWith('file:')
	const authToken = DATABASE_AUTH_TOKEN?.trim()
	return {
		dataDir: root,
		database: isFile ? path.resolve(url.replace(/^file:(\/\/)?/, '')) : undefined,
		server: isFile ? undefined : { url, ...(authToken ? { authToken } : {}) },
		files: /^\w+:\/\//.test(files) ? undefined : path.resolve(files),
	}
}

/** The files of the database, including those of SQLite's journal. @param {string} database */
export function databaseFiles(database) {
	return ['', '-wal', '-shm', '-journal'].map(suffix => database + suffix)
}

/** Formats a time as part of a file name. */
export function stamp() {
	return new Date().toISOString().replace(/[:.]/g, '-')
}

/** Lists a directory, sorted; empty if it does not exist. @param {string} directory */
export async function namesIn(directory) {
	try {
		const entries = await readdir(directory, { withFileTypes: true })
		return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return []
		throw error
	}
}

/** Checks that a directory is a finished backup. @param {string} directory */
export async function isBackup(directory) {
	const text = await readFile(path.join(directory, MANIFEST), 'utf8').catch(() => '')
	return text.includes(FORMAT)
}

/**
 * Copies a file, durably and for its owner alone.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{ bytes: number, sha256: string }>} of the bytes read.
 */
export async function copyFile(from, to) {
	await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
	return await readHashed(from, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
}

/**
 * Computes length and hash of a file, and copies it to `out`.
 * @param {string} file
 * @param {import('node:stream').Writable} out
 */
export async function readHashed(file, out) {
	const hash = createHash('sha256')
	let bytes = 0
	const counted = new Transform({
		transform(chunk, _encoding, done) {
			hash.update(chunk)
			bytes += chunk.length
			done(null, chunk)
		},
	})
	await pipeline(createReadStream(file), counted, out)
	return { bytes, sha256: hash.digest('hex') }
}

/** Computes the length and hash of a file. @param {string} file */
export async function hashFile(file) {
	return await readHashed(file, new Writable({ write: (_chunk, _encoding, done) => done() }))
}

/**
 * Writes a new file that only its owner can read, and creates its directory. @param {string} file @param {string} text
 */
export async function writeDurably(file, text) {
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
	const handle = await open(file, 'wx', 0o600)
	await handle.writeFile(text)
	await handle.sync()
	await handle.close()
}

/**
 * Renames one after the other, into directories that are made. If one fails, those before it are undone, and the error
 * is thrown.
 * @param {{ from: string, to: string }[]} moves
 */
export async function moveAll(moves) {
	/** @type {typeof moves} */
	const done = []
	try {
		for (const move of moves) {
			await mkdir(path.dirname(move.to), { recursive: true, mode: 0o700 })
			await rename(move.from, move.to)
			done.push(move)
		}
	} catch (error) {
		for (const { from, to } of done.reverse()) await rename(to, from)
		throw error
	}
}

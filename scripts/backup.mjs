/* node scripts/backup.mjs [DATA_DIR] [TARGET]: see HELP. Needs only production dependencies, so it runs in the
   container. */
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@libsql/client'
import {
	ASIDE,
	copyFile,
	DATABASE,
	databaseFiles,
	FORMAT,
	getPlaces,
	hashFile,
	isBackup,
	LAST_BACKUP,
	MANIFEST,
	namesIn,
	stamp,
	writeDurably,
} from './backup-format.mjs'
import { copyDatabase } from './copy-database.mjs'

const HELP = `node scripts/backup.mjs [DATA_DIR] [TARGET]

Makes a consistent backup while the product runs: a new directory TARGET/market-DATE with the database, the uploaded
files, everything else in DATA_DIR (emails in files, the generated secret) and a manifest with the hash of each.

DATA_DIR  default: the variable DATA_DIR, else ./data. DATABASE_URL (with DATABASE_AUTH_TOKEN) and STORAGE_URL are
          used: the database of a libSQL server is copied as a snapshot into the same kind of file.
TARGET    default: DATA_DIR/backups. Use a directory on another disk if possible. TARGET itself is not backed up.

Prints the new directory. Exit code 1: there is no backup. 2: there is one, but the store had lost files before.
Keep SESSION_SECRET as well: it is not in DATA_DIR when it is set as a variable.`

const ATTEMPTS = 10

/** @typedef {import('./backup-format.mjs').Entry} Entry */
/** @typedef {import('./backup-format.mjs').Places} Places */

/**
 * Copies new files below `from` into the backup, and adds them to `entries`.
 * @param {{ from: string, as: string, into: string, entries: Map<string, Entry>, leave: string[] }} job
 */
async function copyTree({ from, as, into, entries, leave }) {
	for (const found of await namesIn(from)) {
		const place = path.join(from, found.name)
		const name = path.posix.join(as, found.name)
		if (leave.includes(place) || /\.tmp$|^lost\+found$/.test(found.name) || found.name.startsWith(ASIDE))
			continue
		if (found.isDirectory()) {
			if (!(await isBackup(place))) await copyTree({ from: place, as: name, into, entries, leave })
		} else if (found.isFile() && !entries.has(name)) {
			try {
				entries.set(name, { path: name, ...(await copyFile(place, path.join(into, name))) })
			} catch (error) {
				// The file was deleted during the listing; the database decides if it is missing.
				if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
			}
		}
	}
}

/** Lists the keys of all files that a database names. @param {import('@libsql/client').Client} client */
async function keysIn(client) {
	const { rows } = await client.execute('select key from files')
	return rows.map(row => String(row['key']))
}

/**
 * A copy of the database as it is at one moment. @returns the keys of the files that it names.
 * @param {import('@libsql/client').Client} live
 * @param {boolean} isServer
 * @param {string} to
 */
async function snapshot(live, isServer, to) {
	await rm(to, { force: true })
	if (!isServer) await live.execute({ sql: 'vacuum into ?', args: [to] })
	const copy = createClient({ url: `file:${to}` })
	try {
		if (isServer) await copyDatabase(live, copy)
		const { rows } = await copy.execute('pragma integrity_check')
		const verdict = rows.map(row => row['integrity_check']).join(' ')
		if (verdict !== 'ok') throw new Error(`The database is damaged: ${verdict}`)
		return await keysIn(copy)
	} finally {
		copy.close()
	}
}

/**
 * Database first, files after it: bytes are stored before the row that names them, and a row is deleted
 * before its bytes. So only a row that was deleted since the copy can name bytes that we no longer found, and
 * then both are done again.
 * @param {Places} places
 * @param {string} into
 * @param {string} target
 */
async function copyAll({ dataDir, database, server, files }, into, target) {
	/** @type {Map<string, Entry>} */
	const entries = new Map()
	const leave = [
		target,
		path.join(dataDir, LAST_BACKUP),
		...databaseFiles(database ?? path.join(dataDir, DATABASE)),
		...(files ? [files] : []),
	]
	const copyFiles = async () => {
		if (files) await copyTree({ from: files, as: 'files', into, entries, leave: [target] })
		await copyTree({ from: dataDir, as: '', into, entries, leave })
	}
	if (database) {
		await access(database).catch(() => {
			throw new Error(`there is no database ${database}. DATA_DIR is wrong, or the product has not run yet.`)
		})
	}
	const live = createClient(server ?? { url: `file:${database}`, timeout: 10_000 })
	try {
		for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
			const keys = await snapshot(live, server !== undefined, path.join(into, DATABASE))
			await copyFiles()
			const lost = files ? keys.filter(key => !entries.has(`files/${key}`)) : []
			const still = new Set(await keysIn(live))
			if (keys.every(key => still.has(key))) return { entries, missing: lost }
		}
		throw new Error('Files are deleted faster than they can be copied. Please try again later.')
	} finally {
		live.close()
	}
}

/** @param {Places} places @param {string} target */
async function backUp(places, target) {
	const name = `market-${stamp()}`
	const unfinished = path.join(target, `${name}.tmp`)
	await mkdir(unfinished, { recursive: true, mode: 0o700 })
	try {
		const { entries, missing } = await copyAll(places, unfinished, target)
		entries.set(DATABASE, { path: DATABASE, ...(await hashFile(path.join(unfinished, DATABASE))) })
		/** @type {import('./backup-format.mjs').Manifest} */
		const manifest = {
			format: FORMAT,
			createdAt: new Date().toISOString(),
			database: true,
			files: places.files !== undefined,
			entries: [...entries.values()],
			missing,
		}
		await writeDurably(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, '\t')}\n`)
		const finished = path.join(target, name)
		await rename(unfinished, finished)
		await writeFile(path.join(places.dataDir, LAST_BACKUP), `${manifest.createdAt}\n`, { mode: 0o600 })
		return { finished, missing }
	} catch (error) {
		await rm(unfinished, { recursive: true, force: true })
		throw error
	}
}

process.umask(0o077)
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
	console.log(HELP)
	process.exit(0)
}
try {
	const places = getPlaces(positionals[0] ?? process.env['DATA_DIR'] ?? './data')
	const target = path.resolve(positionals[1] ?? path.join(places.dataDir, 'backups'))
	const { finished, missing } = await backUp(places, target)
	if (!places.files)
		console.error('The files are in a bucket, which has its own backups (or see scripts/move-files.mjs).')
	if (missing.length > 0) {
		console.error(`The store had lost ${missing.length} files that the database names: ${missing.join(', ')}`)
		process.exitCode = 2
	}
	console.log(finished)
} catch (error) {
	console.error(`The backup failed: ${error instanceof Error ? error.message : error}`)
	process.exitCode = 1
}

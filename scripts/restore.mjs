/* node scripts/restore.mjs BACKUP [DATA_DIR]: see HELP. Needs only production dependencies, so it runs in the
   container. */
import { readFile, rm, stat } from 'node:fs/promises'
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
	isBackup,
	LAST_BACKUP,
	MANIFEST,
	moveAll,
	namesIn,
	stamp,
	writeDurably,
} from './backup-format.mjs'
import { copyDatabase, isEmpty } from './copy-database.mjs'

const HELP = `node scripts/restore.mjs BACKUP [DATA_DIR] [--replace]

Restores a backup of scripts/backup.mjs: checks every file against the manifest, the database, and that every file that
the database names exists, before it touches DATA_DIR. Stop the product first.

BACKUP     the directory TARGET/market-DATE.
DATA_DIR   default: the variable DATA_DIR, else ./data. DATABASE_URL (with DATABASE_AUTH_TOKEN) and STORAGE_URL are
           used. A libSQL server must be empty: give it a new volume.
--replace  DATA_DIR may contain data: it is moved to ${ASIDE}DATE inside it, where you can delete it.

Exit code 1: the error says why; DATA_DIR is unchanged.`

/** @typedef {import('./backup-format.mjs').Manifest} Manifest */
/** @typedef {import('./backup-format.mjs').Places} Places */

/** An error that is printed as one sentence. */
class Refusal extends Error {}

/** @param {string} backup @returns {Promise<Manifest>} */
async function readManifest(backup) {
	const file = path.join(backup, MANIFEST)
	const text = await readFile(file, 'utf8').catch(() => {
		throw new Refusal(`${backup} is no finished backup: it has no ${MANIFEST}.`)
	})
	/** @type {Manifest} */
	let manifest
	try {
		manifest = JSON.parse(text)
	} catch {
		throw new Refusal(`The backup is damaged: ${file} cannot be read.`)
	}
	if (manifest.format !== FORMAT) throw new Refusal(`${file} is of another format: ${manifest.format}.`)
	const isSound = ({ path: name = '' }) => name === path.posix.normalize(name) && !/^(\.\.)?(\/|$)/.test(name)
	const names = manifest.entries.map(entry => entry.path)
	if (!manifest.entries.every(isSound) || manifest.database !== names.includes(DATABASE)) {
		throw new Refusal(`The backup is damaged: ${file} contradicts itself.`)
	}
	return manifest
}

/**
 * The directory into which an entry goes, and its path in there.
 * @param {string} name
 * @param {Places} places
 */
function getDestination(name, { dataDir, database, files }) {
	if (name === DATABASE) {
		// A database for a server is checked in a local file first.
		if (!database) return { root: dataDir, name }
		return { root: path.dirname(database), name: path.basename(database) }
	}
	if (!name.startsWith('files/')) return { root: dataDir, name }
	if (!files) throw new Refusal('The backup has files, but STORAGE_URL names a server.')
	return { root: files, name: name.slice('files/'.length) }
}

/** Lists the existing data that a restore has to move away. @param {Places} places @param {string} backup */
async function listExisting({ dataDir, database, files }, backup) {
	const beside = database ? databaseFiles(database) : []
	const roots = [...new Set([...(files ? [files] : []), dataDir])]
	/** @type {{ root: string, name: string }[]} */
	const found = []
	for (const root of roots) {
		for (const entry of await namesIn(root)) {
			const { name } = entry
			const place = path.join(root, name)
			const isKept =
				name === 'lost+found' ||
				name.startsWith(ASIDE) ||
				[files, ...beside].includes(place) ||
				`${backup}/`.startsWith(`${place}/`) ||
				(entry.isDirectory() && (await holdsBackups(place)))
			if (!isKept) found.push({ root, name })
		}
	}
	for (const place of beside) {
		const exists = await stat(place).catch(() => undefined)
		if (exists) found.push({ root: path.dirname(place), name: path.basename(place) })
	}
	return found
}

/** @param {string} directory */
async function holdsBackups(directory) {
	const found = await namesIn(directory)
	const backups = found.filter(entry => entry.isDirectory() && entry.name.startsWith('market-'))
	return backups.length > 0 && (await isBackup(path.join(directory, backups[0]?.name ?? '')))
}

/** SQLite fails to change the journal mode of a database that another process has open. @param {string} database */
async function refuseWhileInUse(database) {
	if (!(await stat(database).catch(() => undefined))) return
	let code = ''
	try {
		const client = createClient({ url: `file:${database}`, timeout: 100 })
		await client.execute('pragma journal_mode = delete').finally(() => client.close())
	} catch (error) {
		// A restore may replace a damaged database.
		code = String(/** @type {{ code?: string }} */ (error).code)
	}
	if (code.startsWith('SQLITE_BUSY')) throw new Refusal(`${database} is in use. Stop the product first.`)
}

/**
 * Copies every entry next to its destination and verifies it.
 * @param {Manifest} manifest
 * @param {string} backup
 * @param {Places} places
 * @param {string} staging the name of the directory for it in each root
 */
async function stage(manifest, backup, places, staging) {
	/** @type {string[]} */
	const wrong = []
	for (const { path: name, bytes, sha256 } of manifest.entries) {
		const { root, name: inRoot } = getDestination(name, places)
		try {
			const copied = await copyFile(path.join(backup, name), path.join(root, staging, inRoot))
			if (copied.bytes !== bytes || copied.sha256 !== sha256) wrong.push(`${name} has changed`)
		} catch (error) {
			if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
			wrong.push(`${name} is missing`)
		}
	}
	if (wrong.length > 0) throw new Refusal(`The backup is damaged: ${wrong.join(', ')}.`)
}

/** @param {Manifest} manifest @param {string} database */
async function checkDatabase(manifest, database) {
	const client = createClient({ url: `file:${database}` })
	try {
		const { rows: verdict } = await client.execute('pragma integrity_check')
		if (verdict[0]?.['integrity_check'] !== 'ok') throw new Refusal('The database of the backup is damaged.')
		if (!manifest.files) return
		const names = manifest.entries.map(entry => entry.path)
		const there = new Set([...names, ...manifest.missing.map(key => `files/${key}`)])
		const { rows } = await client.execute('select key from files')
		const gone = rows.map(row => String(row['key'])).filter(key => !there.has(`files/${key}`))
		if (gone.length > 0) {
			throw new Refusal(`The backup is incomplete: the database names ${gone.join(', ')}.`)
		}
	} finally {
		client.close()
	}
}

/**
 * Copies a checked database to an empty server, in one transaction, and removes the file.
 * @param {import('./backup-format.mjs').Server} server
 * @param {string} file
 */
async function fillServer(server, file) {
	const [from, to] = [createClient({ url: `file:${file}` }), createClient(server)]
	try {
		if (!(await isEmpty(to))) {
			throw new Refusal(
				'Nothing was restored: the libSQL server of DATABASE_URL has tables. Start it with an empty volume.',
			)
		}
		await copyDatabase(from, to)
	} finally {
		from.close()
		to.close()
	}
	await rm(file)
}

/** @param {string} backup @param {Places} places @param {boolean} replace */
async function restore(backup, places, replace) {
	const manifest = await readManifest(backup)
	const already = replace ? [] : await listExisting(places, backup)
	if (already.length > 0) {
		const names = already.map(({ root, name }) => path.join(root, name)).join(', ')
		throw new Refusal(`Nothing was restored, because there is data already: ${names}. See --replace.`)
	}
	if (places.database) await refuseWhileInUse(places.database)
	// SQLite deletes the journal of an unclosed database as soon as it is opened, so the journal is moved first.
	const old = await listExisting(places, backup)

	const at = stamp()
	const staging = `.restore-${at}.tmp`
	const destinations = manifest.entries.map(({ path }) => getDestination(path, places).root)
	const roots = [...new Set([places.dataDir, ...destinations])]
	try {
		await stage(manifest, backup, places, staging)
		// The restored data has the age of its backup.
		await writeDurably(path.join(places.dataDir, staging, LAST_BACKUP), `${manifest.createdAt}\n`)
		if (manifest.database) {
			const { root, name } = getDestination(DATABASE, places)
			const staged = path.join(root, staging, name)
			await checkDatabase(manifest, staged)
			if (places.server) await fillServer(places.server, staged)
		}
		const moves = old.map(({ root, name }) => ({
			from: path.join(root, name),
			to: path.join(root, ASIDE + at, name),
		}))
		for (const root of roots) {
			for (const { name } of await namesIn(path.join(root, staging))) {
				moves.push({ from: path.join(root, staging, name), to: path.join(root, name) })
			}
		}
		await moveAll(moves)
	} finally {
		for (const root of roots) await rm(path.join(root, staging), { recursive: true, force: true })
	}
	return { manifest, aside: old.length > 0 ? ASIDE + at : undefined }
}

process.umask(0o077)
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { help: { type: 'boolean', short: 'h' }, replace: { type: 'boolean' } },
})
if (values.help || positionals[0] === undefined) {
	console.log(HELP)
	process.exit(values.help ? 0 : 1)
}
try {
	const places = getPlaces(positionals[1] ?? process.env['DATA_DIR'] ?? './data')
	const { manifest, aside } = await restore(path.resolve(positionals[0]), places, values.replace ?? false)
	const files = manifest.entries.length === 1 ? '1 file' : `${manifest.entries.length} files`
	console.log(`Restored ${files} of ${manifest.createdAt} to ${places.dataDir}.`)
	if (aside) console.log(`The previous data is in ${aside}.`)
	if (manifest.missing.length > 0) console.log(`The store had lost before: ${manifest.missing.join(', ')}.`)
} catch (error) {
	console.error(error instanceof Refusal ? error.message : error)
	process.exitCode = 1
}

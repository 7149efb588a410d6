import { chmod, stat } from 'node:fs/promises'
import path from 'node:path'
import { databasePath } from '../db/db.server'
import { FILE_FOLDERS } from '../files/file-store.server.js'
import { env } from './env.server'
import { log } from './log.server'

const OTHERS = 0o077

/**
 * Restricts the database, upload folders, emails and the generated secret to their owner, where an earlier version or a
 * person left them open. New ones are created closed. A closed folder protects its files, so single files are skipped.
 */
export async function restrictToOwner(): Promise<void> {
	const { dataDir, files, databaseUrl } = env
	const database = databaseUrl.startsWith('file:') ? databasePath(databaseUrl) : undefined
	const places = [
		dataDir,
		path.join(dataDir, 'mail'),
		path.join(dataDir, 'session-secret'),
		...(files.kind === 'directory'
			? ['', ...FILE_FOLDERS].map(name => path.join(files.directory, name))
			: []),
		...(database ? [database, `${database}-wal`, `${database}-shm`] : []),
	]
	for (const place of places) await close(place)
}

async function close(place: string): Promise<void> {
	try {
		const { mode } = await stat(place)
		if (mode & OTHERS) await chmod(place, mode & ~OTHERS & 0o7777)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
		log.warn({ err: error, place }, 'readable by others, and its mode cannot be changed')
	}
}

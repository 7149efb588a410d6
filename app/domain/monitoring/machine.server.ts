import { readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/server/ops/env.server'

/** Returns the free bytes on the disk of DATA_DIR. */
export async function freeDisk(): Promise<number> {
	const { bavail, bsize } = await statfs(env.dataDir)
	return bavail * bsize
}

/** Returns when the newest backup of this data, or the restored one, was completed (UTC ms); null if unknown. */
export async function lastBackupAt(): Promise<number | null> {
	const text = await readFile(path.join(env.dataDir, 'last-backup'), 'utf8').catch(() => '')
	const time = Date.parse(text.trim())
	return Number.isNaN(time) ? null : time
}

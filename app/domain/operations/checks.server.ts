import { HOUR_MS, MINUTE_MS } from '~/domain/time'
import { askDatabase, askToWrite, within } from '~/server/db/database-answer.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { freeDisk, lastBackupAt } from './machine.server'
import { readOutboxFigures } from './queries.server'
import { roomForFiles } from './readiness.server'

/** One finding about this installation. `warning`: it works, and somebody should look. */
export type Check = { name: string; state: 'ok' | 'warning' | 'failure'; text: string }

const ANSWER_MS = 5_000
/** Below it the disk of DATA_DIR counts as nearly full, in bytes; deploy/alerts.yml has the same limit. */
const LITTLE_DISK = 2_000_000_000
/** A nightly backup is older only if one was missed. */
const BACKUP_MS = 36 * HOUR_MS
const OUTBOX_MS = 10 * MINUTE_MS

/** Database, files, disk, outbox and backup of this installation, as they are at `now` (UTC ms). */
export async function checkSystem(now: number): Promise<Check[]> {
	const checks: [name: string, check: () => Promise<Omit<Check, 'name'>>][] = [
		['Database', checkDatabase],
		['Files', checkFiles],
		['Free disk', checkDisk],
		['Email', () => checkOutbox(now)],
		['Backup', () => checkBackup(now)],
	]
	return await Promise.all(
		checks.map(async ([name, check]): Promise<Check> => {
			const found = await check().catch(
				(error: Error) => ({ state: 'failure', text: error.message }) as const,
			)
			return { name, ...found }
		}),
	)
}

async function checkDatabase() {
	await askDatabase(ANSWER_MS)
	await askToWrite(ANSWER_MS)
	const place = env.databaseUrl.startsWith('file:')
		? env.databaseUrl
		: `the libSQL server ${new URL(env.databaseUrl).host}`
	return { state: 'ok', text: `Reads and writes ${place}.` } as const
}

async function checkFiles() {
	const room = await roomForFiles()
	if (!room) return { state: 'failure', text: `No files can be stored in ${storage.place}.` } as const
	return { state: 'ok', text: `Files can be stored in ${storage.place}.` } as const
}

async function checkDisk() {
	const free = await within(ANSWER_MS, freeDisk())
	const text = `${(free / 1e9).toFixed(1)} GB free in ${env.dataDir}.`
	return free < LITTLE_DISK
		? ({ state: 'warning', text: `${text} Below 2 GB it is time for more.` } as const)
		: ({ state: 'ok', text } as const)
}

async function checkOutbox(now: number) {
	const { waiting, oldestWaiting, failed } = await within(ANSWER_MS, readOutboxFigures())
	const way = env.SMTP_URL
		? `sent by ${new URL(env.SMTP_URL).host}`
		: 'written as files, because SMTP_URL is not set'
	const text = `Emails are ${way}. ${waiting} waiting, ${failed} failed.`
	if (oldestWaiting !== null && now - oldestWaiting > OUTBOX_MS) {
		const minutes = Math.round((now - oldestWaiting) / MINUTE_MS)
		return { state: 'failure', text: `${text} The oldest has waited for ${minutes} minutes.` } as const
	}
	return { state: failed > 0 || !env.SMTP_URL ? 'warning' : 'ok', text } as const
}

async function checkBackup(now: number) {
	const last = await lastBackupAt()
	if (last === null)
		return { state: 'warning', text: 'No backup has been made with scripts/backup.mjs.' } as const
	const hours = Math.max(0, Math.round((now - last) / HOUR_MS))
	const text = `The newest backup is ${hours === 1 ? 'an hour' : `${hours} hours`} old.`
	return { state: now - last > BACKUP_MS ? 'warning' : 'ok', text } as const
}

import { HOUR_MS, MINUTE_MS } from '~/domain/time'
import { checkDatabaseRead, checkDatabaseWrite } from '~/server/db/database-check.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { describeCause } from '~/server/ops/errors.server'
import { withTimeout } from '~/server/ops/timeout.server'
import { freeDisk, lastBackupAt } from './machine.server'
import { readOutboxFigures } from './queries.server'
import { roomForFiles } from './readiness.server'

/** One finding about this installation. `warning`: it works, but somebody should check. */
export type Check = { name: string; state: 'ok' | 'warning' | 'failure'; text: string }

const ANSWER_MS = 5_000
/** Free bytes below which the disk of DATA_DIR counts as nearly full; the same limit as in deploy/alerts.yml. */
const LOW_DISK_BYTES = 2_000_000_000
/** Older than this, a nightly backup was missed. */
const BACKUP_MS = 36 * HOUR_MS
const OUTBOX_MS = 10 * MINUTE_MS

export type CheckResult = Omit<Check, 'name'>

/** Runs a check; one that throws has failed. */
export async function runCheck(name: string, check: () => Promise<CheckResult>): Promise<Check> {
	const failed = (error: unknown): CheckResult => ({ state: 'failure', text: `${describeCause(error)}.` })
	return { name, ...(await check().catch(failed)) }
}

/** Checks database, files, disk, outbox and backup of this installation at `now` (UTC ms). */
export async function checkSystem(now: number): Promise<Check[]> {
	return await Promise.all([
		runCheck('Database', checkDatabase),
		runCheck('Files', checkFiles),
		runCheck('Free disk', checkDisk),
		runCheck('Email', () => checkOutbox(now)),
		runCheck('Backup', () => checkBackup(now)),
	])
}

async function checkDatabase(): Promise<CheckResult> {
	try {
		await checkDatabaseRead(ANSWER_MS)
		await checkDatabaseWrite(ANSWER_MS)
	} catch (error) {
		return { state: 'failure', text: `Cannot use ${env.databasePlace}: ${describeCause(error)}.` }
	}
	return { state: 'ok', text: `Reads and writes ${env.databasePlace}.` }
}

async function checkFiles(): Promise<CheckResult> {
	const room = await roomForFiles()
	if (!room) return { state: 'failure', text: `No files can be stored in ${storage.place}.` }
	return { state: 'ok', text: `Files can be stored in ${storage.place}.` }
}

async function checkDisk(): Promise<CheckResult> {
	const free = await withTimeout(ANSWER_MS, freeDisk())
	const text = `${(free / 1e9).toFixed(1)} GB free in ${env.dataDir}.`
	return free < LOW_DISK_BYTES
		? { state: 'warning', text: `${text} Less than 2 GB is free. Add disk space.` }
		: { state: 'ok', text }
}

async function checkOutbox(now: number): Promise<CheckResult> {
	const { waiting, oldestWaiting, failed } = await withTimeout(ANSWER_MS, readOutboxFigures())
	const way = env.SMTP_URL
		? `sent by ${new URL(env.SMTP_URL).host}`
		: 'written as files, because SMTP_URL is not set'
	const text = `Emails are ${way}. ${waiting} waiting, ${failed} failed.`
	if (oldestWaiting !== null && now - oldestWaiting > OUTBOX_MS) {
		const minutes = Math.round((now - oldestWaiting) / MINUTE_MS)
		return { state: 'failure', text: `${text} The oldest has waited for ${minutes} minutes.` }
	}
	return { state: failed > 0 || !env.SMTP_URL ? 'warning' : 'ok', text }
}

async function checkBackup(now: number): Promise<CheckResult> {
	const last = await lastBackupAt()
	if (last === null) return { state: 'warning', text: 'No backup has been made with scripts/backup.mjs.' }
	const hours = Math.floor((now - last) / HOUR_MS)
	const age = hours < 1 ? 'less than an hour' : hours === 1 ? 'an hour' : `${hours} hours`
	const text = `The newest backup is ${age} old.`
	return { state: now - last > BACKUP_MS ? 'warning' : 'ok', text }
}

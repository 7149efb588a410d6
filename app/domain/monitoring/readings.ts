import type { Reading } from '~/server/ops/metrics.server'
import type { Figures } from './queries.server'

/**
 * Builds the metrics of the business; without `figures` only that the database does not answer. `room`: free bytes of
 * the file store, null when it does not answer. `disk`: free bytes on the disk of DATA_DIR. `backupAt`: when the newest
 * backup was made (UTC ms), null if unknown.
 */
export function buildReadings(
	figures: Figures | undefined,
	{ room, disk, backupAt }: { room: number | null; disk: number | null; backupAt: number | null },
	now: number,
): Reading[] {
	const up = [
		{ name: 'market_database_up', help: 'Whether the database answers.', value: figures ? 1 : 0 },
		{ name: 'market_files_up', help: 'Whether files can be stored.', value: room ? 1 : 0 },
		...(disk === null
			? []
			: [{ name: 'market_disk_free_bytes', help: 'Free bytes on the disk of DATA_DIR.', value: disk }]),
		...(backupAt === null
			? []
			: [
					{
						name: 'market_backup_age_seconds',
						help: 'Age of the newest backup by scripts/backup.mjs; missing until there is one.',
						value: Math.max(0, now - backupAt) / 1000,
					},
				]),
	]
	if (!figures) return up
	const { outbox, orders, holds, databaseBytes } = figures
	const age = outbox.oldestWaiting === null ? 0 : Math.max(0, now - outbox.oldestWaiting) / 1000
	return [
		...up,
		{ name: 'market_database_bytes', help: 'Size of the database.', value: databaseBytes },
		{ name: 'market_outbox_waiting', help: 'Emails that are not sent yet.', value: outbox.waiting },
		{ name: 'market_outbox_oldest_seconds', help: 'Age of the oldest email that waits.', value: age },
		{ name: 'market_outbox_failed', help: 'Emails that were given up.', value: outbox.failed },
		{ name: 'market_orders', help: 'Orders, by status.', label: 'status', values: orders },
		{ name: 'market_holds', help: 'Checkouts whose cells are on hold.', value: holds.orders },
		{ name: 'market_held_cells', help: 'Cells that are on hold.', value: holds.cells },
	]
}

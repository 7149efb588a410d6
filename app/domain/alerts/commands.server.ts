import { and, eq, sql } from 'drizzle-orm'
import { findAccountById } from '~/domain/accounts/queries.server'
import { cellsByIds } from '~/domain/grid/layout'
import { listPlace } from '~/domain/grid/pixel.server'
import { readGrid } from '~/domain/grid/queries.server'
import { selectionQuery } from '~/domain/grid/selection/selection'
import { pixelsFreeEmail } from '~/domain/mail/alert-emails'
import { refusal } from '~/domain/refusal'
import { db, type Readable, write } from '~/server/db/db.server'
import { accounts, availabilityAlerts } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { runInBatches } from '~/server/ops/jobs.server'
import { MAX_ALERTS, TOO_MANY, whyNoAlert } from './rules'

/**
 * Asks for an email to a member when the block of a cell is free (P8). Repeating it only updates the cells, if the
 * block has others now. `now`: UTC ms.
 */
export async function addAlert(alert: { cell: number; accountId: string; now: number }) {
	const { cell, accountId, now } = alert
	const grid = await readGrid(now)
	const refused = whyNoAlert(grid.holdings[cell - 1], accountId)
	if (refused) return refused
	const cells = grid.blocks.find(block => block.cells.includes(cell))?.cells ?? listPlace(cell, grid)
	const [lot = cell] = cells
	return await write(async tx => {
		if (!(await findAccountById(tx, accountId))) return refusal('unknown', 'There is no such account.')
		await tx.delete(availabilityAlerts).where(isAlert(accountId, lot))
		const others = await tx.$count(availabilityAlerts, isFirstAlert(accountId))
		if (others >= MAX_ALERTS) return TOO_MANY
		await tx
			.insert(availabilityAlerts)
			.values(cells.map(item => ({ accountId, lot, cell: item, createdAt: now })))
		return { ok: true as const }
	})
}

/** Removes a member's alert. `lot`: the first cell of the block. */
export async function removeAlert({ accountId, lot }: { accountId: string; lot: number }): Promise<void> {
	await write(tx => tx.delete(availabilityAlerts).where(isAlert(accountId, lot)))
}

/** Lists the blocks that a member waits for, in the order of the grid. */
export async function listAlerts(accountId: string) {
	return await db
		.select({ lot: availabilityAlerts.lot, cells: cellIds, since: availabilityAlerts.createdAt })
		.from(availabilityAlerts)
		.where(eq(availabilityAlerts.accountId, accountId))
		.groupBy(availabilityAlerts.lot)
		.orderBy(availabilityAlerts.lot)
}

/** Tells whether a member waits for a block, may ask for it, or neither. `lot`: its first cell. `now`: UTC ms. */
export async function readAlert(accountId: string, lot: number, now: number) {
	if ((await db.$count(availabilityAlerts, isAlert(accountId, lot))) > 0) return 'asked'
	const { holdings } = await readGrid(now)
	return whyNoAlert(holdings[lot - 1], accountId) ? null : 'possible'
}

const isAlert = (accountId: string, lot: number) =>
	and(eq(availabilityAlerts.accountId, accountId), eq(availabilityAlerts.lot, lot))

const isFirstAlert = (accountId: string) =>
	and(eq(availabilityAlerts.accountId, accountId), eq(availabilityAlerts.cell, availabilityAlerts.lot))

const cellIds = sql`json_group_array(${availabilityAlerts.cell})`.mapWith(
	(cells: string) => JSON.parse(cells) as number[],
)

const BATCH = 100

/**
 * Emails the members whose blocks are free at `now` (UTC ms), once each: the alert is deleted with the email. Holds
 * expire without any event, so this checks the holders of the cells rather than changes (P8).
 */
export async function sendAlerts(now: number, signal: AbortSignal): Promise<void> {
	if ((await findDue(db, now, 1)).length === 0) return
	await runInBatches(signal, () =>
		write(async tx => {
			const due = await findDue(tx, now, BATCH)
			for (const { accountId, lot, cells, email, fullName } of due) {
				await tx.delete(availabilityAlerts).where(isAlert(accountId, lot))
				const url = absoluteUrl(`/user/pixels/buy${selectionQuery(cells)}`)
				await enqueueEmail(tx, email, pixelsFreeEmail({ fullName, cells: cellsByIds(cells), url }), { now })
			}
			return due.length === BATCH
		}),
	)
}

/* Finds alerts whose cells are all free, those that have waited longest first. */
async function findDue(from: Readable, now: number, max: number) {
	const isHeld = sql`exists (
		select 1 from cell_holders where cell_holders.cell = ${availabilityAlerts.cell}
		and (hold_until is null or hold_until > ${now}))`
	return await from
		.select({
			accountId: availabilityAlerts.accountId,
			lot: availabilityAlerts.lot,
			cells: cellIds,
			email: accounts.email,
			fullName: accounts.fullName,
		})
		.from(availabilityAlerts)
		.innerJoin(accounts, eq(accounts.id, availabilityAlerts.accountId))
		.groupBy(availabilityAlerts.accountId, availabilityAlerts.lot)
		.having(sql`not max(${isHeld})`)
		.orderBy(availabilityAlerts.createdAt)
		.limit(max)
}

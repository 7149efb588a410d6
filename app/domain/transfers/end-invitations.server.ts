import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import {
	invitationClosedEmail,
	invitationSenderDeletedEmail,
	invitationWithdrawnEmail,
} from '~/domain/mail/invitation-emails'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { isOpenAt } from './columns.server'
import { invitationForEmail } from './emails.server'
import { isPast } from './rules'

/* Ends invitations, so that their cells can be offered again. */

export type Transfer = typeof transfers.$inferSelect

/**
 * Ends an invitation that was read in this transaction.
 * @returns its cells.
 */
export async function endInvitation(
	tx: Tx,
	{ id, version }: Transfer,
	end: Pick<Transfer, 'status' | 'decidedAt'> & { recipientId?: string },
): Promise<Cell[]> {
	const { rowsAffected } = await tx
		.update(transfers)
		.set({ ...end, version: sql`${transfers.version} + 1` })
		.where(
			and(
				eq(transfers.id, id),
				inArray(transfers.status, ['open', 'expired']),
				eq(transfers.version, version),
			),
		)
	if (rowsAffected !== 1) throw new Error('An open invitation could not be ended')
	const offered = await tx
		.update(transferCells)
		.set({ open: null })
		.where(eq(transferCells.transferId, id))
		.returning({ cell: transferCells.cell })
	return cellsByIds(offered.map(({ cell }) => cell))
}

/** Closes invitations whose date has passed, of these cells or of all, so that the cells can be offered again. */
export async function expireTransfers(tx: Tx, now: number, cells?: readonly number[]): Promise<void> {
	const offering = tx
		.select({ id: transferCells.transferId })
		.from(transferCells)
		.where(and(inArray(transferCells.cell, [...(cells ?? [])]), eq(transferCells.open, 1)))
	const expired = await tx
		.update(transfers)
		.set({ status: 'expired', decidedAt: transfers.until, version: sql`${transfers.version} + 1` })
		.where(
			and(
				eq(transfers.status, 'open'),
				lte(transfers.until, now),
				cells ? inArray(transfers.id, offering) : undefined,
			),
		)
		.returning({ id: transfers.id })
	if (expired.length === 0) return
	const ids = expired.map(({ id }) => id)
	await tx.update(transferCells).set({ open: null }).where(inArray(transferCells.transferId, ids))
}

/** Runs {@link expireTransfers} for all cells. */
export async function sweepExpiredTransfers(now: number): Promise<void> {
	await write(tx => expireTransfers(tx, now))
}

/**
 * Withdraws the open invitations that offer one of these cells, because released cells can no longer be given away.
 * Emails the recipients, unless the date had passed.
 */
export async function withdrawTransfers(tx: Tx, cells: readonly number[], now: number): Promise<void> {
	if (cells.length === 0) return
	const rows = await tx
		.selectDistinct({ transfer: transfers, senderName: accounts.fullName })
		.from(transferCells)
		.innerJoin(transfers, eq(transfers.id, transferCells.transferId))
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(
			and(inArray(transferCells.cell, [...cells]), eq(transferCells.open, 1), eq(transfers.status, 'open')),
		)
	for (const { transfer, senderName } of rows) {
		const offered = await endInvitation(tx, transfer, { status: 'withdrawn', decidedAt: now })
		await notifyWithdrawn(tx, { ...transfer, senderName }, offered, now)
	}
}

/**
 * Emails the recipient of an invitation, as it was before, that it can no longer be accepted, unless its date had
 * passed. `senderName` null: the house.
 */
export async function notifyWithdrawn(
	tx: Tx,
	transfer: Transfer & { senderName: string | null },
	cells: Cell[],
	now: number,
): Promise<void> {
	if (transfer.status !== 'open' || isPast(transfer.until, now)) return
	const mail = invitationWithdrawnEmail(await invitationForEmail(tx, transfer, cells))
	await enqueueEmail(tx, transfer.recipientEmail, mail, {
		now,
		dedupeKey: `${mail.kind}:${transfer.id}:${transfer.version}`,
	})
}

/**
 * Closes the open invitations of an account that is being deleted (P41): withdraws those it sent, rejects those it
 * received, and emails the other side.
 * @returns how many there were.
 */
export async function closeTransfers(tx: Tx, account: { id: string; email: string }, now: number) {
	const isTheirs = or(eq(transfers.senderId, account.id), eq(transfers.recipientEmail, account.email))
	const rows = await tx
		.select({ transfer: transfers, senderEmail: accounts.email, senderName: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(and(isOpenAt(now), isTheirs))
	for (const { transfer, senderEmail, senderName } of rows) {
		const { recipientEmail } = transfer
		const isSent = transfer.senderId === account.id
		const status = isSent ? 'withdrawn' : 'rejected'
		const cells = await endInvitation(tx, transfer, { status, decidedAt: now })
		if (isSent) await enqueueEmail(tx, recipientEmail, invitationSenderDeletedEmail(cells), { now })
		else {
			const mail = invitationClosedEmail({ fullName: senderName, recipientEmail, cells })
			await enqueueEmail(tx, senderEmail ?? brand.supportEmail, mail, { now })
		}
	}
	return rows.length
}

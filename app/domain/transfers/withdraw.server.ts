import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { invitationWithdrawnMail } from '~/domain/mail/invitation-mails'
import type { Tx } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { recipientOf } from './emails.server'
import { isPast } from './rules'

/**
 * Withdraws the open invitations that offer one of these cells: what was released can no longer be given away. Whom
 * they were sent to is told, unless their date had passed.
 */
export async function withdrawTransfersOf(tx: Tx, cells: readonly number[], now: number): Promise<void> {
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
		const offered = await tx
			.update(transferCells)
			.set({ open: null })
			.where(eq(transferCells.transferId, transfer.id))
			.returning({ cell: transferCells.cell })
		await tx
			.update(transfers)
			.set({ status: 'withdrawn', decidedAt: now, version: sql`${transfers.version} + 1` })
			.where(and(eq(transfers.id, transfer.id), eq(transfers.status, 'open')))
		if (isPast(transfer.till, now)) continue
		const places = cellsByIds(offered.map(one => one.cell))
		await tellWithdrawn(tx, { transfer, cells: places, senderName }, now)
	}
}

type Withdrawn = {
	/** As it was before. */
	transfer: { id: string; recipientEmail: string; version: number }
	cells: Cell[]
	/** Null: the house. */
	senderName: string | null
}

/** Tells whom an invitation was sent to that it can no longer be accepted. */
export async function tellWithdrawn(
	tx: Tx,
	{ transfer, cells, senderName }: Withdrawn,
	now: number,
): Promise<void> {
	const recipient = await recipientOf(tx, transfer.recipientEmail)
	const mail = invitationWithdrawnMail({ senderName, recipientName: recipient?.fullName, cells })
	await enqueueMail(tx, transfer.recipientEmail, mail, {
		now,
		dedupeKey: `${mail.kind}:${transfer.id}:${transfer.version}`,
	})
}

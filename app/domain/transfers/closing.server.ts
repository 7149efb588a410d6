import { and, eq, or, sql } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { cellsByIds } from '~/domain/grid/layout'
import { invitationClosedMail, invitationSenderDeletedMail } from '~/domain/mail/invitation-mails'
import type { Tx } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { isOpenAt } from './expiry.server'

/**
 * Closes the open invitations of an account that is being deleted (P41): those it sent are withdrawn, those it received
 * are rejected, and the other side is told. @returns how many there were.
 */
export async function closeTransfersOf(
	tx: Tx,
	account: { id: string; email: string },
	now: number,
): Promise<number> {
	const rows = await tx
		.select({ transfer: transfers, senderEmail: accounts.email, senderName: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(
			and(isOpenAt(now), or(eq(transfers.senderId, account.id), eq(transfers.recipientEmail, account.email))),
		)
	for (const { transfer, senderEmail, senderName } of rows) {
		const { id, senderId, recipientEmail } = transfer
		const isSent = senderId === account.id
		const offered = await tx
			.update(transferCells)
			.set({ open: null })
			.where(eq(transferCells.transferId, id))
			.returning({ cell: transferCells.cell })
		const cells = cellsByIds(offered.map(one => one.cell))
		await tx
			.update(transfers)
			.set({
				status: isSent ? 'withdrawn' : 'rejected',
				decidedAt: now,
				version: sql`${transfers.version} + 1`,
			})
			.where(and(eq(transfers.id, id), eq(transfers.status, 'open')))
		if (isSent) await enqueueMail(tx, recipientEmail, invitationSenderDeletedMail(cells), { now })
		else {
			const mail = invitationClosedMail({ fullName: senderName, recipientEmail, cells })
			await enqueueMail(tx, senderEmail ?? brand.supportEmail, mail, { now })
		}
	}
	return rows.length
}

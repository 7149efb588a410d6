import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { brand } from '~/domain/brand'
import { dropUnheld } from '~/domain/creatives/commands.server'
import type { Holder } from '~/domain/creatives/rules'
import { discard } from '~/domain/files/commands.server'
import { cellsByIds } from '~/domain/grid/layout'
import * as mails from '~/domain/mail/loan-mails'
import { endRunOutLoans, lendCells } from '~/domain/ownership/loans.server'
import { absoluteUrl } from '~/server/absolute-url.server'
import { db, type Tx, write } from '~/server/db.server'
import { enqueueMail, type Mail } from '~/server/outbox.server'
import { accounts, cellLoans, transferCells, transfers } from '~/server/schema.server'
import { managePath } from './emails.server'
import type { Area } from './rules'

const DAY_MS = 24 * 60 * 60 * 1000

/** Lends the cells of an accepted invitation until its date. @returns the files to discard after the commit. */
export async function startLoan(
	tx: Tx,
	transfer: { id: string; senderId: Holder; till: number },
	cells: readonly number[],
	by: { borrowerId: Holder; actorId: string; now: number },
): Promise<string[]> {
	const unused = await finishLoans(tx, by.now, cells)
	const { id: transferId, senderId: ownerId, till: until } = transfer
	await lendCells(tx, cells, { transferId, ownerId, until, ...by })
	await tell(tx, transferId, by.now, 'loan-started', mails.loanStartedMail)
	return unused
}

/**
 * Tidies up loans whose time has passed, of these cells or of any, and writes to both sides. @returns the files to
 * discard.
 */
async function finishLoans(tx: Tx, now: number, cells?: readonly number[]): Promise<string[]> {
	const ended = await endRunOutLoans(tx, now, cells)
	for (const transferId of new Set(ended.map(loan => loan.transferId))) {
		await tell(tx, transferId, now, 'loan-ended', mails.loanEndedMail)
	}
	return await dropUnheld(tx, [...new Set(ended.flatMap(loan => loan.creativeId ?? []))])
}

/** The sweep: what was lent is back already, whether or not this has run (decision 35). `now`: UTC ms. */
export async function endLoans(now: number): Promise<void> {
	const [due] = await db
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.where(lte(cellLoans.until, now))
		.limit(1)
	if (due) await discard(await write(tx => finishLoans(tx, now)))
}

/** Writes to both sides of loans that ended before their time, because the owner has lost the cells. */
export async function tellEndedEarly(tx: Tx, transferIds: readonly string[], now: number): Promise<void> {
	for (const transferId of transferIds) {
		await tell(tx, transferId, now, 'loan-ended-early', mails.loanEndedEarlyMail)
	}
}

/* Names are written out: drizzle would leave the table's off. */
const notReminded = sql`not exists (
	select 1 from outbox where dedupe_key = 'loan-reminder:' || cell_loans.transfer_id || ':borrower')`

/**
 * Reminds both sides of loans that end within a day and lasted longer than one, once, whoever asks and however often.
 */
export async function remindOfLoans(now: number, signal: AbortSignal): Promise<void> {
	const due = await db
		.selectDistinct({ transferId: cellLoans.transferId })
		.from(cellLoans)
		.where(
			and(
				gt(cellLoans.until, now),
				lte(cellLoans.until, now + DAY_MS),
				gt(sql`${cellLoans.until} - ${cellLoans.since}`, DAY_MS),
				notReminded,
			),
		)
		.limit(100)
	for (const { transferId } of due) {
		if (signal.aborted) return
		await write(async tx => {
			const [runs] = await tx
				.select({ cell: cellLoans.cell })
				.from(cellLoans)
				.where(and(eq(cellLoans.transferId, transferId), gt(cellLoans.until, now)))
				.limit(1)
			if (runs) await tell(tx, transferId, now, 'loan-reminder', mails.loanEndsSoonMail)
		})
	}
}

const senders = alias(accounts, 'senders')
const borrowers = alias(accounts, 'borrowers')

/**
 * An email each to the one who lent and the one who borrowed, once per transfer and kind. The house reads at its
 * support address.
 */
async function tell(
	tx: Tx,
	transferId: string,
	now: number,
	kind: string,
	write: (loan: mails.LoanForMail, side: mails.LoanSide) => Mail,
): Promise<void> {
	const [row] = await tx
		.select({ transfer: transfers, sender: senders, borrower: borrowers })
		.from(transfers)
		.leftJoin(senders, eq(senders.id, transfers.senderId))
		.innerJoin(borrowers, eq(borrowers.id, transfers.recipientId))
		.where(eq(transfers.id, transferId))
	if (!row || row.transfer.till === null) throw new Error('A loan without its transfer')
	const { transfer, sender, borrower } = row
	const cells = await tx
		.select({ cell: transferCells.cell })
		.from(transferCells)
		.where(inArray(transferCells.transferId, [transferId]))
	const places = cellsByIds(cells.map(({ cell }) => cell))
	const manage = (role: Area) => absoluteUrl(managePath(role, places))
	const loan = {
		lenderName: sender?.fullName ?? brand.name,
		borrowerName: borrower.fullName,
		borrowerEmail: borrower.email,
		cells: places,
		until: row.transfer.till,
	}
	const sides = [
		{ side: 'lender', account: sender, url: manage(sender?.role ?? 'admin') },
		{ side: 'borrower', account: borrower, url: manage(borrower.role) },
	] as const
	for (const { side, account, url } of sides) {
		const isHouse = side === 'lender' && transfer.senderId === null
		if (account?.deletedAt || (!account && !isHouse)) continue
		await enqueueMail(tx, account?.email ?? brand.supportEmail, write({ ...loan, url }, side), {
			now,
			dedupeKey: `${kind}:${transferId}:${side}`,
		})
	}
}

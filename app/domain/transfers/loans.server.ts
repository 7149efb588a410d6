import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Role } from '~/domain/accounts/rules'
import type { Actor } from '~/domain/actor'
import { brand } from '~/domain/brand'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import { cellsByIds } from '~/domain/grid/layout'
import { groupBy } from '~/domain/group-by'
import * as mails from '~/domain/mail/loan-emails'
import type { Holder } from '~/domain/ownership/holder'
import { type EndedLoan, lendCells, releaseExpiredLoans } from '~/domain/ownership/loans.server'
import { DAY_MS } from '~/domain/time'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, cellLoans, transfers } from '~/server/db/schema.server'
import { enqueueEmail, type Mail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { newHolderPath } from './emails.server'

const senders = alias(accounts, 'senders')
const borrowers = alias(accounts, 'borrowers')

const runningLoans = db
	.select({
		transferId: cellLoans.transferId,
		cell: cellLoans.cell,
		until: cellLoans.until,
		senderId: transfers.senderId,
		lender: senders.fullName,
		borrower: borrowers.fullName,
	})
	.from(cellLoans)
	.innerJoin(transfers, eq(transfers.id, cellLoans.transferId))
	.leftJoin(senders, eq(senders.id, transfers.senderId))
	.leftJoin(borrowers, eq(borrowers.id, cellLoans.borrowerId))
	.where(
		and(
			gt(cellLoans.until, sql.placeholder('now')),
			or(
				eq(transfers.senderId, sql.placeholder('accountId')),
				eq(cellLoans.borrowerId, sql.placeholder('accountId')),
			),
		),
	)
	.orderBy(asc(cellLoans.until), asc(cellLoans.cell))
	.prepare()

/**
 * Lists the loans by and to an account that run at `now` (UTC ms), the next to end first. `other`: the name of the
 * other side; null: the house. `until`: UTC ms. One query.
 */
export async function listLoans(accountId: string, now: number) {
	const rows = await runningLoans.execute({ accountId, now })
	return [...groupBy(rows, row => row.transferId)].flatMap(([transferId, cells]) => {
		const [first] = cells
		if (!first) return []
		const side = first.senderId === accountId ? ('lender' as const) : ('borrower' as const)
		return {
			transferId,
			side,
			other: side === 'lender' ? first.borrower : first.lender,
			until: first.until,
			cells: cellsByIds(cells.map(row => row.cell)),
		}
	})
}

export type RunningLoan = Awaited<ReturnType<typeof listLoans>>[number]

/** Lends the cells of an accepted invitation until its date. */
export async function startLoan(
	tx: Tx,
	transfer: { id: string; senderId: Holder; until: number },
	cells: readonly number[],
	by: Actor & { borrowerId: Holder },
): Promise<void> {
	await finishLoans(tx, by.now, cells)
	const { id: transferId, senderId: ownerId, until } = transfer
	await lendCells(tx, cells, { transferId, ownerId, until, ...by })
	await enqueueLoanEmails(tx, { transferId, cells, now: by.now, key: 'loan-started' }, mails.loanStartedEmail)
}

/** Deletes loans whose time has passed, of these cells or of all, and emails both sides. */
async function finishLoans(tx: Tx, now: number, cells?: readonly number[]): Promise<void> {
	const ended = await releaseExpiredLoans(tx, now, cells)
	await notifyEnded(tx, ended, now)
	await deleteOrphaned(
		tx,
		ended.map(loan => loan.creativeId),
	)
}

/** The periodic sweep; lent cells have already returned when it runs (P27). `now`: UTC ms. */
export async function endExpiredLoans(now: number): Promise<void> {
	const [due] = await db
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.where(lte(cellLoans.until, now))
		.limit(1)
	if (due) await write(tx => finishLoans(tx, now))
}

/** Emails both sides of loans that ended because the owner has lost the cells. */
export async function notifyReleased(tx: Tx, loans: readonly EndedLoan[], now: number): Promise<void> {
	await notifyEnded(
		tx,
		loans.filter(loan => loan.until <= now),
		now,
	)
	for (const about of groupByTransfer(loans.filter(loan => loan.until > now))) {
		await enqueueLoanEmails(
			tx,
			{ ...about, now, key: `loan-ended-early:${about.first}` },
			mails.loanEndedEarlyEmail,
		)
	}
}

async function notifyEnded(tx: Tx, loans: readonly EndedLoan[], now: number): Promise<void> {
	for (const about of groupByTransfer(loans)) {
		await enqueueLoanEmails(tx, { ...about, now, key: `loan-ended:${about.first}` }, mails.loanEndedEmail)
	}
}

/* Groups by transfer. A loan may end in parts: `first`, its lowest cell, distinguishes them. */
function groupByTransfer(loans: readonly EndedLoan[]) {
	return [...groupBy(loans, loan => loan.transferId)].map(([transferId, ended]) => {
		const cells = ended.map(loan => loan.cell)
		return { transferId, cells, first: Math.min(...cells) }
	})
}

/* Qualified names, because Drizzle omits the table. */
const notReminded = sql`not exists (
	select 1 from outbox where dedupe_key = 'loan-reminder:' || cell_loans.transfer_id || ':borrower')`

/** Reminds both sides, once, of loans that end within a day and lasted longer than a day. */
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
			const runs = await tx
				.select({ cell: cellLoans.cell })
				.from(cellLoans)
				.where(and(eq(cellLoans.transferId, transferId), gt(cellLoans.until, now)))
			const cells = runs.map(({ cell }) => cell)
			if (cells.length === 0) return
			await enqueueLoanEmails(tx, { transferId, cells, now, key: 'loan-reminder' }, mails.loanEndsSoonEmail)
		})
	}
}

/**
 * Emails lender and borrower about these cells, once per transfer and key. The house receives it at its support
 * address.
 */
async function enqueueLoanEmails(
	tx: Tx,
	{ transferId, cells, now, key }: { transferId: string; cells: readonly number[]; now: number; key: string },
	write: (loan: mails.LoanForEmail, side: mails.LoanSide) => Mail,
): Promise<void> {
	const [row] = await tx
		.select({ transfer: transfers, sender: senders, borrower: borrowers })
		.from(transfers)
		.leftJoin(senders, eq(senders.id, transfers.senderId))
		.innerJoin(borrowers, eq(borrowers.id, transfers.recipientId))
		.where(eq(transfers.id, transferId))
	if (!row || row.transfer.until === null) throw new Error('A loan without its transfer')
	const { transfer, sender, borrower } = row
	const places = cellsByIds(cells)
	const manage = (role: Role) => absoluteUrl(newHolderPath(role, places))
	const loan = {
		lenderName: sender?.fullName ?? brand.name,
		borrowerName: borrower.fullName,
		borrowerEmail: borrower.email,
		cells: places,
		until: row.transfer.until,
	}
	const sides = [
		{ side: 'lender', account: sender, url: manage(sender?.role ?? 'admin') },
		{ side: 'borrower', account: borrower, url: manage(borrower.role) },
	] as const
	for (const { side, account, url } of sides) {
		const isHouse = side === 'lender' && transfer.senderId === null
		if (account?.deletedAt || (!account && !isHouse)) continue
		await enqueueEmail(tx, account?.email ?? brand.supportEmail, write({ ...loan, url }, side), {
			now,
			dedupeKey: `${key}:${transferId}:${side}`,
		})
	}
}

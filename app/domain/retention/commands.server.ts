import {
	and,
	asc,
	exists,
	getTableColumns,
	inArray,
	isNotNull,
	isNull,
	lt,
	not,
	or,
	type SQL,
	sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { deleteRunOutHolds } from '~/domain/ownership/orders.server'
import { londonDay } from '~/domain/time'
import { db, shrinkDatabase, type Tx, write } from '~/server/db/db.server'
import {
	availabilityAlerts,
	blockStatistics,
	cellHolders,
	challenges,
	contactMessages,
	idempotencyKeys,
	orderCells,
	orders,
	outbox,
	placedImages,
	restoredForms,
	sessions,
	spentPaymentTokens,
	throttles,
} from '~/server/db/schema.server'
import { inBatches } from '~/server/ops/jobs.server'
import { log } from '~/server/ops/log.server'
import { KEPT_MS } from './rules'

const BATCH = 500
/** An email is large, and stands in six indexes. */
const MAILS_AT_ONCE = 100
/** A checkout takes up to a hundred rows of cells with it. */
const CHECKOUTS_AT_ONCE = 10

/** Removes at most a batch of what is too old at `now`. @returns how many went, and whether there may be more. */
type Step = (now: number) => Promise<{ removed: number; isMore: boolean }>

/**
 * Removes what is not for the books and has served, and gives the room back: by small transactions, so that nobody
 * waits for one. Submitted orders, those whose buyer has seen the bank details, audit and events stay.
 */
export async function applyRetention(now: number, signal: AbortSignal): Promise<void> {
	const steps: Record<string, Step> = {
		emailBodies: emailBodies(outbox.sentAt),
		failedEmailBodies: emailBodies(outbox.failedAt),
		contactMessages: rowsOf(contactMessages, at =>
			lt(contactMessages.createdAt, at - KEPT_MS.contactMessages),
		),
		alerts: rowsOf(availabilityAlerts, at => lt(availabilityAlerts.createdAt, at - KEPT_MS.alerts)),
		placedImages: rowsOf(placedImages, at => lt(placedImages.createdAt, at - KEPT_MS.placedImages)),
		checkouts,
		holds: async at => {
			const removed = await write(tx => deleteRunOutHolds(tx, at, BATCH))
			return { removed, isMore: removed === BATCH }
		},
		sessions: rowsOf(sessions, at => lt(sessions.expiresAt, at)),
		codes: rowsOf(challenges, at => lt(challenges.expiresAt, at - KEPT_MS.codes)),
		restoredForms: rowsOf(restoredForms, at => lt(restoredForms.createdAt, at - KEPT_MS.restoredForms)),
		throttles: rowsOf(throttles, at => lt(throttles.windowEndsAt, at)),
		paymentTokens: rowsOf(spentPaymentTokens, at =>
			lt(spentPaymentTokens.spentAt, at - KEPT_MS.paymentTokens),
		),
		idempotencyKeys: rowsOf(idempotencyKeys, at =>
			lt(idempotencyKeys.createdAt, at - KEPT_MS.idempotencyKeys),
		),
		statistics: rowsOf(blockStatistics, at => lt(blockStatistics.day, londonDay(at - KEPT_MS.statistics))),
	}
	const sums: Record<string, number> = {}
	for (const [what, step] of Object.entries(steps)) {
		await inBatches(signal, async () => {
			const { removed, isMore } = await step(now)
			if (removed > 0) sums[what] = (sums[what] ?? 0) + removed
			return isMore
		})
	}
	await inBatches(signal, () => shrinkDatabase(BATCH))
	if (Object.keys(sums).length > 0) log.info({ removed: sums }, 'old data removed')
}

/** Deletes the rows of a table that a condition names. */
function rowsOf(table: SQLiteTable, isOver: (now: number) => SQL): Step {
	return async now => {
		const gone = await write(async tx => {
			const batch = tx.select({ rowid: sql`rowid` }).from(table).where(isOver(now)).limit(BATCH)
			return await tx.delete(table).where(inArray(sql`rowid`, batch)).returning({ one: sql`1` })
		})
		return { removed: gone.length, isMore: gone.length === BATCH }
	}
}

/**
 * Empties emails that were sent, or given up, from the first one. It goes on where it was: those that are empty already
 * are only passed.
 */
function emailBodies(doneAt: typeof outbox.sentAt | typeof outbox.failedAt): Step {
	let last = { at: 0, rowid: 0 }
	return async now => {
		const isOver = lt(doneAt, now - KEPT_MS.emailBodies)
		const page = await db
			.select({
				id: outbox.id,
				at: sql<number>`${doneAt}`,
				rowid: sql<number>`rowid`,
				isFull: sql<number>`${outbox.text} <> '' or ${outbox.html} <> ''`.mapWith(Boolean),
			})
			.from(outbox)
			.where(and(sql`(${doneAt}, rowid) > (${last.at}, ${last.rowid})`, isOver))
			.orderBy(asc(doneAt), asc(sql`rowid`))
			.limit(BATCH)
		const full = page.filter(mail => mail.isFull).slice(0, MAILS_AT_ONCE)
		if (full.length > 0) await write(tx => emptyEmails(tx, full, isOver))
		const isCut = full.length === MAILS_AT_ONCE
		last = (isCut ? full.at(-1) : page.at(-1)) ?? last
		return { removed: full.length, isMore: isCut || page.length === BATCH }
	}
}

const { text: _text, html: _html, ...withoutBody } = getTableColumns(outbox)

/**
 * Writes emails anew without their bodies: a row that merely becomes shorter leaves room in its page that no other row
 * uses. One that is to be tried again meanwhile keeps its body.
 */
async function emptyEmails(tx: Tx, mails: readonly { id: string }[], isOver: SQL): Promise<void> {
	const ids = mails.map(mail => mail.id)
	const rows = await tx
		.delete(outbox)
		.where(and(inArray(outbox.id, ids), isOver))
		.returning(withoutBody)
	if (rows.length === 0) return
	await tx.insert(outbox).values(rows.map(row => ({ ...row, text: '', html: '' })))
}

/** Deletes checkouts that never reached the bank details. Nothing holds cells for them, and they have no receipt. */
const checkouts: Step = async now => {
	const isHeld = exists(
		db.select({ one: sql`1` }).from(cellHolders).where(sql`${cellHolders.orderId} = ${orders.id}`),
	)
	const hasReceipt = or(isNotNull(orders.paymentReceiptKey), isNotNull(orders.swiftReceiptKey))
	const gone = await write(async tx => {
		const old = await tx
			.select({ id: orders.id })
			.from(orders)
			.where(
				and(
					inArray(orders.status, ['open', 'abandoned']),
					isNull(orders.proceededAt),
					lt(orders.createdAt, now - KEPT_MS.checkouts),
					not(isHeld),
					not(hasReceipt ?? sql`0`),
				),
			)
			.limit(CHECKOUTS_AT_ONCE)
		const ids = old.map(order => order.id)
		await tx.delete(orderCells).where(inArray(orderCells.orderId, ids))
		await tx.delete(placedImages).where(inArray(placedImages.orderId, ids))
		await tx.delete(orders).where(inArray(orders.id, ids))
		return ids
	})
	return { removed: gone.length, isMore: gone.length === CHECKOUTS_AT_ONCE }
}

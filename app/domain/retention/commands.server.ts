import { and, asc, exists, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deleteExpiredHolds } from '~/domain/ownership/orders.server'
import { londonDay } from '~/domain/time'
import { db, write } from '~/server/db/db.server'
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
import { runInBatches } from '~/server/ops/jobs.server'
import { log } from '~/server/ops/log.server'
import { RETENTION_MS } from './rules'

const BATCH = 500
/** Small, because each checkout has up to a hundred rows of cells. */
const CHECKOUTS_AT_ONCE = 10

/**
 * Deletes at most a batch of what has expired at `now`.
 * @returns how many rows, and whether there may be more.
 */
type Step = (now: number) => Promise<{ removed: number; isMore: boolean }>

/**
 * Deletes data that is not part of the books and no longer needed, in small transactions, so that nobody waits for one.
 * Submitted orders, orders whose buyer has seen the bank details, audit entries and ownership events stay.
 */
export async function applyRetention(now: number, signal: AbortSignal): Promise<void> {
	const steps: Record<string, Step> = {
		emailBodies: emptyEmailBodies(outbox.sentAt),
		failedEmailBodies: emptyEmailBodies(outbox.failedAt),
		contactMessages: deleteRows(contactMessages.createdAt, RETENTION_MS.contactMessages),
		alerts: deleteRows(availabilityAlerts.createdAt, RETENTION_MS.alerts),
		placedImages: deleteRows(placedImages.createdAt, RETENTION_MS.placedImages),
		checkouts,
		holds: async at => {
			const removed = await write(tx => deleteExpiredHolds(tx, at, BATCH))
			return { removed, isMore: removed === BATCH }
		},
		sessions: deleteRows(sessions.expiresAt, 0),
		codes: deleteRows(challenges.expiresAt, RETENTION_MS.codes),
		restoredForms: deleteRows(restoredForms.createdAt, RETENTION_MS.restoredForms),
		throttles: deleteRows(throttles.windowEndsAt, 0),
		paymentTokens: deleteRows(spentPaymentTokens.spentAt, RETENTION_MS.paymentTokens),
		idempotencyKeys: deleteRows(idempotencyKeys.createdAt, RETENTION_MS.idempotencyKeys),
		statistics: deleteRows(blockStatistics.day, RETENTION_MS.statistics, londonDay),
	}
	const sums: Record<string, number> = {}
	for (const [what, step] of Object.entries(steps)) {
		await runInBatches(signal, async () => {
			const { removed, isMore } = await step(now)
			if (removed > 0) sums[what] = (sums[what] ?? 0) + removed
			return isMore
		})
	}
	if (Object.keys(sums).length > 0) log.info({ removed: sums }, 'old data removed')
}

/** Deletes the rows of a table whose time, as `toValue` writes it, passed so many ms ago. */
function deleteRows(column: SQLiteColumn, keptMs: number, toValue: (at: number) => unknown = at => at): Step {
	return async now => {
		const { rowsAffected: removed } = await write(async tx => {
			const isOver = lt(column, toValue(now - keptMs))
			const batch = tx.select({ rowid: sql`rowid` }).from(column.table).where(isOver).limit(BATCH)
			return await tx.delete(column.table).where(inArray(sql`rowid`, batch))
		})
		return { removed, isMore: removed === BATCH }
	}
}

/** Empties emails that were sent or given up, oldest first. One that will be retried keeps its body. */
function emptyEmailBodies(doneAt: typeof outbox.sentAt | typeof outbox.failedAt): Step {
	let last = { at: 0, rowid: 0 }
	return async now => {
		const isOver = lt(doneAt, now - RETENTION_MS.emailBodies)
		const page = await db
			.select({ at: sql<number>`${doneAt}`, rowid: sql<number>`rowid` })
			.from(outbox)
			.where(and(sql`(${doneAt}, rowid) > (${last.at}, ${last.rowid})`, isOver))
			.orderBy(asc(doneAt), asc(sql`rowid`))
			.limit(BATCH)
		last = page.at(-1) ?? last
		const rowids = page.map(mail => mail.rowid)
		const isFull = or(ne(outbox.text, ''), ne(outbox.html, ''))
		const { rowsAffected } = await write(tx =>
			tx
				.update(outbox)
				.set({ text: '', html: '' })
				.where(and(inArray(sql`rowid`, rowids), isOver, isFull)),
		)
		return { removed: rowsAffected, isMore: page.length === BATCH }
	}
}

/** Deletes checkouts that never reached the bank details. They have no cells on hold, and no receipt. */
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
					lt(orders.createdAt, now - RETENTION_MS.checkouts),
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

import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { certificates, orders, ownershipEvents, receipts, transfers } from '~/server/db/schema.server'
import { issueCertificate, issueReceipt } from './issue.server'

const BATCH = 200

/**
 * Writes the papers of what was approved or passed on before there were any, oldest first, in batches. Nothing to do
 * from then on.
 * @returns how many were written.
 */
export async function backfillPapers(): Promise<number> {
	const steps = [
		await inBatches(ordersWithoutReceipt, (tx, { id, at }) => issueReceipt(tx, id, at)),
		await inBatches(ordersWithoutCertificate, async (tx, { id, accountId, at }) => {
			await issueCertificate(tx, { orderId: id }, accountId, at)
		}),
		await inBatches(transfersWithoutCertificate, async (tx, { id, accountId, at }) => {
			await issueCertificate(tx, { transferId: id }, accountId, at)
		}),
	]
	return steps.reduce((sum, written) => sum + written)
}

type Waiting = { id: string; accountId: string; at: number }

async function inBatches(
	next: (from: Readable) => Promise<Waiting[]>,
	issue: (tx: Tx, one: Waiting) => Promise<void>,
): Promise<number> {
	let written = 0
	while ((await next(db)).length > 0) {
		// Another process may be at it.
		written += await write(async tx => {
			const waiting = await next(tx)
			for (const one of waiting) await issue(tx, one)
			return waiting.length
		})
	}
	return written
}

const decided = {
	id: orders.id,
	accountId: orders.accountId,
	at: sql<number>`coalesce(${orders.decidedAt}, 0)`,
}

async function ordersWithoutReceipt(from: Readable): Promise<Waiting[]> {
	return await from
		.select(decided)
		.from(orders)
		.leftJoin(receipts, eq(receipts.orderId, orders.id))
		.where(and(eq(orders.status, 'approved'), gt(orders.totalPence, 0), isNull(receipts.number)))
		.orderBy(asc(orders.decidedAt))
		.limit(BATCH)
}

async function ordersWithoutCertificate(from: Readable): Promise<Waiting[]> {
	const approved = from
		.select({ cell: ownershipEvents.cell })
		.from(ownershipEvents)
		.where(and(eq(ownershipEvents.orderId, orders.id), eq(ownershipEvents.kind, 'approved')))
	return await from
		.select(decided)
		.from(orders)
		.leftJoin(certificates, eq(certificates.orderId, orders.id))
		.where(and(eq(orders.status, 'approved'), isNull(certificates.code), exists(approved)))
		.orderBy(asc(orders.decidedAt))
		.limit(BATCH)
}

/* Those to a member and for good: the event says to whom. */
async function transfersWithoutCertificate(from: Readable): Promise<Waiting[]> {
	const rows = await from
		.selectDistinct({ id: transfers.id, accountId: ownershipEvents.toId, at: ownershipEvents.at })
		.from(transfers)
		.innerJoin(
			ownershipEvents,
			and(eq(ownershipEvents.transferId, transfers.id), eq(ownershipEvents.kind, 'transferred')),
		)
		.leftJoin(certificates, eq(certificates.transferId, transfers.id))
		.where(and(eq(transfers.status, 'accepted'), isNull(certificates.code), isNotNull(ownershipEvents.toId)))
		.limit(BATCH)
	return rows.flatMap(({ id, accountId, at }) => (accountId === null ? [] : [{ id, accountId, at }]))
}

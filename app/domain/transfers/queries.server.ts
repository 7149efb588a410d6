import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { accounts, transferCells, transfers } from '~/server/schema.server'

const SHOWN = 5

/**
 * Open invitations to take over cells, sent to this address: how many, and the newest few. One whose end has passed is over.
 * `sender` null: the house. One query.
 */
export async function readIncomingTransfers(email: string, now: number) {
	const rows = await db
		.select({
			id: transfers.id,
			sender: accounts.fullName,
			cells: count(transferCells.cell),
			till: transfers.till,
			createdAt: transfers.createdAt,
			total: sql<number>`count(*) over ()`,
		})
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(
			and(
				eq(transfers.recipientEmail, email.toLowerCase()),
				eq(transfers.status, 'open'),
				or(isNull(transfers.till), gt(transfers.till, now)),
			),
		)
		.groupBy(transfers.id)
		.orderBy(desc(transfers.createdAt))
		.limit(SHOWN)
	return { count: rows[0]?.total ?? 0, newest: rows.map(({ total: _, ...row }) => row) }
}

import { and, asc, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { cellsByIds } from '~/domain/grid/layout'
import { readPage } from '~/domain/list'
import { containsWords } from '~/domain/search/expression'
import { db } from '~/server/db/db.server'
import { accounts, transfers } from '~/server/db/schema.server'
import { cellsOfTransfer, isOpenAt, isRecipient, lentUntil } from '../columns.server'
import { receivedStatus } from '../rules'
import type { ReceivedFilter } from '../schema'

/**
 * Lists a page of the invitations to an account, those that wait first: sent to its address, or accepted by it under
 * any address. A page beyond the last gives the last. Searches the sender's name. `sender` null: the house. Times in
 * UTC ms.
 */
export async function listReceived(
	account: { id: string; email: string },
	{ q, status, page: requested, sort }: ReceivedFilter,
	now: number,
) {
	const isTheirs = isRecipient(account)
	const isWaiting = isOpenAt(now) ?? sql`1`
	const where = and(
		isTheirs,
		status === null ? undefined : status === 'waiting' ? isWaiting : not(isWaiting),
		q ? await matchesSender(isTheirs, q) : undefined,
	)
	const direction = sort ? asc : desc
	const [counted] = await db.select({ total: count() }).from(transfers).where(where)
	const page = await readPage({ requested, total: counted?.total ?? 0 }, async ({ skipped, size }) => {
		const rows = await db
			.select({ transfer: transfers, sender: accounts.fullName, lentUntil, cells: cellsOfTransfer })
			.from(transfers)
			.leftJoin(accounts, eq(accounts.id, transfers.senderId))
			.where(where)
			.orderBy(desc(isWaiting), direction(transfers.createdAt), direction(transfers.id))
			.limit(size)
			.offset(skipped)
		return rows.map(({ transfer, sender, lentUntil, cells }) => {
			const { id, until, createdAt, decidedAt } = transfer
			const stands = receivedStatus({ ...transfer, lentUntil }, now)
			return { id, sender, status: stands, until, createdAt, decidedAt, cells: cellsByIds(cells) }
		})
	})
	return { ...page, sort }
}

export type ReceivedInvitation = Awaited<ReturnType<typeof listReceived>>['rows'][number]

/* By name only: senders' addresses are not shown to recipients. */
async function matchesSender(isTheirs: SQL | undefined, q: string) {
	const senders = await db
		.selectDistinct({ id: transfers.senderId, name: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(isTheirs)
	const found = senders.filter(({ name }) => containsWords(name ?? brand.name, q))
	return or(
		inArray(
			transfers.senderId,
			found.flatMap(sender => sender.id ?? []),
		),
		found.some(sender => sender.id === null) ? isNull(transfers.senderId) : undefined,
	)
}

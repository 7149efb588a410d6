import {
	and,
	count,
	desc,
	eq,
	getTableColumns,
	inArray,
	isNotNull,
	isNull,
	or,
	type SQL,
	sql,
} from 'drizzle-orm'
import { cellsByIds } from '~/domain/grid/layout'
import { readPage, type Sort } from '~/domain/list'
import type { Holder } from '~/domain/ownership/holder'
import { containsWords } from '~/domain/search/expression'
import { db } from '~/server/db/db.server'
import { transfers } from '~/server/db/schema.server'
import { cellsOfTransfer } from '../columns.server'
import { checkChange, isPast } from '../rules'

const isSentBy = (senderId: Holder) =>
	senderId === null ? isNull(transfers.senderId) : eq(transfers.senderId, senderId)

const isListed = (senderId: Holder) =>
	and(
		isSentBy(senderId),
		or(eq(transfers.status, 'open'), and(eq(transfers.status, 'expired'), isNotNull(transfers.until))),
	)

/* Only of people who have accepted something from this sender before; nobody else may learn who has an account.
   Qualified names, because Drizzle omits the table. */
const knownName = sql<string | null>`(
	select accounts.full_name from accounts
	where accounts.email = transfers.recipient_email and exists (
		select 1 from transfers as earlier
		where earlier.sender_id is transfers.sender_id and earlier.recipient_id = accounts.id))`

const selectSent = (which: SQL | undefined) =>
	db
		.select({ ...getTableColumns(transfers), recipientName: knownName, cells: cellsOfTransfer })
		.from(transfers)
		.where(which)

/** An invitation in its sender's list: waiting, or its date has passed (`isExpired`). Times in UTC ms. */
export type SentInvitation = ReturnType<typeof toSent>

function toSent({ cells, ...row }: Awaited<ReturnType<typeof selectSent>>[number], now: number) {
	const isExpired = row.status === 'expired' || isPast(row.until, now)
	return { ...row, isExpired, cells: cellsByIds(cells) }
}

/**
 * Lists a page of the invitations sent by an account, or the house (null), newest first; a page beyond the last gives
 * the last. Searches the address, and the name if the sender knows it.
 */
export async function listSent(
	senderId: Holder,
	{ q, page: requested, sort }: { q: string; page: number; sort?: Sort },
	now: number,
) {
	const where = and(isListed(senderId), q ? await matchesRecipient(senderId, q) : undefined)
	const [counted] = await db.select({ total: count() }).from(transfers).where(where)
	return await readPage({ requested, total: counted?.total ?? 0, sort }, async ({ skipped, size }) => {
		const rows = await selectSent(where)
			.orderBy(desc(transfers.createdAt), desc(transfers.id))
			.limit(size)
			.offset(skipped)
		return rows.map(row => toSent(row, now))
	})
}

/* Matches every word against the address and the known name only, so that a search reveals nothing the list does not
   show. */
async function matchesRecipient(senderId: Holder, q: string) {
	const rows = await db
		.selectDistinct({ email: transfers.recipientEmail, name: knownName })
		.from(transfers)
		.where(isListed(senderId))
	const emails = rows.filter(({ email, name }) => containsWords(`${email} ${name ?? ''}`, q))
	return inArray(
		transfers.recipientEmail,
		emails.map(row => row.email),
	)
}

/**
 * Reads an invitation that the account has sent; undefined otherwise. `over`: why it can no longer be changed or
 * deleted.
 */
export async function readSent(id: string, senderId: Holder, now: number, isDeletion = false) {
	const [row] = await selectSent(and(isSentBy(senderId), eq(transfers.id, id)))
	if (!row) return undefined
	const refusal = checkChange(row, { senderId, isDeletion }, now)
	return { ...toSent(row, now), over: refusal?.message ?? null }
}

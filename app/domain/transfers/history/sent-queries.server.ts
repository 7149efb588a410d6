import { and, count, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { type Page, readPage, type Sort } from '~/domain/list'
import type { Holder } from '~/domain/ownership/holder'
import { containsWords } from '~/domain/search/expression'
import { db } from '~/server/db/db.server'
import { transfers } from '~/server/db/schema.server'
import { cellsOfTransfer } from '../columns.server'
import { checkChange, isPast, type TransferStatus } from '../rules'

/** An invitation in its sender's list: waiting, or its date has passed. Times in UTC ms. */
export type SentInvitation = {
	id: string
	version: number
	recipientEmail: string
	/** Only of people who have accepted something from this sender before; nobody else may learn who has an account. */
	recipientName: string | null
	until: number | null
	createdAt: number
	isExpired: boolean
	cells: Cell[]
}

const isSentBy = (senderId: Holder) =>
	senderId === null ? isNull(transfers.senderId) : eq(transfers.senderId, senderId)

const isListed = (senderId: Holder) =>
	and(
		isSentBy(senderId),
		or(eq(transfers.status, 'open'), and(eq(transfers.status, 'expired'), isNotNull(transfers.until))),
	)

/* Qualified names, because Drizzle omits the table. */
const knownName = sql<string | null>`(
	select accounts.full_name from accounts
	where accounts.email = transfers.recipient_email and exists (
		select 1 from transfers as earlier
		where earlier.sender_id is transfers.sender_id and earlier.recipient_id = accounts.id))`

const columns = {
	id: transfers.id,
	version: transfers.version,
	recipientEmail: transfers.recipientEmail,
	recipientName: knownName,
	until: transfers.until,
	createdAt: transfers.createdAt,
	status: transfers.status,
	cells: cellsOfTransfer,
}

type Row = Omit<SentInvitation, 'isExpired' | 'cells'> & { status: TransferStatus; cells: number[] }

function toSent({ status, cells, ...row }: Row, now: number): SentInvitation {
	return { ...row, isExpired: status === 'expired' || isPast(row.until, now), cells: cellsByIds(cells) }
}

/**
 * Lists a page of the invitations sent by an account, or the house (null), newest first; a page beyond the last gives
 * the last. Searches the address, and the name if the sender knows it.
 */
export async function listSent(
	senderId: Holder,
	{ q, page: requested, sort }: { q: string; page: number; sort?: Sort },
	now: number,
): Promise<Page<SentInvitation>> {
	const where = and(isListed(senderId), q ? await matchesRecipient(senderId, q) : undefined)
	const [counted] = await db.select({ total: count() }).from(transfers).where(where)
	return await readPage({ requested, total: counted?.total ?? 0, sort }, async ({ skipped, size }) => {
		const rows = await db
			.select(columns)
			.from(transfers)
			.where(where)
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
export async function readSent(
	id: string,
	senderId: Holder,
	now: number,
	isDeletion = false,
): Promise<(SentInvitation & { over: string | null }) | undefined> {
	const [row] = await db
		.select(columns)
		.from(transfers)
		.where(and(isSentBy(senderId), eq(transfers.id, id)))
	if (!row) return undefined
	const refusal = checkChange({ ...row, senderId }, { senderId, isDeletion }, now)
	return { ...toSent(row, now), over: refusal?.message ?? null }
}

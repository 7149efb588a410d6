import {
	and,
	count,
	desc,
	eq,
	inArray,
	isNotNull,
	isNull,
	or,
	type Placeholder,
	type SQL,
	sql,
} from 'drizzle-orm'
import type { Holder } from '~/domain/creatives/rules'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { type Page, readPage, type Sort } from '~/domain/list'
import { holdsWords } from '~/domain/search/words'
import { db, type toBuild } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { transfers } from '~/server/schema.server'
import { cellsOfTransfer } from './cells.server'
import { changeRefusal, isPast, type TransferStatus } from './rules'

/** An invitation that its sender still sees in the list: it waits, or its date has passed. Times in UTC ms. */
export type SentInvitation = {
	id: string
	version: number
	recipientEmail: string
	/**
	 * Of people who have accepted something from this sender before; whether others have an account is nobody's
	 * business.
	 */
	recipientName: string | null
	till: number | null
	createdAt: number
	isExpired: boolean
	cells: Cell[]
}

const sentBy = (senderId: Holder | Placeholder) =>
	senderId === null ? isNull(transfers.senderId) : eq(transfers.senderId, senderId)

const listed = (senderId: Holder | Placeholder) =>
	and(
		sentBy(senderId),
		or(eq(transfers.status, 'open'), and(eq(transfers.status, 'expired'), isNotNull(transfers.till))),
	)

/* Names are written out: drizzle would leave the table's off. */
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
	till: transfers.till,
	createdAt: transfers.createdAt,
	status: transfers.status,
	cells: cellsOfTransfer,
}

type Row = Omit<SentInvitation, 'isExpired' | 'cells'> & { status: TransferStatus; cells: number[] }

function sentOf({ status, cells, ...row }: Row, now: number): SentInvitation {
	return { ...row, isExpired: status === 'expired' || isPast(row.till, now), cells: cellsByIds(cells) }
}

/**
 * A page of the invitations that an account, or the house (null), has sent, newest first; a page beyond the last gives
 * the last. Found by the address and by the name, where the sender knows it.
 */
export async function listSent(
	senderId: Holder,
	{ q, page: wanted, sort }: { q: string; page: number; sort?: Sort },
	now: number,
): Promise<Page<SentInvitation>> {
	if (!q) {
		const { count, rows } = senderId === null ? ofHouse : ofAccount
		const [counted] = await count.all(db, { senderId })
		return await readPage({ wanted, total: counted?.total ?? 0, sort }, async ({ skipped, size }) =>
			(await rows.all(db, { senderId, skipped, size })).map(row => sentOf(row, now)),
		)
	}
	const where = and(listed(senderId), await goesTo(senderId, q))
	const [counted] = await countOf(where)
	return await readPage({ wanted, total: counted?.total ?? 0, sort }, async ({ skipped, size }) => {
		const rows = await pageOf(where).limit(size).offset(skipped)
		return rows.map(row => sentOf(row, now))
	})
}

function countOf(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from.select({ total: count() }).from(transfers).where(where)
}

function pageOf(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from
		.select(columns)
		.from(transfers)
		.where(where)
		.orderBy(desc(transfers.createdAt), desc(transfers.id))
		.$dynamic()
}

/* The list as it is opened: put into words once. */
const whole = (where: SQL | undefined) => ({
	count: prepared(on => countOf(where, on)),
	rows: prepared(on => pageOf(where, on).limit(sql.placeholder('size')).offset(sql.placeholder('skipped'))),
})
const ofHouse = whole(listed(null))
const ofAccount = whole(listed(sql.placeholder('senderId')))

/* Every word in the address and the known name of an invitation: the list tells nothing that it does not show. */
async function goesTo(senderId: Holder, q: string) {
	const rows = await db
		.selectDistinct({ email: transfers.recipientEmail, name: knownName })
		.from(transfers)
		.where(listed(senderId))
	const emails = rows.filter(({ email, name }) => holdsWords(`${email} ${name ?? ''}`, q))
	return inArray(
		transfers.recipientEmail,
		emails.map(row => row.email),
	)
}

/**
 * One invitation of an account's; undefined when it is not theirs. `over`: why it cannot be changed, or deleted, any
 * more.
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
		.where(and(sentBy(senderId), eq(transfers.id, id)))
	if (!row) return undefined
	const refusal = changeRefusal({ ...row, senderId }, { senderId, isDeletion }, now)
	return { ...sentOf(row, now), over: refusal?.message ?? null }
}

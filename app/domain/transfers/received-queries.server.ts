import {
	and,
	asc,
	count,
	desc,
	eq,
	inArray,
	isNull,
	not,
	or,
	type Placeholder,
	type SQL,
	sql,
} from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { type Page, readPage, type Sort } from '~/domain/list'
import { holdsWords } from '~/domain/search/words'
import { db, type toBuild } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { accounts, transfers } from '~/server/schema.server'
import { isTo } from './addressed.server'
import { cellsOfTransfer } from './cells.server'
import { isOpenAt } from './expiry.server'
import { lentUntil } from './loan-queries.server'
import { type ReceivedStatus, receivedStatus } from './rules'
import type { ReceivedFilter } from './schema'

/** `sender` null: the house. Times in UTC ms. */
export type ReceivedInvitation = {
	id: string
	sender: string | null
	status: ReceivedStatus
	till: number | null
	createdAt: number
	decidedAt: number | null
	cells: Cell[]
}

/**
 * A page of the invitations to an account, in either order those that wait first: what its address was sent, and what
 * it has accepted under whatever address it had. A page beyond the last gives the last. Found by the sender's name.
 */
export async function listReceived(
	account: { id: string; email: string },
	{ q, status, page: wanted, sort }: ReceivedFilter,
	now: number,
): Promise<Page<ReceivedInvitation>> {
	const shownAt = (rows: Awaited<ReturnType<typeof received>>) => rows.map(row => receivedOf(row, now))
	if (!q && status === null) {
		const whose = { id: account.id, email: account.email.toLowerCase() }
		const [counted] = await countOfAll.all(db, whose)
		const asked = { wanted, total: counted?.total ?? 0 }
		const page = await readPage(asked, async slice =>
			shownAt(await allReceived[sort ?? 'newest'].all(db, { ...whose, ...slice, now })),
		)
		return { ...page, sort }
	}
	const isTheirs = isTo(account)
	const isWaiting = waitingAt(now)
	const where = and(
		isTheirs,
		status === null ? undefined : status === 'waiting' ? isWaiting : not(isWaiting),
		q ? await comesFrom(isTheirs, q) : undefined,
	)
	const [counted] = await countOf(where)
	const page = await readPage({ wanted, total: counted?.total ?? 0 }, async ({ skipped, size }) =>
		shownAt(await received(where, isWaiting, sort).limit(size).offset(skipped)),
	)
	return { ...page, sort }
}

const waitingAt = (now: number | Placeholder) => isOpenAt(now) ?? sql`1`

function countOf(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from.select({ total: count() }).from(transfers).where(where)
}

function received(
	where: SQL | undefined,
	isWaiting: SQL,
	sort: Sort,
	from: Pick<typeof toBuild, 'select'> = db,
) {
	const direction = sort ? asc : desc
	return from
		.select({ transfer: transfers, sender: accounts.fullName, lentUntil, cells: cellsOfTransfer })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(where)
		.orderBy(desc(isWaiting), direction(transfers.createdAt), direction(transfers.id))
		.$dynamic()
}

function receivedOf(
	{ transfer, sender, lentUntil, cells }: Awaited<ReturnType<typeof received>>[number],
	now: number,
): ReceivedInvitation {
	const { id, till, createdAt, decidedAt } = transfer
	const stands = receivedStatus({ ...transfer, lentUntil }, now)
	return { id, sender, status: stands, till, createdAt, decidedAt, cells: cellsByIds(cells) }
}

/* The list as it is opened: put into words once. */
const isTheirs = isTo({ id: sql.placeholder('id'), email: sql.placeholder('email') })
const countOfAll = prepared(on => countOf(isTheirs, on))
const allSorted = (sort: Sort) =>
	prepared(on =>
		received(isTheirs, waitingAt(sql.placeholder('now')), sort, on)
			.limit(sql.placeholder('size'))
			.offset(sql.placeholder('skipped')),
	)
const allReceived = { newest: allSorted(undefined), oldest: allSorted('oldest') }

/* By name alone: who sent something shows no address. */
async function comesFrom(isTheirs: SQL | undefined, q: string) {
	const senders = await db
		.selectDistinct({ id: transfers.senderId, name: accounts.fullName })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(isTheirs)
	const found = senders.filter(({ name }) => holdsWords(name ?? brand.name, q))
	return or(
		inArray(
			transfers.senderId,
			found.flatMap(sender => sender.id ?? []),
		),
		found.some(sender => sender.id === null) ? isNull(transfers.senderId) : undefined,
	)
}

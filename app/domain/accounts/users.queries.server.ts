import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PerType } from '~/domain/dashboard/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { isToSendBack, toSendBackPence } from '~/domain/orders/ledger.server'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { findByTrigrams, type Matches, readMatches } from '~/domain/search/trigrams.server'
import { isPast } from '~/domain/transfers/rules'
import { db } from '~/server/db/db.server'
import { accounts, cellHolders, orders, transferCells, transfers } from '~/server/db/schema.server'
import { listSessions } from './profile/sessions.queries.server'
import { findSecondFactor } from './second-factor/second-factor.server'
import type { UserFilter } from './users-schema'

/* Qualified names, because Drizzle omits the table. */
const totalPixels = sql<number>`(select count(*) from cell_holders
	where cell_holders.account_id = accounts.id and cell_holders.kind = 'owned')`
const totalPence = sql<number>`(select coalesce(sum(orders.total_pence), 0) from orders
	where orders.account_id = accounts.id and orders.status in ('pending', 'approved'))`

const isGoogle = sql<number>`${accounts.googleSubject} is not null`.mapWith(Boolean)

const isLive = isNull(accounts.deletedAt)

/**
 * Lists a page of accounts that are not deleted, newest first, with the pixels each owns and the cost of its pending
 * and approved orders. Three queries; the page itself is read from an index.
 */
export async function listUsers(filter: UserFilter) {
	const found = filter.q ? findByTrigrams('account', filter.q) : allUsers()
	return await readMatches(found, filter, readRows)
}

function allUsers(): Matches {
	return {
		count: () => db.$count(accounts, isLive),
		async ids({ skipped, size }) {
			const rows = await db
				.select({ id: accounts.id })
				.from(accounts)
				.where(isLive)
				.orderBy(desc(accounts.createdAt), desc(sql`accounts.rowid`))
				.limit(size)
				.offset(skipped)
			return rows.map(row => row.id)
		},
	}
}

const listed = {
	id: accounts.id,
	name: accounts.fullName,
	email: accounts.email,
	role: accounts.role,
	profileImageKey: accounts.profileImageKey,
	isGoogle,
	totalPixels,
	totalPence,
}

async function readRows(ids: readonly string[]) {
	const rows = await db
		.select(listed)
		.from(accounts)
		.where(and(inArray(accounts.id, ids), isLive))
	return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Reads the cells that each of these accounts owns, by account id. One query. */
export async function readCellsByAccount(ids: readonly string[]): Promise<Map<string, number[]>> {
	const rows = await db
		.select({ id: cellHolders.accountId, cell: cellHolders.cell })
		.from(cellHolders)
		.where(and(inArray(cellHolders.accountId, [...ids]), eq(cellHolders.kind, 'owned')))
	const cells = new Map<string, number[]>()
	for (const { id, cell } of rows) if (id) cells.set(id, [...(cells.get(id) ?? []), cell])
	return cells
}

/** Reads an account for the forms about it; undefined when it does not exist or was deleted. */
export async function readUser(id: string) {
	const { version, phone, createdAt, passwordHash } = accounts
	const hasPassword = sql<number>`${passwordHash} is not null`.mapWith(Boolean)
	const [user] = await db
		.select({ ...listed, version, phone, createdAt, hasPassword })
		.from(accounts)
		.where(and(eq(accounts.id, id), isLive))
	return user
}

/** What an administrator is told about an account that was deleted meanwhile. */
export const DELETED_USER = {
	text: 'This user has been deleted.',
	list: '/admin/userManagement',
	wasDeleted: async (id: string): Promise<boolean> => {
		return (await db.$count(accounts, and(eq(accounts.id, id), isNotNull(accounts.deletedAt)))) > 0
	},
}

const SHOWN = 8

/* Sums over the orders of an account. */
const selectSums = (id: string) => sql`select
	count(*) filter (where status in ('pending', 'approved')) as bought,
	count(*) filter (where status = 'pending') as toReview,
	coalesce(sum(total_pence) filter (where status = 'pending'), 0) as reviewPence,
	count(*) filter (where ${isToSendBack}) as toSendBack,
	coalesce(sum(${toSendBackPence}) filter (where ${isToSendBack}), 0) as sendBackPence
	from orders where account_id = ${id} and submitted_at is not null`

type OrderSums = Record<'bought' | 'toReview' | 'reviewPence' | 'toSendBack' | 'sendBackPence', number>

/** Reads the details of an account beyond {@link readUser}. Six queries. */
export async function readUserDetails(user: NonNullable<Awaited<ReturnType<typeof readUser>>>, now: number) {
	const { id, email, role } = user
	const { reference, submittedAt, totalPence, receivedPence, sentPence } = orders
	const { senderId, recipientEmail, status, until, createdAt } = transfers
	const pixels = sql<number>`(select count(*) from ${transferCells} where transfer_id = transfers.id)`
	const [owned, sums, latestOrders, invitations, sessions, factor] = await Promise.all([
		readCellsByAccount([id]),
		db.get<OrderSums>(selectSums(id)),
		db
			.select({
				id: orders.id,
				reference,
				submittedAt,
				totalPence,
				status: shownStatusColumn,
				money: { status: orders.status, totalPence, receivedPence, sentPence },
			})
			.from(orders)
			.where(and(eq(orders.accountId, id), isNotNull(orders.submittedAt)))
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(SHOWN),
		db
			.select({ id: transfers.id, senderId, recipientEmail, status, until, createdAt, cells: pixels })
			.from(transfers)
			.where(or(eq(senderId, id), eq(recipientEmail, email)))
			.orderBy(desc(createdAt), desc(sql`transfers.rowid`))
			.limit(SHOWN),
		listSessions({ id, role, sessionId: '' }, now),
		findSecondFactor(db, id),
	])
	const cells = owned.get(id) ?? []
	const byType: PerType = { large: 0, medium: 0, small: 0, tiny: 0 }
	for (const { type } of cellsByIds(cells)) byType[type]++
	return {
		byType,
		cells,
		sums,
		orders: latestOrders,
		invitations: invitations.map(row => ({
			...row,
			status: row.status === 'open' && isPast(row.until, now) ? ('expired' as const) : row.status,
			isSent: row.senderId === id,
		})),
		sessions,
		hasSecondFactor: factor !== undefined,
	}
}

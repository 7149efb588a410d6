import { and, desc, eq, sql } from 'drizzle-orm'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { getPrices } from '~/domain/settings/queries.server'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { accounts, certificates, transferCells, transfers } from '~/server/schema.server'
import { isTo } from './addressed.server'
import { isOpenAt } from './expiry.server'
import { decisionRefusal } from './rules'

const SHOWN = 5

const isOpenToThem = and(
	eq(transfers.recipientEmail, sql.placeholder('email')),
	isOpenAt(sql.placeholder('now')),
)

/* Asked with every page behind a sign-in, so it is put into words once. */
const incoming = prepared(on =>
	on
		.select({
			id: transfers.id,
			version: transfers.version,
			sender: accounts.fullName,
			cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
			till: transfers.till,
			createdAt: transfers.createdAt,
			total: sql<number>`(select count(*) from ${transfers} where ${isOpenToThem})`,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(isOpenToThem)
		.orderBy(desc(transfers.createdAt), desc(sql`transfers.rowid`))
		.limit(SHOWN),
)

/**
 * Open invitations to take over cells, sent to this address: how many, and the newest few. One whose end has passed is
 * over. `sender` null: the house. One query.
 */
export async function readIncomingTransfers(email: string, now: number) {
	const rows = await incoming.all(db, { email: email.toLowerCase(), now })
	return { count: rows[0]?.total ?? 0, newest: rows.map(({ total: _, ...row }) => row) }
}

export type IncomingTransfers = Awaited<ReturnType<typeof readIncomingTransfers>>

/** One invitation with its cells. `over`: why it cannot be decided any more. */
export type Invitation = {
	id: string
	version: number
	sender: string | null
	cells: Cell[]
	till: number | null
	createdAt: number
	over: string | null
	/** Today's list price of its cells. */
	pence: number
	/** The code of the certificate that its acceptance brought. */
	certificate: string | null
}

const accountId = sql.placeholder('accountId')
const addressed = prepared(on =>
	on
		.select({ transfer: transfers, sender: accounts.fullName, certificate: certificates.code })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.leftJoin(
			certificates,
			and(eq(certificates.transferId, transfers.id), eq(certificates.accountId, accountId)),
		)
		.where(
			and(eq(transfers.id, sql.placeholder('id')), isTo({ id: accountId, email: sql.placeholder('email') })),
		),
)
const cellsOf = prepared(on =>
	on
		.select({ cell: transferCells.cell })
		.from(transferCells)
		.where(eq(transferCells.transferId, sql.placeholder('id'))),
)

/** An invitation to this account's address, or one that it has accepted; null when there is none. */
export async function readInvitation(
	id: string,
	account: { id: string; email: string },
	now: number,
): Promise<Invitation | null> {
	const [[row], ids, prices] = await Promise.all([
		addressed.all(db, { id, accountId: account.id, email: account.email.toLowerCase() }),
		cellsOf.all(db, { id }),
		getPrices(),
	])
	const isTheirs = row?.transfer.recipientId === account.id
	const email = isTheirs ? row.transfer.recipientEmail : account.email
	const refusal = decisionRefusal(row?.transfer, { email }, now)
	if (!row || refusal?.code === 'unknown') return null
	const cells = cellsByIds(ids.map(({ cell }) => cell))
	const { version, till, createdAt } = row.transfer
	return {
		id,
		version,
		sender: row.sender,
		cells,
		till,
		createdAt,
		over: refusal?.message ?? null,
		pence: cells.reduce((sum, cell) => sum + prices[cell.type], 0),
		certificate: row.certificate,
	}
}

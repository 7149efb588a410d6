import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { cellsByIds } from '~/domain/grid/layout'
import { getPrices } from '~/domain/settings/queries.server'
import { db } from '~/server/db/db.server'
import { accounts, certificates, transfers } from '~/server/db/schema.server'
import { cellsOfTransfer, isOpenAt, isRecipient, lentUntil } from './columns.server'
import { checkDecision, saleStatus } from './rules'

const SHOWN = 5

const isOpenToThem = and(
	eq(transfers.recipientEmail, sql.placeholder('email')),
	isOpenAt(sql.placeholder('now')),
)

const incoming = db
	.select({
		id: transfers.id,
		version: transfers.version,
		sender: accounts.fullName,
		cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
		until: transfers.until,
		createdAt: transfers.createdAt,
		total: sql<number>`(select count(*) from ${transfers} where ${isOpenToThem})`,
	})
	.from(transfers)
	.leftJoin(accounts, eq(accounts.id, transfers.senderId))
	.where(isOpenToThem)
	.orderBy(desc(transfers.createdAt), desc(sql`transfers.rowid`))
	.limit(SHOWN)
	.prepare()

/** Reads the open invitations to this address: how many, and the newest few. `sender` null: the house. One query. */
export async function readIncomingTransfers(email: string, now: number) {
	const rows = await incoming.execute({ email: email.toLowerCase(), now })
	return { count: rows[0]?.total ?? 0, newest: rows.map(({ total: _, ...row }) => row) }
}

export type IncomingTransfers = Awaited<ReturnType<typeof readIncomingTransfers>>

/** Lists the cells of an open invitation, for somebody who knows its id from the email; none of any other. */
export async function listOfferedCells(id: string, now: number): Promise<number[]> {
	const [row] = await db
		.select({ cells: cellsOfTransfer })
		.from(transfers)
		.where(and(eq(transfers.id, id), isOpenAt(now)))
	return row?.cells ?? []
}

/**
 * How an invitation ended, other than accepted or rejected. `house`: an administrator's decision took the pixels from
 * the sender. Times in UTC ms.
 */
export type InvitationEnd =
	| { what: 'withdrawn'; by: 'sender' | 'house' | 'deleted-account'; at: number }
	| { what: 'lent'; until: number; isOver: boolean }

function selectAddressed(id: string, account: { id: string; email: string }) {
	/* The id is known only from the email, so until somebody has answered it, the page also tells a recipient who
	   registered later how the invitation ended. */
	const isUnanswered = and(
		eq(transfers.recipientEmail, account.email.toLowerCase()),
		isNull(transfers.recipientId),
		inArray(transfers.status, ['withdrawn', 'expired']),
	)
	return db
		.select({
			transfer: transfers,
			cells: cellsOfTransfer,
			sender: accounts.fullName,
			senderDeletedAt: accounts.deletedAt,
			certificate: certificates.code,
			lentUntil,
			/* Only the sender's own withdrawal is recorded under the invitation. */
			isDeletedBySender: sql<number>`exists (
				select 1 from audit_entries where subject_id = transfers.id and action = 'transfer.delete')`,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.leftJoin(
			certificates,
			and(eq(certificates.transferId, transfers.id), eq(certificates.accountId, account.id)),
		)
		.where(and(eq(transfers.id, id), or(isRecipient(account), isUnanswered)))
}

/**
 * Reads an invitation to this account's address, or accepted by it; null when there is none. `over`: why it can no
 * longer be answered. `pence`: today's list price of its cells. `certificate`: the code of the certificate from its
 * acceptance.
 */
export async function readInvitation(id: string, account: { id: string; email: string }, now: number) {
	const [[row], prices] = await Promise.all([selectAddressed(id, account), getPrices()])
	const isTheirs = row?.transfer.recipientId === account.id
	const email = isTheirs ? row.transfer.recipientEmail : account.email
	const refusal = checkDecision(row?.transfer, { email }, now)
	if (!row || refusal?.code === 'unknown') return null
	const cells = cellsByIds(row.cells)
	const { version, until, createdAt } = row.transfer
	return {
		id,
		version,
		sender: row.sender,
		cells,
		until,
		createdAt,
		over:
			row.transfer.status === 'accepted' ? 'You have accepted this invitation.' : (refusal?.message ?? null),
		end: getEnd(row, now),
		pence: cells.reduce((sum, cell) => sum + prices[cell.type], 0),
		certificate: row.certificate,
	}
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof readInvitation>>>

type Row = Awaited<ReturnType<typeof selectAddressed>>[number]

function getEnd(
	{ transfer, senderDeletedAt, lentUntil, isDeletedBySender }: Row,
	now: number,
): InvitationEnd | null {
	const { status, until, decidedAt, createdAt } = transfer
	if (status === 'withdrawn') {
		const by = isDeletedBySender ? 'sender' : senderDeletedAt === null ? 'house' : 'deleted-account'
		return { what: 'withdrawn', by, at: decidedAt ?? createdAt } as const
	}
	if (status !== 'accepted' || until === null) return null
	return { what: 'lent', until, isOver: saleStatus({ until, lentUntil }, now) === 'returned' } as const
}

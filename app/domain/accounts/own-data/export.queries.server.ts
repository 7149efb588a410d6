import { and, asc, eq, getTableColumns, gte, inArray, like, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { addressSince } from '~/domain/accounts/queries.server'
import { cellById } from '~/domain/grid/layout'
import { readSentBack } from '~/domain/orders/ledger.server'
import { isRecipient } from '~/domain/transfers/columns.server'
import { db } from '~/server/db/db.server'
import {
	accounts,
	auditEntries,
	availabilityAlerts,
	blockStatistics,
	cellHolders,
	cellLoans,
	certificates,
	contactMessages,
	creatives,
	files,
	orderCells,
	orders,
	outbox,
	ownershipEvents,
	receipts,
	sessions,
	transferCells,
	transfers,
} from '~/server/db/schema.server'

/* Reads the export of an account page by page. Every column is named: those omitted are internal (hashes, keys, codes)
   or about somebody else. */

/** Rows of a list in memory at a time. */
export const PAGE = 500

type Read = (page: number) => Promise<Record<string, unknown>[]>
type ExportedAccount = Pick<typeof accounts.$inferSelect, 'id' | 'email'>

/**
 * Lists everything stored about an account. Messages sent to its address before it had that address do not belong to
 * it.
 */
export function buildExportLists({ id, email }: ExportedAccount): Record<string, Read> {
	const since = addressSince(id)
	const ownOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.accountId, id))
	const ownCreatives = db.select({ id: creatives.id }).from(creatives).where(eq(creatives.accountId, id))
	return {
		sessions: readColumns(
			sessions,
			['signedInAt', 'lastSeenAt', 'expiresAt', 'address', 'userAgent'],
			eq(sessions.accountId, id),
		),
		orders: readColumns(orders, ORDER, eq(orders.accountId, id), async row => ({
			...row,
			pixels: await readPricedCells(orderCells, eq(orderCells.orderId, row.id)),
			sentBack: await readSentBack(row.id),
		})),
		receipts: readColumns(receipts, ['number', 'orderId', 'issuedAt'], inArray(receipts.orderId, ownOrders)),
		certificates: readColumns(
			certificates,
			['code', 'holder', 'orderId', 'transferId', 'issuedAt'],
			eq(certificates.accountId, id),
		),
		pixels: readColumns(
			cellHolders,
			['cell', 'kind', 'since', 'holdUntil', 'orderId', 'creativeId'],
			eq(cellHolders.accountId, id),
			addPosition,
		),
		borrowedPixels: readColumns(
			cellLoans,
			['cell', 'since', 'until'],
			eq(cellLoans.borrowerId, id),
			addPosition,
		),
		availabilityAlerts: readColumns(
			availabilityAlerts,
			['lot', 'cell', 'createdAt'],
			eq(availabilityAlerts.accountId, id),
			({ lot: _, ...row }) => addPosition(row),
		),
		creatives: readColumns(
			creatives,
			['id', 'description', 'link', 'imageKey', 'createdAt', 'updatedAt', 'archivedAt'],
			eq(creatives.accountId, id),
		),
		statistics: readColumns(
			blockStatistics,
			['creativeId', 'day', 'views', 'clicks'],
			inArray(blockStatistics.creativeId, ownCreatives),
		),
		files: readColumns(files, ['key', 'kind', 'mime', 'bytes', 'name', 'createdAt'], eq(files.accountId, id)),
		invitationsSent: readInvitations(eq(transfers.senderId, id)),
		invitationsReceived: readInvitations(isRecipient({ id, email })),
		/* Without the other party. */
		ownership: readColumns(
			ownershipEvents,
			['cell', 'at', 'kind', 'fromId', 'toId', 'orderId', 'transferId', 'pence'],
			or(eq(ownershipEvents.fromId, id), eq(ownershipEvents.toId, id)),
			({ fromId, toId, ...row }) => ({
				...addPosition(row),
				youWere: fromId === id ? (toId === id ? 'both' : 'giving') : 'receiving',
			}),
		),
		emails: readColumns(
			outbox,
			['kind', 'subject', 'text', 'createdAt', 'sentAt'],
			and(eq(outbox.recipient, email), gte(outbox.createdAt, since), not(like(outbox.kind, '%-code'))),
		),
		contactMessages: readColumns(
			contactMessages,
			['firstName', 'lastName', 'message', 'createdAt'],
			and(eq(contactMessages.email, email), gte(contactMessages.createdAt, since)),
		),
		activity: readColumns(
			auditEntries,
			['at', 'actorId', 'action', 'subjectType', 'subjectId', 'address'],
			or(eq(auditEntries.actorId, id), isAboutAccount(id)),
			/* The address of another person who changed the account is that person's data. */
			({ actorId, address, ...row }) =>
				actorId === id ? { ...row, byYou: true, address } : { ...row, byYou: false },
		),
	}
}

/* Without the administrators who decided them. */
const ORDER = [
	...(['id', 'reference', 'status', 'subtotalPence', 'discountPence', 'totalPence', 'couponCode'] as const),
	...(['name', 'email', 'contactNo', 'country', 'bankName', 'bankAccountNo', 'paymentId'] as const),
	...(['paymentReceiptKey', 'swiftReceiptKey', 'createdAt', 'holdUntil', 'submittedAt'] as const),
	...(['decidedAt', 'failureReason', 'releasedAt', 'releaseReason', 'receivedPence', 'sentPence'] as const),
]

/** Invitations, with the fields that both sides see. */
const readInvitations = (which: SQL | undefined) =>
	readColumns(
		transfers,
		['id', 'senderId', 'recipientEmail', 'status', 'until', 'createdAt', 'decidedAt'],
		which,
		async ({ senderId, ...row }) => {
			const [sender] = await db
				.select()
				.from(accounts)
				.where(eq(accounts.id, senderId ?? ''))
			const pixels = await readPricedCells(transferCells, eq(transferCells.transferId, row.id))
			return { ...row, senderName: sender?.fullName ?? null, pixels }
		},
	)

/* Notes of administrators are not exported (P51), so neither are the audit entries about them. */
const isAboutAccount = (id: string) =>
	and(
		eq(auditEntries.subjectType, 'account'),
		eq(auditEntries.subjectId, id),
		ne(auditEntries.action, 'account.note'),
	)

/** Reads the named columns of a table in the order in which the rows were written, a page at a time. */
function readColumns<Table extends SQLiteTable, Name extends keyof Table['$inferSelect'] & string>(
	table: Table,
	names: readonly Name[],
	isTheirs: SQL | undefined,
	shown: (row: Pick<Table['$inferSelect'], Name>) => object | Promise<object> = row => row,
): Read {
	const columns: Record<string, SQLiteColumn> = getTableColumns(table)
	const named = Object.fromEntries(
		Object.entries(columns).filter(([name]) => names.some(item => item === name)),
	)
	return async page => {
		const rows = await db
			.select(named)
			.from(table)
			.where(isTheirs)
			.orderBy(sql`rowid`)
			.limit(PAGE)
			.offset(page * PAGE)
		const drawn = rows.map(async row => await shown(row as Pick<Table['$inferSelect'], Name>))
		return (await Promise.all(drawn)) as Record<string, unknown>[]
	}
}

async function readPricedCells(table: typeof orderCells | typeof transferCells, where: SQL) {
	const { cell, pricePence } = table
	const rows = await db.select({ cell, pricePence }).from(table).where(where).orderBy(asc(cell))
	return rows.map(addPosition)
}

function addPosition<Row extends { cell: number }>({ cell, ...row }: Row) {
	const found = cellById(cell)
	return { pixel: cell, type: found?.type, row: found?.row, column: found?.col, ...row }
}

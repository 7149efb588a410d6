import { asc, eq, or, type SQL } from 'drizzle-orm'
import { cellById } from '~/domain/grid/layout'
import { readSentBack } from '~/domain/payments/ledger.server'
import { db } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	cellLoans,
	certificates,
	orderCells,
	orders,
	ownershipEvents,
	receipts,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { at, PAGE } from './export-page'

/* The part of the file with all data of an account that is about pixels and money. Every column is named. */

/** The orders of an account, without who decided them. */
export async function readOrders(id: string, page: number) {
	const rows = await db
		.select({
			id: orders.id,
			reference: orders.reference,
			status: orders.status,
			subtotalPence: orders.subtotalPence,
			discountPence: orders.discountPence,
			totalPence: orders.totalPence,
			couponCode: orders.couponCode,
			name: orders.name,
			email: orders.email,
			contactNo: orders.contactNo,
			country: orders.country,
			bankName: orders.bankName,
			bankAccountNo: orders.bankAccountNo,
			paymentId: orders.paymentId,
			paymentReceiptKey: orders.paymentReceiptKey,
			swiftReceiptKey: orders.swiftReceiptKey,
			createdAt: orders.createdAt,
			holdUntil: orders.holdUntil,
			submittedAt: orders.submittedAt,
			decidedAt: orders.decidedAt,
			failureReason: orders.failureReason,
			releasedAt: orders.releasedAt,
			releaseReason: orders.releaseReason,
			receivedPence: orders.receivedPence,
			sentPence: orders.sentPence,
		})
		.from(orders)
		.where(eq(orders.accountId, id))
		.orderBy(asc(orders.createdAt), asc(orders.id))
		.limit(PAGE)
		.offset(at(page))
	return await Promise.all(
		rows.map(async row => ({
			...row,
			pixels: await cellsOfOrder(row.id),
			sentBack: await readSentBack(row.id),
		})),
	)
}

async function cellsOfOrder(orderId: string) {
	const rows = await db
		.select({ cell: orderCells.cell, pricePence: orderCells.pricePence })
		.from(orderCells)
		.where(eq(orderCells.orderId, orderId))
		.orderBy(asc(orderCells.cell))
	return rows.map(({ cell, pricePence }) => ({ ...place(cell), pricePence }))
}

/** What the account owns or has on hold. */
export async function readPixels(id: string, page: number) {
	const rows = await db
		.select({
			cell: cellHolders.cell,
			kind: cellHolders.kind,
			since: cellHolders.since,
			holdUntil: cellHolders.holdUntil,
			orderId: cellHolders.orderId,
			creativeId: cellHolders.creativeId,
		})
		.from(cellHolders)
		.where(eq(cellHolders.accountId, id))
		.orderBy(asc(cellHolders.cell))
		.limit(PAGE)
		.offset(at(page))
	return rows.map(({ cell, ...row }) => ({ ...place(cell), ...row }))
}

/** What it has borrowed. */
export async function readBorrowed(id: string, page: number) {
	const rows = await db
		.select({ cell: cellLoans.cell, since: cellLoans.since, until: cellLoans.until })
		.from(cellLoans)
		.where(eq(cellLoans.borrowerId, id))
		.orderBy(asc(cellLoans.cell))
		.limit(PAGE)
		.offset(at(page))
	return rows.map(({ cell, ...row }) => ({ ...place(cell), ...row }))
}

/** Invitations, as both sides see them. */
export async function readInvitations(which: SQL | undefined, page: number) {
	const rows = await db
		.select({
			id: transfers.id,
			senderName: accounts.fullName,
			recipientEmail: transfers.recipientEmail,
			status: transfers.status,
			till: transfers.till,
			createdAt: transfers.createdAt,
			decidedAt: transfers.decidedAt,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(which)
		.orderBy(asc(transfers.createdAt), asc(transfers.id))
		.limit(PAGE)
		.offset(at(page))
	return await Promise.all(rows.map(async row => ({ ...row, pixels: await cellsOfTransfer(row.id) })))
}

async function cellsOfTransfer(transferId: string) {
	const rows = await db
		.select({ cell: transferCells.cell, pricePence: transferCells.pricePence })
		.from(transferCells)
		.where(eq(transferCells.transferId, transferId))
		.orderBy(asc(transferCells.cell))
	return rows.map(({ cell, pricePence }) => ({ ...place(cell), pricePence }))
}

/** What happened to pixels that it gave or got, without who was on the other side. */
export async function readOwnership(id: string, page: number) {
	const rows = await db
		.select({
			cell: ownershipEvents.cell,
			at: ownershipEvents.at,
			kind: ownershipEvents.kind,
			fromId: ownershipEvents.fromId,
			toId: ownershipEvents.toId,
			orderId: ownershipEvents.orderId,
			transferId: ownershipEvents.transferId,
			pence: ownershipEvents.pence,
		})
		.from(ownershipEvents)
		.where(or(eq(ownershipEvents.fromId, id), eq(ownershipEvents.toId, id)))
		.orderBy(asc(ownershipEvents.id))
		.limit(PAGE)
		.offset(at(page))
	return rows.map(({ cell, fromId, toId, ...row }) => ({
		...place(cell),
		...row,
		youWere: fromId === id ? (toId === id ? 'both' : 'giving') : 'receiving',
	}))
}

/** The certificates that were issued to the account. */
export async function readCertificates(id: string, page: number) {
	return await db
		.select({
			code: certificates.code,
			holder: certificates.holder,
			orderId: certificates.orderId,
			transferId: certificates.transferId,
			issuedAt: certificates.issuedAt,
		})
		.from(certificates)
		.where(eq(certificates.accountId, id))
		.orderBy(asc(certificates.code))
		.limit(PAGE)
		.offset(at(page))
}

/** The receipts of its orders. */
export async function readReceipts(id: string, page: number) {
	return await db
		.select({ number: receipts.number, orderId: receipts.orderId, issuedAt: receipts.issuedAt })
		.from(receipts)
		.innerJoin(orders, eq(orders.id, receipts.orderId))
		.where(eq(orders.accountId, id))
		.orderBy(asc(receipts.number))
		.limit(PAGE)
		.offset(at(page))
}

function place(cell: number) {
	const found = cellById(cell)
	return { pixel: cell, type: found?.type, row: found?.row, column: found?.col }
}

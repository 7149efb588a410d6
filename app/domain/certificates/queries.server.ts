import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { groupBy } from '~/domain/group-by'
import { db } from '~/server/db/db.server'
import { certificates, orders, ownershipEvents, receipts } from '~/server/db/schema.server'
import { type CellFate, certificatePath, certificateStatus, checkPath, paperPath } from './rules'

const ENDS = ['transferred', 'rejected', 'restored', 'deleted', 'account-deleted'] as const

/**
 * Reads a certificate with its cells and their current status; undefined for a code that was never issued. Two queries.
 */
export async function readCertificate(code: string) {
	const [row] = await db
		.select({ certificate: certificates, reference: orders.reference })
		.from(certificates)
		.leftJoin(orders, eq(orders.id, certificates.orderId))
		.where(eq(certificates.code, code))
	if (!row) return undefined
	const { certificate, reference } = row
	const fates = await readFates(certificate)
	const current = new Set(fates.filter(fate => fate.ended === null).map(fate => fate.cell))
	const cells: Cell[] = cellsByIds(fates.map(fate => fate.cell))
	return {
		...certificate,
		reference,
		cells,
		/** The cells that are still the holder's by this certificate. */
		current: cells.filter(cell => current.has(cell.id)),
		...certificateStatus(fates),
	}
}

export type Certificate = NonNullable<Awaited<ReturnType<typeof readCertificate>>>

/* Reads the events that the certificate stands for, and for each the first later one that ends it. */
async function readFates({ orderId, transferId }: typeof certificates.$inferSelect): Promise<CellFate[]> {
	const because =
		orderId !== null
			? and(eq(ownershipEvents.orderId, orderId), eq(ownershipEvents.kind, 'approved'))
			: and(eq(ownershipEvents.transferId, transferId ?? ''), eq(ownershipEvents.kind, 'transferred'))
	const end = (column: 'kind' | 'at') => sql`(
		select ${sql.raw(`later.${column}`)} from ownership_events later
		where later.cell = ownership_events.cell and later.id > ownership_events.id and later.kind in ${ENDS}
		order by later.id limit 1)`
	return await db
		.select({
			cell: ownershipEvents.cell,
			ended: sql<CellFate['ended']>`${end('kind')}`,
			endedAt: sql<number | null>`${end('at')}`,
		})
		.from(ownershipEvents)
		.where(because)
}

/**
 * Reads the receipt of an order over more than £0, and the code of its certificate; null if there is none.
 * `receipt.issuedAt`: UTC ms.
 */
export async function readPapers(orderId: string) {
	const [row] = await db
		.select({ receipt: receipts, code: certificates.code })
		.from(orders)
		.leftJoin(receipts, eq(receipts.orderId, orders.id))
		.leftJoin(certificates, eq(certificates.orderId, orders.id))
		.where(eq(orders.id, orderId))
	return row ?? { receipt: null, code: null }
}

export type Papers = Awaited<ReturnType<typeof readPapers>>

/**
 * Lists the receipts and certificates of an account by order or transfer, newest first, with the ids of its cells.
 * `issuedAt`: of the newest, UTC ms; `href`: the PDF; `check`: the page that verifies it, if any. Three queries.
 */
export async function listPapers(accountId: string) {
	const [ownReceipts, ownCertificates, received] = await Promise.all([
		db
			.select({
				number: receipts.number,
				issuedAt: receipts.issuedAt,
				id: orders.id,
				of: orders.reference,
			})
			.from(receipts)
			.innerJoin(orders, eq(orders.id, receipts.orderId))
			.where(and(eq(orders.accountId, accountId), eq(orders.status, 'approved'))),
		db
			.select({
				code: certificates.code,
				issuedAt: certificates.issuedAt,
				id: sql<string>`coalesce(${certificates.orderId}, ${certificates.transferId})`,
				of: orders.reference,
			})
			.from(certificates)
			.leftJoin(orders, eq(orders.id, certificates.orderId))
			.where(eq(certificates.accountId, accountId)),
		db
			.select({
				cell: ownershipEvents.cell,
				id: sql<string>`coalesce(${ownershipEvents.transferId}, ${ownershipEvents.orderId})`,
			})
			.from(ownershipEvents)
			.where(
				and(eq(ownershipEvents.toId, accountId), inArray(ownershipEvents.kind, ['approved', 'transferred'])),
			),
	])
	const cells = groupBy(received, event => event.id)
	const papers = [
		...ownCertificates.map(({ code, ...issued }) => ({
			...issued,
			name: `Global Ownership Certificate ${code}`,
			href: certificatePath(code),
			check: checkPath(code),
		})),
		...ownReceipts.map(({ number, ...issued }) => ({
			...issued,
			name: `Receipt No. ${number}`,
			href: paperPath(issued.id, 'receipt'),
			check: null,
		})),
	]
	return [...groupBy(papers, paper => paper.id)]
		.map(([id, issued]) => ({
			id,
			about: issued[0]?.of ? `Order ${issued[0].of}` : 'Transfer',
			cells: (cells.get(id) ?? []).map(({ cell }) => cell),
			issuedAt: Math.max(...issued.map(paper => paper.issuedAt)),
			papers: issued,
		}))
		.sort((a, b) => b.issuedAt - a.issuedAt)
}

/**
 * Lists the codes of the certificates by which the account owns cells, by cell; omits cells without one, or that
 * somebody else owns. One query.
 */
export async function listCertificateCodes(cells: readonly number[], accountId: string) {
	const because = or(
		and(eq(ownershipEvents.kind, 'approved'), eq(certificates.orderId, ownershipEvents.orderId)),
		and(eq(ownershipEvents.kind, 'transferred'), eq(certificates.transferId, ownershipEvents.transferId)),
	)
	const events = await db
		.select({ cell: ownershipEvents.cell, toId: ownershipEvents.toId, code: certificates.code })
		.from(ownershipEvents)
		.leftJoin(certificates, because)
		.where(
			and(inArray(ownershipEvents.cell, [...cells]), inArray(ownershipEvents.kind, ['approved', ...ENDS])),
		)
		.orderBy(ownershipEvents.id)
	const last = new Map(events.map(event => [event.cell, event]))
	return new Map(
		[...last.values()].flatMap(({ cell, toId, code }) =>
			toId === accountId && code !== null ? [[cell, code] as const] : [],
		),
	)
}

/** Like {@link listCertificateCodes}, for one cell. */
export async function findCertificateCode(cell: number, accountId: string): Promise<string | undefined> {
	return (await listCertificateCodes([cell], accountId)).get(cell)
}

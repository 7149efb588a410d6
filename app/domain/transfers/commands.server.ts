import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { certificatePath } from '~/domain/certificates/rules'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import {
	invitationAcceptedEmail,
	invitationRejectedEmail,
	pixelsReceivedEmail,
	type TransferForEmail,
} from '~/domain/mail/invitation-emails'
import type { Holder } from '~/domain/ownership/holder'
import { changeOwner } from '~/domain/ownership/transfers.server'
import { getPrices } from '~/domain/settings/queries.server'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	cellLoans,
	creatives,
	orders,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { cellsOfTransfer } from './columns.server'
import { newHolderPath } from './emails.server'
import { endInvitation } from './end-invitations.server'
import { startLoan } from './loans.server'
import { checkAcceptance, checkDecision, type TransferDecision, type TransferDecisionRefusal } from './rules'

/** `version` and `until` (UTC ms; null: permanent): of the invitation as it was shown. `now`: UTC ms. */
export type TransferDecisionInput = {
	transferId: string
	accountId: string
	version?: number | undefined
	until?: number | null | undefined
	now: number
}
export type TransferDecisionResult = { ok: true } | TransferDecisionRefusal

/** Accepts or rejects an invitation that was sent to this account's address. */
export function decideTransfer(
	decision: TransferDecision,
	input: TransferDecisionInput,
): Promise<TransferDecisionResult> {
	return decision === 'accept' ? acceptTransfer(input) : rejectTransfer(input)
}

/**
 * Accepts an invitation: all its cells pass to the recipient at today's list price, without an order and without their
 * creatives, which are archived for the sender's history. With a date they are lent until then instead. An
 * administrator accepts for the house. Writes the audit log and emails both sides.
 */
export async function acceptTransfer(input: TransferDecisionInput): Promise<TransferDecisionResult> {
	return await write(async tx => {
		const found = await readDecidable(tx, input)
		if (!found.ok) return found
		const { transfer, recipient, cells } = found
		const ids = cells.map(cell => cell.id)
		const newHolder: Holder = recipient.role === 'admin' ? null : recipient.id
		const held = await readHeld(tx, ids, input.now)
		const refusal = checkAcceptance(transfer, ids, held, newHolder)
		if (refusal) return refusal

		const { now } = input
		await endInvitation(tx, transfer, { status: 'accepted', recipientId: recipient.id, decidedAt: now })
		const { senderId: from, until } = transfer
		if (until !== null) {
			await record(tx, 'transfer.lend', input, { cells: ids, from, to: newHolder, until })
			await startLoan(tx, { ...transfer, until }, ids, { borrowerId: newHolder, actorId: recipient.id, now })
			return { ok: true }
		}
		const prices = await keepPrices(tx, transfer.id, cells)
		const pence = [...prices.values()].reduce((sum, price) => sum + price, 0)
		const between = { transferId: transfer.id, fromId: from, toId: newHolder, actorId: recipient.id }
		const code = await changeOwner(tx, ids, { ...between, pence: prices, now })
		await saveSoldCreative(tx, transfer, held, now)
		await deleteOrphaned(
			tx,
			held.map(item => item.creativeId),
		)
		await record(tx, 'transfer.accept', input, { cells: ids, from, to: newHolder, pence })
		const email = { ...toEmail(found, code), pence }
		await enqueueEmail(tx, found.senderEmail, invitationAcceptedEmail(email), {
			now,
			dedupeKey: `transfer-accepted:${transfer.id}`,
		})
		await enqueueEmail(tx, recipient.email, pixelsReceivedEmail(email), {
			now,
			dedupeKey: `transfer-received:${transfer.id}`,
		})
		return { ok: true }
	})
}

/** Rejects an invitation: its cells stay with the sender, who gets an email. Writes the audit log. */
export async function rejectTransfer(input: TransferDecisionInput): Promise<TransferDecisionResult> {
	return await write(async tx => {
		const found = await readDecidable(tx, input)
		if (!found.ok) return found
		const { transfer, cells } = found
		await endInvitation(tx, transfer, { status: 'rejected', decidedAt: input.now })
		await record(tx, 'transfer.reject', input, { cells: cells.map(cell => cell.id) })
		await enqueueEmail(tx, found.senderEmail, invitationRejectedEmail(toEmail(found)), {
			now: input.now,
			dedupeKey: `transfer-rejected:${transfer.id}`,
		})
		return { ok: true }
	})
}

type Decidable = Extract<Awaited<ReturnType<typeof readDecidable>>, { ok: true }>

/**
 * Reads the invitation and checks, inside the transaction, whether this account may answer it. `senderName` null: the
 * house.
 */
async function readDecidable(tx: Tx, { transferId, accountId, version, until, now }: TransferDecisionInput) {
	const [row] = await tx
		.select({
			transfer: transfers,
			senderName: accounts.fullName,
			senderEmail: accounts.email,
			cells: cellsOfTransfer,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(eq(transfers.id, transferId))
	const [recipient] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	const refusal = checkDecision(row?.transfer, { email: recipient?.email ?? '', version, until }, now)
	if (refusal) return refusal
	if (!row || !recipient) throw new Error('An invitation was neither found nor refused')
	return {
		ok: true,
		...row,
		recipient,
		senderEmail: row.senderEmail ?? brand.supportEmail,
		cells: cellsByIds(row.cells),
	} as const
}

async function readHeld(tx: Tx, cells: readonly number[], now: number) {
	const rows = await tx
		.select({
			cell: cellHolders.cell,
			kind: cellHolders.kind,
			accountId: cellHolders.accountId,
			orderStatus: orders.status,
			creativeId: creatives.id,
			lentUntil: cellLoans.until,
		})
		.from(cellHolders)
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(cellLoans, and(eq(cellLoans.cell, cellHolders.cell), gt(cellLoans.until, now)))
		.where(inArray(cellHolders.cell, [...cells]))
	return rows.map(({ lentUntil, ...row }) => ({ ...row, isLent: lentUntil !== null }))
}

/**
 * Stores today's list prices, which the history shows from now on.
 * @returns them in pence, by cell.
 */
async function keepPrices(tx: Tx, transferId: string, cells: readonly Cell[]): Promise<Map<number, number>> {
	const prices = await getPrices(tx)
	for (const type of new Set(cells.map(cell => cell.type))) {
		const ids = cells.filter(cell => cell.type === type).map(cell => cell.id)
		await tx
			.update(transferCells)
			.set({ pricePence: prices[type] })
			.where(and(eq(transferCells.transferId, transferId), inArray(transferCells.cell, ids)))
	}
	return new Map(cells.map(cell => [cell.id, prices[cell.type]]))
}

function toEmail(
	{ transfer, senderName, recipient, cells }: Decidable,
	certificateCode?: string,
): TransferForEmail {
	const isToHouse = recipient.role === 'admin'
	return {
		senderName,
		recipientName: recipient.fullName,
		recipientEmail: recipient.email,
		cells,
		historyUrl: transfer.senderId === null ? null : absoluteUrl(`/user/history/sold/${transfer.id}`),
		certificateUrl: certificateCode ? absoluteUrl(certificatePath(certificateCode)) : null,
		manageUrl: absoluteUrl(newHolderPath(isToHouse ? 'admin' : 'user', cells)),
	}
}

const record = (
	tx: Tx,
	action: string,
	{ transferId, accountId: actorId, now }: TransferDecisionInput,
	detail: Record<string, unknown>,
) => audit(tx, action, { type: 'transfer', id: transferId }, { actorId, now }, detail)

/**
 * Archives the creatives of cells that are passed on permanently, for the sender's history: as a copy, because the
 * sender may continue to use and change the original. `now`: UTC ms.
 */
export async function saveSoldCreative(
	tx: Tx,
	{ id: transferId, senderId }: { id: string; senderId: Holder },
	held: readonly { cell: number; creativeId: string | null }[],
	now: number,
): Promise<void> {
	const shown = [...new Set(held.flatMap(({ creativeId }) => creativeId ?? []))]
	if (shown.length === 0) return
	const rows = await tx.select().from(creatives).where(inArray(creatives.id, shown))
	for (const { id, description, link, imageKey, createdAt } of rows) {
		const copy = { id: randomUUID(), accountId: senderId, description, link, imageKey, createdAt }
		await tx.insert(creatives).values({ ...copy, updatedAt: now, archivedAt: now })
		const cells = held.filter(({ creativeId }) => creativeId === id).map(({ cell }) => cell)
		await tx
			.update(transferCells)
			.set({ creativeId: copy.id })
			.where(and(eq(transferCells.transferId, transferId), inArray(transferCells.cell, cells)))
	}
}

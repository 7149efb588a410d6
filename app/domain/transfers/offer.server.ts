import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { listHolderCells } from '~/domain/grid/holder-cells.server'
import { cellsByIds } from '~/domain/grid/layout'
import { type GridSnapshot, readGrid } from '~/domain/grid/queries.server'
import { countAttempts, type TooMany } from '~/domain/limits.server'
import {
	invitationChangedEmail,
	invitationReceivedEmail,
	invitationSentEmail,
} from '~/domain/mail/invitation-emails'
import type { Holder } from '~/domain/ownership/holder'
import type { Refusal } from '~/domain/refusal'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { cellsOfTransfer, isOpenAt } from './columns.server'
import { invitationForEmail } from './emails.server'
import { endInvitation, expireTransfers, notifyWithdrawn } from './end-invitations.server'
import { checkOffer, INVITED, type OfferCode, type OwnCell } from './offer-rules'
import { checkChange, checkLoanDate, OWN_ADDRESS } from './rules'

/* Commands of an invitation's sender: send, change, withdraw. All are recorded and emailed to those concerned. */

/** `senderId` null: the house. `now`: UTC ms. */
type Inviter = Actor & { senderId: Holder }

const INVITATIONS = { attempts: 30, seconds: 3600 }

/**
 * Counts an invitation that an account is about to send or change: each is an email to somebody who did not ask for it.
 * `retryAfter`: seconds.
 */
export async function countInvitation(accountId: string): Promise<TooMany | undefined> {
	const limits = [[`invite:${accountId}`, INVITATIONS] as const]
	return await write(tx =>
		countAttempts(tx, limits, Date.now(), 'Many invitations were sent from your account.'),
	)
}

/** `recipientEmail` in lower case. `until`: UTC ms, for a loan. */
export type InvitationInput = Inviter & {
	cells: readonly number[]
	recipientEmail: string
	until?: number | null
}

type Outcome<Code extends string> = Refusal<Code | 'own-address' | 'until'>

/**
 * Invites an address to take over cells of the sender's, permanently or until a time (P23). Of several simultaneous
 * invitations of one cell only one is sent. Repeating an open invitation returns it (P13). Only the email to the
 * address reveals whether it has an account.
 */
export async function offerCells(
	input: InvitationInput,
): Promise<{ ok: true; transferId: string } | Outcome<OfferCode>> {
	const late = checkLoanDate(input.until ?? null, input.now)
	if (late) return late
	const ids = [...new Set(input.cells)].sort((a, b) => a - b)
	return await write(async tx => {
		const actor = await readActor(tx, input.actorId)
		if (actor.email === input.recipientEmail) return OWN_ADDRESS
		await expireTransfers(tx, input.now, ids)
		const repeated = await findSame(tx, input, ids)
		if (repeated) return { ok: true, transferId: repeated }
		const own = listOwnCells(await readGrid(input.now, tx), input.senderId)
		// Whether a chosen cell is already in an invitation is decided by the insert.
		const undecided = own.map(cell => (ids.includes(cell.cell) ? { ...cell, invited: false } : cell))
		const refused = checkOffer(input.senderId, ids, undecided)
		if (refused) return refused
		const transferId = await insertInvitation(tx, input, ids)
		if (!transferId) return INVITED
		const { senderId, recipientEmail, until = null, now } = input
		const detail = { cells: ids, from: senderId, to: recipientEmail, until }
		await audit(tx, 'transfer.send', { type: 'transfer', id: transferId }, input, detail)
		const senderName = senderId === null ? null : actor.fullName
		const about = { id: transferId, senderName, recipientEmail, until }
		const invitation = await invitationForEmail(tx, about, cellsByIds(ids))
		await enqueueEmail(tx, recipientEmail, invitationReceivedEmail(invitation), {
			now,
			dedupeKey: `invitation-received:${transferId}:1`,
		})
		await enqueueEmail(tx, actor.email, invitationSentEmail({ ...invitation, to: actor.fullName }), {
			now,
			dedupeKey: `invitation-sent:${transferId}`,
		})
		return { ok: true, transferId }
	})
}

/** Lists the cells of a holder, including borrowed ones, with any obstacle to offering them. */
export function listOwnCells(grid: GridSnapshot, holder: Holder): OwnCell[] {
	return listHolderCells(grid, holder).map(({ cell, orderStatus, invited, loan, accountId }) => {
		return { cell, orderStatus, invited, lentUntil: loan?.until ?? null, borrowed: accountId !== holder }
	})
}

async function readActor(tx: Tx, id: string) {
	const [actor] = await tx.select().from(accounts).where(eq(accounts.id, id))
	if (!actor) throw new Error('The invitation has no sender')
	return actor
}

/** Finds an open invitation with the same cells, recipient and date. */
async function findSame(
	tx: Tx,
	{ senderId, recipientEmail, until = null, now }: InvitationInput,
	ids: readonly number[],
): Promise<string | undefined> {
	const rows = await tx
		.select({
			id: transfers.id,
			cell: transferCells.cell,
			senderId: transfers.senderId,
			until: transfers.until,
		})
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.where(and(eq(transfers.recipientEmail, recipientEmail), isOpenAt(now)))
	const candidates = new Set(
		rows.filter(row => row.senderId === senderId && row.until === until).map(row => row.id),
	)
	return [...candidates].find(id => {
		const cells = new Set(rows.filter(row => row.id === id).map(row => row.cell))
		return cells.size === ids.length && ids.every(cell => cells.has(cell))
	})
}

/**
 * Inserts all cells or none.
 * @returns undefined when one of them is in an open invitation, according to the unique index.
 */
async function insertInvitation(
	tx: Tx,
	{ senderId, recipientEmail, until = null, now }: InvitationInput,
	ids: readonly number[],
): Promise<string | undefined> {
	const id = randomUUID()
	await tx.insert(transfers).values({ id, senderId, recipientEmail, until, status: 'open', createdAt: now })
	const { rowsAffected } = await tx
		.insert(transferCells)
		.values(ids.map(cell => ({ transferId: id, cell, open: 1 })))
		.onConflictDoNothing()
	if (rowsAffected === ids.length) return id
	await tx.delete(transferCells).where(eq(transferCells.transferId, id))
	await tx.delete(transfers).where(eq(transfers.id, id))
	return undefined
}

/** `version`: of the invitation as it was shown. */
export type ChangeInput = Inviter & { transferId: string; version: number }

type ChangeResult = { ok: true } | Outcome<'unknown' | 'over' | 'changed'>

/**
 * Changes an open invitation: sends it to another address (lower case), or makes it a loan until a time (UTC ms, P27)
 * or permanent; without `until` that stays as it is. Of a simultaneous acceptance and change only one succeeds.
 */
export async function changeInvitation(
	input: ChangeInput & { recipientEmail: string; until?: number | null | undefined },
): Promise<ChangeResult> {
	const { recipientEmail, now } = input
	return await write(async tx => {
		const found = await readChangeable(tx, input, false)
		if (!found.ok) return found
		const { transfer, actor, cells } = found
		const { id, version, until: former } = transfer
		const until = input.until === undefined ? former : input.until
		if (actor.email === recipientEmail) return OWN_ADDRESS
		const late = until === former ? null : checkLoanDate(until, now)
		if (late) return late
		const isMoved = transfer.recipientEmail !== recipientEmail
		if (!isMoved && until === former) return { ok: true }
		const { rowsAffected } = await tx
			.update(transfers)
			.set({ recipientEmail, until, version: sql`${transfers.version} + 1` })
			.where(and(eq(transfers.id, id), eq(transfers.status, 'open'), eq(transfers.version, version)))
		if (rowsAffected !== 1) throw new Error('An open invitation could not be changed')
		const detail = { to: recipientEmail, until, former: transfer.recipientEmail }
		await audit(tx, 'transfer.edit', { type: 'transfer', id }, input, detail)
		if (isMoved) await notifyWithdrawn(tx, transfer, cells, now)
		const about = await invitationForEmail(tx, { ...transfer, recipientEmail, until }, cells)
		const mail = isMoved ? invitationReceivedEmail(about) : invitationChangedEmail(about)
		const dedupeKey = `${mail.kind}:${id}:${version + 1}`
		await enqueueEmail(tx, recipientEmail, mail, { now, dedupeKey })
		return { ok: true }
	})
}

/**
 * Withdraws an invitation: its cells can be offered again, and its recipient gets an email, unless its date had passed.
 */
export async function withdrawInvitation(input: ChangeInput): Promise<ChangeResult> {
	const { now } = input
	return await write(async tx => {
		const found = await readChangeable(tx, input, true)
		if (!found.ok) return found
		const { transfer } = found
		const cells = await endInvitation(tx, transfer, { status: 'withdrawn', decidedAt: now })
		const subject = { type: 'transfer', id: transfer.id } as const
		await audit(tx, 'transfer.delete', subject, input, { to: transfer.recipientEmail })
		await notifyWithdrawn(tx, transfer, cells, now)
		return { ok: true }
	})
}

async function readChangeable(tx: Tx, input: ChangeInput, isDeletion: boolean) {
	const { transferId, senderId, version, actorId, now } = input
	const [row] = await tx
		.select({ transfer: transfers, cells: cellsOfTransfer })
		.from(transfers)
		.where(eq(transfers.id, transferId))
	const actor = await readActor(tx, actorId)
	const refused = checkChange(row?.transfer, { senderId, version, isDeletion }, now)
	if (refused) return refused
	if (!row) throw new Error('An invitation was neither found nor refused')
	const senderName = senderId === null ? null : actor.fullName
	return { ok: true, actor, transfer: { ...row.transfer, senderName }, cells: cellsByIds(row.cells) } as const
}

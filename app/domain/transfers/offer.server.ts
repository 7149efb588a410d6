import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Holder } from '~/domain/creatives/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { invitationReceivedMail, invitationSentMail } from '~/domain/mail/invitation-mails'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { invitationForMail, recipientOf } from './emails.server'
import { expireTransfers, isOpenAt } from './expiry.server'
import { INVITED, type OfferCode, offerRefusal } from './offer-rules'
import { readOwnCells } from './own-cells.server'
import { type TillRefusal, tillRefusal } from './rules'

export const OWN_ADDRESS = 'You cannot sell pixels to yourself'

/** `senderId` null: the house. `recipientEmail` in lower case. `till`: UTC ms, for a loan. `now`: UTC ms. */
export type OfferInput = {
	senderId: Holder
	actorId: string
	cells: readonly number[]
	recipientEmail: string
	till?: number | null
	now: number
}

export type OfferResult =
	| { ok: true; transferId: string }
	| { ok: false; code: OfferCode; message: string }
	| { ok: false; code: 'own-address'; field: 'buyer_email'; message: string }
	| ({ ok: false } & TillRefusal)

/**
 * Invites an address to take over cells of the sender's, for good or until a time (P23). Of several invitations of one
 * cell at once one is sent. The same invitation again, while it is open, is the one that is there (P13). On record,
 * with emails to both; whether the address has an account is for its own email alone to tell.
 */
export async function offerCells(input: OfferInput): Promise<OfferResult> {
	const late = tillRefusal(input.till ?? null, input.now)
	if (late) return { ok: false, ...late }
	const ids = [...new Set(input.cells)].sort((a, b) => a - b)
	return await write(async tx => {
		const [actor] = await tx.select().from(accounts).where(eq(accounts.id, input.actorId))
		if (!actor) throw new Error('An offer without anybody who makes it')
		if (actor.email === input.recipientEmail) {
			return { ok: false, code: 'own-address', field: 'buyer_email', message: OWN_ADDRESS }
		}
		await expireTransfers(tx, input.now, ids)
		const repeated = await findSame(tx, input, ids)
		if (repeated) return { ok: true, transferId: repeated }
		const own = await readOwnCells(input.senderId, input.now, tx)
		// Whether a chosen cell is in an invitation already is for the insert to decide.
		const undecided = own.map(one => (ids.includes(one.cell) ? { ...one, invited: false } : one))
		const refusal = offerRefusal(input.senderId, ids, undecided)
		if (refusal) return { ok: false, ...refusal }
		const transferId = await insertOffer(tx, input, ids)
		if (!transferId) return { ok: false, code: 'invited', message: INVITED }
		await announceOffer(tx, transferId, input, ids, actor)
		return { ok: true, transferId }
	})
}

/** An open invitation that says exactly this. */
async function findSame(
	tx: Tx,
	{ senderId, recipientEmail, till = null, now }: OfferInput,
	ids: readonly number[],
): Promise<string | undefined> {
	const rows = await tx
		.select({
			id: transfers.id,
			cell: transferCells.cell,
			senderId: transfers.senderId,
			till: transfers.till,
		})
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.where(and(eq(transfers.recipientEmail, recipientEmail), isOpenAt(now)))
	const candidates = new Set(
		rows.filter(row => row.senderId === senderId && row.till === till).map(row => row.id),
	)
	return [...candidates].find(id => {
		const cells = new Set(rows.filter(row => row.id === id).map(row => row.cell))
		return cells.size === ids.length && ids.every(cell => cells.has(cell))
	})
}

/** All cells or none. @returns undefined when one of them is in an open invitation: the unique index says so. */
async function insertOffer(
	tx: Tx,
	{ senderId, recipientEmail, till = null, now }: OfferInput,
	ids: readonly number[],
): Promise<string | undefined> {
	const id = randomUUID()
	await tx.insert(transfers).values({ id, senderId, recipientEmail, till, status: 'open', createdAt: now })
	const inserted = await tx
		.insert(transferCells)
		.values(ids.map(cell => ({ transferId: id, cell, open: 1 })))
		.onConflictDoNothing()
		.returning({ cell: transferCells.cell })
	if (inserted.length === ids.length) return id
	await tx
		.delete(transferCells)
		.where(and(eq(transferCells.transferId, id), inArray(transferCells.cell, [...ids])))
	await tx.delete(transfers).where(eq(transfers.id, id))
	return undefined
}

async function announceOffer(
	tx: Tx,
	transferId: string,
	{ senderId, actorId, recipientEmail, till = null, now }: OfferInput,
	ids: readonly number[],
	actor: { email: string; fullName: string },
): Promise<void> {
	await audit(tx, {
		at: now,
		actorId,
		action: 'transfer.send',
		subjectType: 'transfer',
		subjectId: transferId,
		detail: { cells: ids, from: senderId, to: recipientEmail, till },
	})
	const senderName = senderId === null ? null : actor.fullName
	const invitation = invitationForMail(
		{ id: transferId, senderName, recipientEmail, till },
		cellsByIds(ids),
		await recipientOf(tx, recipientEmail),
	)
	await enqueueMail(tx, recipientEmail, invitationReceivedMail(invitation), {
		now,
		dedupeKey: `invitation-received:${transferId}:1`,
	})
	await enqueueMail(tx, actor.email, invitationSentMail({ ...invitation, to: actor.fullName }), {
		now,
		dedupeKey: `invitation-sent:${transferId}`,
	})
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Holder } from '~/domain/creatives/rules'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { invitationChangedMail, invitationReceivedMail } from '~/domain/mail/invitation-mails'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { invitationForMail, recipientOf } from './emails.server'
import { OWN_ADDRESS } from './offer.server'
import { type ChangeRefusal, changeRefusal, isPast, type TillRefusal, tillRefusal } from './rules'
import { tellWithdrawn } from './withdraw.server'

/** `senderId` null: the house. `version`: of the invitation as it was seen. `now`: UTC ms. */
export type ChangeInput = {
	transferId: string
	senderId: Holder
	actorId: string
	version: number
	now: number
}

export type ChangeResult =
	| { ok: true }
	| ({ ok: false } & ChangeRefusal)
	| { ok: false; code: 'own-address'; field: 'buyer_email'; message: string }
	| ({ ok: false } & TillRefusal)

/**
 * Sends an open invitation to another address (lower case), or makes it a loan until `till` (UTC ms, P27) or a
 * transfer for good; without a `till` that stays as it is. Everybody who is affected gets an email. Of an acceptance and
 * a change at once one happens, and the other is told.
 */
export async function changeOffer(
	input: ChangeInput & { recipientEmail: string; till?: number | null | undefined },
): Promise<ChangeResult> {
	const { recipientEmail, now } = input
	return await write(async tx => {
		const found = await readChangeable(tx, input, false)
		if (!found.ok) return found
		const { transfer, actor } = found
		const till = input.till === undefined ? transfer.till : input.till
		if (actor.email === recipientEmail) {
			return { ok: false, code: 'own-address', field: 'buyer_email', message: OWN_ADDRESS }
		}
		const refusal = till === transfer.till ? null : tillRefusal(till, now)
		if (refusal) return { ok: false, ...refusal }
		if (transfer.recipientEmail === recipientEmail && transfer.till === till) return { ok: true }
		await update(tx, transfer, { recipientEmail, till })
		await record(tx, 'transfer.edit', input, { to: recipientEmail, till, former: transfer.recipientEmail })
		await tellOfChange(tx, found, { recipientEmail, till, now })
		return { ok: true }
	})
}

/**
 * Takes an invitation back: its cells can be offered again, and whom it was sent to is told, unless its date had
 * passed.
 */
export async function deleteOffer(input: ChangeInput): Promise<ChangeResult> {
	return await write(async tx => {
		const found = await readChangeable(tx, input, true)
		if (!found.ok) return found
		const { transfer } = found
		await update(tx, transfer, { status: 'withdrawn', decidedAt: input.now })
		await tx.update(transferCells).set({ open: null }).where(eq(transferCells.transferId, transfer.id))
		await record(tx, 'transfer.delete', input, { to: transfer.recipientEmail })
		const wasOpen = transfer.status === 'open' && !isPast(transfer.till, input.now)
		if (wasOpen) await tellWithdrawn(tx, found, input.now)
		return { ok: true }
	})
}

type Transfer = typeof transfers.$inferSelect
type Changeable = {
	transfer: Transfer
	cells: Cell[]
	actor: { email: string; fullName: string }
	/** Null: the house. */
	senderName: string | null
}

async function readChangeable(
	tx: Tx,
	{ transferId, senderId, actorId, version, now }: ChangeInput,
	isDeletion: boolean,
): Promise<({ ok: true } & Changeable) | ({ ok: false } & ChangeRefusal)> {
	const [transfer] = await tx.select().from(transfers).where(eq(transfers.id, transferId))
	const [actor] = await tx.select().from(accounts).where(eq(accounts.id, actorId))
	const refusal = changeRefusal(transfer, { senderId, version, isDeletion }, now)
	if (refusal) return { ok: false, ...refusal }
	if (!transfer || !actor) throw new Error('An invitation was neither found nor refused')
	const cells = await tx
		.select({ cell: transferCells.cell })
		.from(transferCells)
		.where(eq(transferCells.transferId, transferId))
	return {
		ok: true,
		transfer,
		actor,
		cells: cellsByIds(cells.map(({ cell }) => cell)),
		senderName: senderId === null ? null : actor.fullName,
	}
}

/** The change itself: conditional, so that of several at once one happens. */
async function update(tx: Tx, { id, version }: Transfer, change: Partial<Transfer>): Promise<void> {
	const changed = await tx
		.update(transfers)
		.set({ ...change, version: sql`${transfers.version} + 1` })
		.where(
			and(
				eq(transfers.id, id),
				inArray(transfers.status, ['open', 'expired']),
				eq(transfers.version, version),
			),
		)
		.returning({ id: transfers.id })
	if (changed.length !== 1) throw new Error('An open invitation could not be changed')
}

async function tellOfChange(
	tx: Tx,
	{ transfer, cells, senderName }: Pick<Changeable, 'transfer' | 'cells' | 'senderName'>,
	{ recipientEmail, till, now }: { recipientEmail: string; till: number | null; now: number },
): Promise<void> {
	const isMoved = transfer.recipientEmail !== recipientEmail
	if (isMoved) await tellWithdrawn(tx, { transfer, cells, senderName }, now)
	const recipient = await recipientOf(tx, recipientEmail)
	const about = invitationForMail({ id: transfer.id, senderName, recipientEmail, till }, cells, recipient)
	const mail = isMoved ? invitationReceivedMail(about) : invitationChangedMail(about)
	await enqueueMail(tx, recipientEmail, mail, {
		now,
		dedupeKey: `${mail.kind}:${transfer.id}:${transfer.version + 1}`,
	})
}

function record(tx: Tx, action: string, input: ChangeInput, detail: Record<string, unknown>) {
	return audit(tx, {
		at: input.now,
		actorId: input.actorId,
		action,
		subjectType: 'transfer',
		subjectId: input.transferId,
		detail,
	})
}

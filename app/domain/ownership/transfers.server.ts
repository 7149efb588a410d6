import { and, eq, inArray, isNull } from 'drizzle-orm'
import { issueCertificate } from '~/domain/certificates/issue.server'
import type { Tx } from '~/server/db/db.server'
import { cellHolders } from '~/server/db/schema.server'
import { recordEvents } from './events.server'

type Handover = {
	transferId: string
	/** Null: the house. */
	fromId: string | null
	toId: string | null
	/** The value of each cell, in pence. */
	pence: ReadonlyMap<number, number>
	actorId: string
	/** UTC ms. */
	now: number
}

/**
 * Transfers cells to a new owner permanently, without their creatives and their order: later changes to the sender's
 * payment do not affect the new owner.
 * @returns the code of the new owner's certificate; the house needs none.
 * @throws when one of the cells is not the sender's.
 */
export async function changeOwner(tx: Tx, cells: readonly number[], handover: Handover) {
	const { transferId, fromId, toId, pence, actorId, now } = handover
	const { rowsAffected } = await tx
		.update(cellHolders)
		.set({
			kind: toId === null ? 'house' : 'owned',
			accountId: toId,
			orderId: null,
			heldFrom: null,
			creativeId: null,
			since: now,
		})
		.where(
			and(
				inArray(cellHolders.cell, [...cells]),
				eq(cellHolders.kind, fromId === null ? 'house' : 'owned'),
				fromId === null ? isNull(cellHolders.accountId) : eq(cellHolders.accountId, fromId),
			),
		)
	if (rowsAffected !== cells.length) throw new Error('Not every cell could be transferred')
	await recordEvents(tx, cells, { at: now, kind: 'transferred', fromId, toId, transferId, actorId, pence })
	return toId === null ? undefined : await issueCertificate(tx, { transferId }, toId, now)
}

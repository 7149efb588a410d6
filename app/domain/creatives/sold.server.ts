import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Holder } from '~/domain/ownership/holder'
import type { Tx } from '~/server/db/db.server'
import { creatives, transferCells } from '~/server/db/schema.server'

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

import { eq, inArray } from 'drizzle-orm'
import { CELL_TYPES, cellsByIds, countByType } from '~/domain/grid/layout'
import { db } from '~/server/db/db.server'
import { cellHolders, creatives, orderCells, transferCells } from '~/server/db/schema.server'

/**
 * The contents of an order or transfer: its cells, and the creatives of those still held with it, or passed on with it.
 */
export type Contents = {
	cells: number[]
	shown: { imageKey: string | null; description: string; link: string }[]
}

const NONE: Contents = { cells: [], shown: [] }

/** Reads the contents of orders. Two queries, however many there are. */
export async function readOrderContents(ids: readonly string[]): Promise<(id: string) => Contents> {
	const [cells, shown] = await Promise.all([
		db
			.select({ id: orderCells.orderId, cell: orderCells.cell })
			.from(orderCells)
			.where(inArray(orderCells.orderId, ids)),
		db
			.selectDistinct({
				id: cellHolders.orderId,
				imageKey: creatives.imageKey,
				description: creatives.description,
				link: creatives.link,
			})
			.from(cellHolders)
			.innerJoin(creatives, eq(creatives.id, cellHolders.creativeId))
			.where(inArray(cellHolders.orderId, ids)),
	])
	return collect(cells, shown)
}

/**
 * Reads the contents of transfers, with the creatives at the time of the transfer; the current ones are the
 * recipient's.
 */
export async function readTransferContents(ids: readonly string[]): Promise<(id: string) => Contents> {
	const isAmong = inArray(transferCells.transferId, ids)
	const [cells, shown] = await Promise.all([
		db.select({ id: transferCells.transferId, cell: transferCells.cell }).from(transferCells).where(isAmong),
		db
			.selectDistinct({
				id: transferCells.transferId,
				imageKey: creatives.imageKey,
				description: creatives.description,
				link: creatives.link,
			})
			.from(transferCells)
			.innerJoin(creatives, eq(creatives.id, transferCells.creativeId))
			.where(isAmong),
	])
	return collect(cells, shown)
}

type Shown = Contents['shown'][number] & { id: string | null }

function collect(cells: readonly { id: string; cell: number }[], shown: readonly Shown[]) {
	const all = new Map<string, Contents>()
	const getContents = (id: string) => {
		const known = all.get(id) ?? { cells: [], shown: [] }
		all.set(id, known)
		return known
	}
	for (const { id, cell } of cells) getContents(id).cells.push(cell)
	for (const { id, ...one } of shown) if (id) getContents(id).shown.push(one)
	return (id: string) => all.get(id) ?? NONE
}

/** Lists how many pixels there are of each type: 'tiny:4, small:1'. */
export function formatTypeCounts(cells: readonly number[]): string {
	const counts = countByType(cellsByIds(cells))
	return CELL_TYPES.filter(type => counts[type] > 0)
		.map(type => `${type}:${counts[type]}`)
		.join(', ')
}

import { and, eq, isNull } from 'drizzle-orm'
import { cellById, cellsByIds } from '~/domain/grid/layout'
import { connectedAreas, isFilledRectangle, shapeSize } from '~/domain/grid/rules'
import { db, type Readable } from '~/server/db.server'
import { cellHolders, creatives, orders, transferCells } from '~/server/schema.server'
import type { Block, Creative, Holder } from './rules'

type HeldCell = { cell: number; pending: boolean; invited: boolean; creative: Creative | null }

/** Every block of a holder, in the order of the grid. Cells in an open transfer are left out: they cannot be managed. */
export async function listBlocks(holder: Holder, from: Readable = db): Promise<Block[]> {
	return blocksOf(await readHeldCells(holder, from))
}

export type FoundBlock = { ok: true; block: Block } | { ok: false; message: string }

/** The block that a cell belongs to, or why this holder cannot manage it. */
export async function findBlock(cell: number, holder: Holder, from: Readable = db): Promise<FoundBlock> {
	const held = await readHeldCells(holder, from)
	const chosen = held.find(entry => entry.cell === cell)
	if (!chosen) return { ok: false, message: 'Can only manage owned pixels' }
	if (chosen.invited) {
		return { ok: false, message: 'This pixel is already in an invitation and cannot be selected' }
	}
	const block = blocksOf(held, cell).find(({ cells }) => cells.includes(cell))
	if (!block) throw new Error(`Cell ${cell} is held and belongs to no area`)
	return { ok: true, block }
}

function blocksOf(held: readonly HeldCell[], chosen?: number): Block[] {
	const byCell = new Map(held.filter(entry => !entry.invited).map(entry => [entry.cell, entry]))
	return connectedAreas(byCell.keys()).map(ids => {
		const entries = ids.flatMap(id => byCell.get(id) ?? [])
		const ofChosen = chosen === undefined ? undefined : byCell.get(chosen)?.creative
		const creative = ofChosen ?? entries.find(entry => entry.creative)?.creative ?? null
		const cells = cellsByIds(ids)
		const [first] = cells
		return {
			cells: ids,
			type: first?.type ?? 'tiny',
			...shapeSize(cells),
			isRectangle: isFilledRectangle(cells),
			creative,
			differing: creative ? entries.filter(entry => entry.creative?.id !== creative.id).length : 0,
			isPending: entries.some(entry => entry.pending),
		}
	})
}

async function readHeldCells(holder: Holder, from: Readable): Promise<HeldCell[]> {
	const rows = await from
		.select({
			cell: cellHolders.cell,
			orderStatus: orders.status,
			invited: transferCells.open,
			creative: {
				id: creatives.id,
				description: creatives.description,
				link: creatives.link,
				imageKey: creatives.imageKey,
			},
		})
		.from(cellHolders)
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
		.where(
			holder === null
				? and(eq(cellHolders.kind, 'house'), isNull(cellHolders.accountId))
				: and(eq(cellHolders.kind, 'owned'), eq(cellHolders.accountId, holder)),
		)
		.orderBy(cellHolders.cell)
	return rows
		.filter(row => cellById(row.cell))
		.map(row => ({
			cell: row.cell,
			pending: row.orderStatus === 'pending',
			invited: row.invited !== null,
			creative: row.creative,
		}))
}

import { connectedAreas } from './geometry-rules'
import { cellById } from './layout'
import type { PublishedBlock } from './rules'

/**
 * A block that its owner sees now, and the public once the payment is verified (P16); `cells` is the whole connected
 * area.
 */
export type AwaitingBlock = PublishedBlock & { readonly accountId: string }

type Row = {
	readonly cell: number
	readonly accountId: string | null
	readonly orderStatus: string | null
	readonly creativeId: string | null
	readonly imageKey: string | null
	readonly description: string | null
	readonly link: string | null
}

/** The areas of which a cell's order still waits for its review. `rows`: who holds which cell and what it shows. */
export function awaitingBlocks(rows: readonly Row[]): AwaitingBlock[] {
	const pending = new Set(rows.filter(row => row.orderStatus === 'pending').map(row => row.cell))
	const creatives = new Map<string, { about: Omit<AwaitingBlock, 'cells'>; cells: number[] }>()
	for (const { cell, accountId, creativeId, imageKey, description, link } of rows) {
		if (accountId === null || creativeId === null || !imageKey || !cellById(cell)) continue
		const about = { accountId, creativeId, imageKey, description: description ?? '', link: link ?? '' }
		const entry = creatives.get(`${accountId}:${creativeId}`) ?? { about, cells: [] }
		entry.cells.push(cell)
		creatives.set(`${accountId}:${creativeId}`, entry)
	}
	return [...creatives.values()].flatMap(({ about, cells }) =>
		connectedAreas(cells)
			.filter(area => area.some(cell => pending.has(cell)))
			.map(area => ({ ...about, cells: area })),
	)
}

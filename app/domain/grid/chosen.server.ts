import { readSelection, resolveCells } from '~/domain/grid/selection/selection'
import { listOfferedCells } from '~/domain/transfers/queries.server'
import { type Cell, cellsByIds } from './layout'
import { readGrid, statesFor } from './queries.server'
import { cropSurroundings } from './surroundings'

/**
 * Reads the place that a guest is on the way to from the address of that page: a selection to buy, or an open
 * invitation. The cells with their surroundings at `now` (UTC ms), and their price (pence). Null without a place.
 */
export async function readChosen(destination: string, now: number) {
	const [path = '', query = ''] = destination.split('?')
	const invitation = /^\/user\/invitations\/([\w-]+)$/.exec(path)?.[1]
	const cells = invitation ? cellsByIds(await listOfferedCells(invitation, now)) : readSelected(path, query)
	if (cells.length === 0) return null
	const grid = await readGrid(now)
	const states = statesFor(grid, { role: 'guest' })
	const place = cropSurroundings(
		cells.map(cell => cell.id),
		{ states, blocks: grid.blocks },
		{ w: 14, h: 8 },
	)
	return {
		cells,
		place,
		isOffered: invitation !== undefined,
		pence: cells.reduce((sum, cell) => sum + grid.prices[cell.type], 0),
	}
}

function readSelected(path: string, query: string): Cell[] {
	if (!query || !/^\/user\/pixels\/(buy|preview)$/.test(path)) return []
	const resolved = resolveCells(readSelection(new URLSearchParams(query)), false)
	return resolved.ok ? cellsByIds(resolved.ids) : []
}

export type Chosen = NonNullable<Awaited<ReturnType<typeof readChosen>>>

import { readSelection, resolveCells } from '~/domain/grid/selection/selection'
import { cellsByIds } from './layout'
import { readGrid, statesFor } from './queries.server'
import { cropSurroundings } from './surroundings'

/**
 * Reads the selection that a guest is about to buy from the address of that page: the cells with their surroundings at
 * `now` (UTC ms), and their price (pence). Null without a selection.
 */
export async function readChosen(destination: string, now: number) {
	const [path, query] = destination.split('?')
	if (!query || !/^\/user\/pixels\/(buy|preview)$/.test(path ?? '')) return null
	const resolved = resolveCells(readSelection(new URLSearchParams(query)), false)
	const cells = resolved.ok ? cellsByIds(resolved.ids) : []
	if (cells.length === 0) return null
	const grid = await readGrid(now)
	const states = statesFor(grid, { role: 'guest' })
	const place = cropSurroundings(
		cells.map(cell => cell.id),
		{ states, blocks: grid.blocks },
		{ w: 14, h: 8 },
	)
	return { cells, place, pence: cells.reduce((sum, cell) => sum + grid.prices[cell.type], 0) }
}

export type Chosen = NonNullable<Awaited<ReturnType<typeof readChosen>>>

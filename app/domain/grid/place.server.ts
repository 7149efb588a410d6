import { type Place, placeOf } from './place'
import { readGrid, statesFor } from './queries.server'

/** The cells among their neighbours, as the account sees them at `now` (UTC ms). */
export async function readPlace(ids: readonly number[], accountId: string, now: number): Promise<Place> {
	const grid = await readGrid(now)
	return placeOf(ids, { states: statesFor(grid, { role: 'user', accountId }), blocks: grid.blocks }, CARD)
}

/** The view of a card, in units of one tiny cell. */
const CARD = { w: 14, h: 8 } as const

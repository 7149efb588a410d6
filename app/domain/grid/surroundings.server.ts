import { readGrid } from './queries.server'
import { cellState } from './rules'
import { cropSurroundings } from './surroundings'

/**
 * Reads cells and their surroundings, as the account sees them at `now` (UTC ms). The account's own hold counts as
 * free.
 */
export async function readSurroundings(ids: readonly number[], accountId: string, now: number) {
	const { holdings, blocks } = await readGrid(now)
	const states = holdings.map(holding =>
		holding.kind === 'hold' && holding.accountId === accountId && !holding.invited
			? ('available' as const)
			: cellState(holding, { role: 'user', accountId }),
	)
	return cropSurroundings(ids, { states, blocks }, CARD)
}

/** The view of a card, in units of one tiny cell. */
const CARD = { w: 14, h: 8 } as const

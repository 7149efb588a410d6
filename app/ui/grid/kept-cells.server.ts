import { LRUCache } from 'lru-cache'
import { type GridSnapshot, statesFor } from '~/domain/grid/queries.server'
import type { CellState, GridMode, Viewer } from '~/domain/grid/rules'
import { type FinishedPart, finish, placeOf } from '~/server/finished-parts.server'
import { drawCells } from './draw.server'
import { type Drawn, drawn } from './drawn'

/* Some 100 kB each. Those who have no cells share one. */
const KEPT_AT_MOST = 60

const drawings = new WeakMap<GridSnapshot, LRUCache<string, FinishedPart>>()
const holders = new WeakMap<GridSnapshot, ReadonlySet<string>>()

type SignedIn = Exclude<Viewer, { role: 'guest' }>

/**
 * The whole grid as somebody sees it on a page on which nothing is chosen, drawn once as long as the grid is the same
 * (docs/decisions/0137). `asOnPage`: what the page makes of the states, of the grid and the viewer's own cells alone.
 */
export function keptCells(
	grid: GridSnapshot,
	mode: Exclude<GridMode, 'public'>,
	viewer: SignedIn,
	asOnPage: (states: CellState[]) => CellState[] = states => states,
): Drawn {
	const known = drawings.get(grid) ?? new LRUCache<string, FinishedPart>({ max: KEPT_AT_MOST })
	drawings.set(grid, known)
	const { role, accountId } = viewer
	const key = `${mode} ${role} ${holdersIn(grid).has(accountId) ? accountId : ''}`
	const part = known.get(key) ?? finish(draw())
	known.set(key, part)
	return drawn(placeOf(part))

	function draw(): string {
		return drawCells({ mode, states: asOnPage(statesFor(grid, viewer)), prices: grid.prices })
	}
}

/** The accounts that see some cell otherwise than others of their role do. */
function holdersIn(grid: GridSnapshot): ReadonlySet<string> {
	const known = holders.get(grid)
	if (known) return known
	const found = new Set<string>()
	for (const holding of grid.holdings) {
		if ('accountId' in holding) found.add(holding.accountId)
		if ('loan' in holding && holding.loan?.borrowerId) found.add(holding.loan.borrowerId)
	}
	holders.set(grid, found)
	return found
}

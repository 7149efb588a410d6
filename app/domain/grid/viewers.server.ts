import { keptFrom } from '~/server/kept-drawings.server'
import { type GridSnapshot, statesFor } from './queries.server'
import type { CellState, GridMode, Viewer } from './rules'

type Member = Exclude<Viewer, { role: 'guest' }>
type Barred = ReadonlyMap<number, string>
type WholeGrid = Pick<GridSnapshot, 'prices'> & { mode: GridMode; states: CellState[]; barred: Barred }

const holders = new WeakMap<GridSnapshot, ReadonlySet<string>>()

/**
 * What `draw` makes of the whole grid, with nothing chosen, for `viewer`. Kept (docs/decisions/0137): once for those of
 * a role who have no cells, and for everybody else for themselves. `barred`: cells that cannot be picked, and why.
 * `draw` may depend on what it is given and on the holdings of the viewer alone.
 */
export function wholeGrid(
	grid: GridSnapshot,
	mode: GridMode,
	viewer: Member,
	draw: (whole: WholeGrid) => string,
	barred: Barred = new Map(),
): string {
	const { role, accountId } = viewer
	const whose = holdersIn(grid).has(accountId) ? accountId : ''
	const key = `${mode} ${role} ${whose} ${barred.size > 0 ? JSON.stringify([...barred]) : ''}`
	return keptFrom(grid, key, () =>
		draw({ mode, states: statesFor(grid, viewer), prices: grid.prices, barred }),
	)
}

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

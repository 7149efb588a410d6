import type { GridSnapshot } from './queries.server'
import type { Viewer } from './rules'

const holders = new WeakMap<GridSnapshot, ReadonlySet<string>>()

/**
 * The same for all who see every cell of a grid alike, for what is kept of drawn grids (docs/decisions/0137): by role
 * those who have no cells, and everybody else for themselves.
 */
export function sightOf(grid: GridSnapshot, viewer: Exclude<Viewer, { role: 'guest' }>): string {
	const { role, accountId } = viewer
	return `${role} ${holdersIn(grid).has(accountId) ? accountId : ''}`
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

import type { GridSnapshot, HeldRow } from './queries.server'

const byHolder = new WeakMap<GridSnapshot, ReadonlyMap<string | null, readonly HeldRow[]>>()

/** Lists the cells of a holder (null: the house), including borrowed ones, in the order of the grid. */
export function listHolderCells(grid: GridSnapshot, holder: string | null): readonly HeldRow[] {
	const known = byHolder.get(grid) ?? groupByHolder(grid.held)
	byHolder.set(grid, known)
	return known.get(holder) ?? []
}

function groupByHolder(rows: readonly HeldRow[]): ReadonlyMap<string | null, readonly HeldRow[]> {
	const found = new Map<string | null, HeldRow[]>()
	for (const row of rows) {
		if (row.kind === 'hold') continue
		const owner = row.kind === 'house' ? null : row.accountId
		for (const holder of new Set([owner, ...(row.loan ? [row.loan.borrowerId] : [])])) {
			const own = found.get(holder) ?? []
			found.set(holder, own)
			own.push(row)
		}
	}
	return found
}

import { CELL_TYPES, CELLS, type CellType } from '~/domain/grid/layout'
import type { Holding } from '~/domain/grid/rules'

/* The figures of the dashboards and of the cards next to the grids, as docs/decisions/0040 defines them. Every cell
   counts in exactly one state. */

export type PerType = Record<CellType, number>

/** The input for the figures, a subset of the grid's snapshot. Holding of cell `id` at `id - 1`, prices in pence. */
export type CountedGrid = {
	readonly holdings: readonly Holding[]
	readonly prices: Readonly<Record<CellType, number>>
	readonly blocks: readonly { readonly cells: readonly number[] }[]
	/** Images that wait for the verification of a payment: they count as used. */
	readonly awaiting: readonly { readonly cells: readonly number[] }[]
}

export type GridFigures = ReturnType<typeof emptyFigures>

const noCounts = (): PerType => ({ large: 0, medium: 0, small: 0, tiny: 0 })

/** Returns zero for all figures: the start of counting, and the fallback when the grid cannot be read. */
export function emptyFigures() {
	return {
		available: noCounts(),
		/** Owned by the account or lent to it, and not lent out; for the house: owned by any member. */
		owned: noCounts(),
		/** Owned by other accounts, without those that this one lends them; 0 for the house. */
		ownedByOthers: noCounts(),
		/** On hold for somebody's open checkout. */
		onHold: 0,
		/** Reserved by an administrator. */
		house: noCounts(),
		/** The account's own cells, lent out or not, at today's prices, in pence. */
		valuePence: 0,
		/** The account's cells lent to others, and its borrowed ones. */
		lentOut: 0,
		borrowed: 0,
		/** The lent ones that a member has. */
		lentToMembers: noCounts(),
		/** Owned cells that show an image, and those that do not. */
		used: 0,
		unused: 0,
	}
}

/** Counts the grid for one member, or for the house (`accountId` null), for which every member's cell is "owned". */
export function countGrid(grid: CountedGrid, accountId: string | null): GridFigures {
	const { shared, all, members } = countOnce(grid)
	if (accountId === null) return { ...all, ...shared }
	const own = members.get(accountId) ?? emptyFigures()
	const ownedByOthers = noCounts()
	for (const type of CELL_TYPES) {
		ownedByOthers[type] = all.owned[type] - own.owned[type] - own.lentToMembers[type]
	}
	return { ...own, ...shared, ownedByOthers }
}

type Shared = Pick<GridFigures, 'available' | 'onHold' | 'house'>
type Counts = { shared: Shared; all: GridFigures; members: Map<string, GridFigures> }

/* A snapshot never changes, so it is counted once for everybody. */
const counted = new WeakMap<CountedGrid, Counts>()

function countOnce(grid: CountedGrid): Counts {
	const known = counted.get(grid)
	if (known) return known
	const shared: Shared = { available: noCounts(), onHold: 0, house: noCounts() }
	const all = emptyFigures()
	const members = new Map<string, GridFigures>()
	const getOwn = (accountId: string) => {
		const own = members.get(accountId) ?? emptyFigures()
		members.set(accountId, own)
		return own
	}
	const shown = new Set([...grid.blocks, ...grid.awaiting].flatMap(block => block.cells))
	for (const { id, type } of CELLS) {
		const holding = grid.holdings[id - 1] ?? { kind: 'available' }
		if (holding.kind === 'available') shared.available[type] += 1
		else if (holding.kind === 'hold') shared.onHold += 1
		else {
			const belongsTo = holding.kind === 'house' ? null : holding.accountId
			const isWith = holding.loan ? holding.loan.borrowerId : belongsTo
			if (isWith === null) shared.house[type] += 1
			const owners = belongsTo === null ? [] : [getOwn(belongsTo), all]
			const holders = isWith === null ? [] : [getOwn(isWith), all]
			for (const own of owners) {
				own.valuePence += grid.prices[type]
				if (holders.includes(own)) continue
				own.lentOut += 1
				if (isWith !== null) own.lentToMembers[type] += 1
			}
			for (const own of holders) {
				own.owned[type] += 1
				if (!owners.includes(own)) own.borrowed += 1
				if (shown.has(id)) own.used += 1
				else own.unused += 1
			}
		}
	}
	const counts = { shared, all, members }
	counted.set(grid, counts)
	return counts
}

/** A sold cell, a subset of `held` of the grid's snapshot. */
type SoldRow = { readonly cell: number; readonly kind: string; readonly orderStatus: string | null }

/** Counts members' cells: those with a verified payment or passed on, and separately those of pending orders. */
export function countSold(held: readonly SoldRow[]): { sold: PerType; pending: PerType } {
	const counts = { sold: noCounts(), pending: noCounts() }
	for (const { cell, kind, orderStatus } of held) {
		const type = CELLS[cell - 1]?.type
		if (type && kind === 'owned') counts[orderStatus === 'pending' ? 'pending' : 'sold'][type] += 1
	}
	return counts
}

/** Adds up all types. */
export function sumCounts(counts: PerType): number {
	return counts.large + counts.medium + counts.small + counts.tiny
}

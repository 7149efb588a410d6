import { capitalize } from '~/domain/text'
import type { Cell, CellType } from './layout'

/** Rules of the grid: states, who may select which cells, figures. Safe for the browser. */

/** A cell on hold is `user-reserved`. */
export const CELL_STATES = ['invited', 'owned', 'admin-reserved', 'user-reserved', 'available'] as const
export type CellState = (typeof CELL_STATES)[number]

/** The labels of states in legends and accessible names. */
export const STATE_LABELS: Readonly<Record<CellState | 'selected', string>> = {
	selected: 'Selected',
	invited: 'Invited',
	owned: 'Owned',
	'admin-reserved': 'Admin Reserved',
	'user-reserved': 'User Reserved',
	available: 'Available',
}

/**
 * The state of one cell at one moment. Expired holds and loans are resolved before: a cell whose hold has expired is
 * `available`, a cell lent until a past time belongs to its holder.
 */
export type Holding =
	| { readonly kind: 'available'; readonly invited?: boolean }
	/** `until`: UTC ms. */
	| {
			readonly kind: 'hold'
			readonly accountId: string
			readonly until?: number
			readonly invited?: boolean
	  }
	| {
			readonly kind: 'owned'
			readonly accountId: string
			readonly invited?: boolean
			readonly loan?: Loan | undefined
	  }
	| { readonly kind: 'house'; readonly invited?: boolean; readonly loan?: Loan | undefined }

/** A loan on top of the holder (P27). `borrowerId` null: the house. `until`: UTC ms. */
export type Loan = { readonly borrowerId: string | null; readonly until: number }

export type Viewer =
	| { readonly role: 'guest' }
	| { readonly role: 'user' | 'admin'; readonly accountId: string }

/**
 * Returns the state of a cell for a viewer, by the precedence invited, owned, admin reserved, user reserved, available.
 * Administrators own the cells of the house. A hold is user reserved for everybody, including its buyer. A lent cell is
 * owned by its borrower, and user reserved for its owner.
 */
export function cellState(holding: Holding, viewer: Viewer): CellState {
	if (holding.invited) return 'invited'
	if (holding.kind !== 'available' && holding.kind !== 'hold' && holding.loan) {
		return lentState(holding.kind === 'house' ? null : holding.accountId, holding.loan, viewer)
	}
	switch (holding.kind) {
		case 'available':
			return 'available'
		case 'hold':
			return 'user-reserved'
		case 'house':
			return viewer.role === 'admin' ? 'owned' : 'admin-reserved'
		case 'owned':
			return viewer.role !== 'guest' && viewer.accountId === holding.accountId ? 'owned' : 'user-reserved'
	}
}

function lentState(owner: string | null, { borrowerId }: Loan, viewer: Viewer): CellState {
	if (isHolder(borrowerId, viewer)) return 'owned'
	return borrowerId === null && !isHolder(owner, viewer) ? 'admin-reserved' : 'user-reserved'
}

/** Tests whether `holder` is the viewer; null: the house. */
function isHolder(holder: string | null, viewer: Viewer): boolean {
	if (viewer.role === 'guest') return false
	return holder === null ? viewer.role === 'admin' : viewer.accountId === holder
}

export type GridMode = 'public' | 'dashboard' | 'buy' | 'manage' | 'sell' | 'admin'

const CLICKABLE: Readonly<Record<GridMode, readonly CellState[]>> = {
	// On the public grid a click follows the creative's link, whatever the state.
	public: [],
	// The grid of a dashboard cannot be clicked (docs/decisions/0040).
	dashboard: [],
	buy: ['available'],
	manage: ['owned'],
	sell: ['owned'],
	admin: ['owned', 'admin-reserved', 'user-reserved', 'available'],
}

/** Tests whether a cell in this state can be selected in this mode. Invited cells never can. */
export function isClickable(mode: GridMode, state: CellState): boolean {
	return CLICKABLE[mode].includes(state)
}

/** Returns the accessible name of a cell: "Tiny pixel, row 8, column 3, £100,000, available". `price`: formatted. */
export function describeCell(cell: Cell, price: string, state: CellState): string {
	const type = capitalize(cell.type)
	return `${type} pixel, row ${cell.row}, column ${cell.col}, ${price}, ${STATE_LABELS[state].toLowerCase()}`
}

/** A creative that the public grid shows on the connected cells of one holder. */
export type PublishedBlock = {
	readonly creativeId: string
	readonly imageKey: string
	readonly description: string
	readonly link: string
	/** Ascending ids of one connected area. */
	readonly cells: readonly number[]
}

export type TypeFigures = {
	/** Pence for one cell. */
	readonly price: number
	/** Without those of the house. */
	readonly total: number
	readonly available: number
}

/** Pence for one cell, used when the prices cannot be read. */
export const FALLBACK_PRICES = {
	large: 1_000_000_000,
	medium: 100_000_000,
	small: 50_000_000,
	tiny: 10_000_000,
} as const

/** Figures of the cards, in pence, used when they cannot be read. */
export const FALLBACK_FIGURES: Readonly<Record<CellType, TypeFigures>> = {
	large: { price: FALLBACK_PRICES.large, total: 1, available: 1 },
	medium: { price: FALLBACK_PRICES.medium, total: 10, available: 10 },
	small: { price: FALLBACK_PRICES.small, total: 100, available: 100 },
	tiny: { price: FALLBACK_PRICES.tiny, total: 1_000, available: 1_000 },
}

/** Returns "Sold Out" exactly when nothing is available. */
export function typeStatus(figures: TypeFigures): 'Available' | 'Sold Out' {
	return figures.available > 0 ? 'Available' : 'Sold Out'
}

import { type Cell, type CellType, cellsByIds } from './layout'
import { checkSelection, SELECTION_MESSAGES, type SelectionProblem } from './selection/selection-rules'

/** What is true of the grid on paper: states, who may pick what, figures. Pure and safe for the browser. */

/** What is on hold is `user-reserved`. */
export const CELL_STATES = ['invited', 'owned', 'admin-reserved', 'user-reserved', 'available'] as const
export type CellState = (typeof CELL_STATES)[number]

/** The words for a state in legends and accessible names. */
export const STATE_WORDS: Readonly<Record<CellState | 'selected', string>> = {
	selected: 'Selected',
	invited: 'Invited',
	owned: 'Owned',
	'admin-reserved': 'Admin Reserved',
	'user-reserved': 'User Reserved',
	available: 'Available',
}

/**
 * The situation of one cell at one moment. Run-out holds and run-out loans are settled before: a hold that
 * has run out is `available`, a cell that was lent until a past time belongs to its former holder.
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

/** Lies over the holder (P27). `borrowerId` null: the house. `until`: UTC ms. */
export type Loan = { readonly borrowerId: string | null; readonly until: number }

export type Viewer =
	| { readonly role: 'guest' }
	| { readonly role: 'user' | 'admin'; readonly accountId: string }

/**
 * What this viewer sees of the cell, by the precedence invited, owned, admin reserved, user reserved,
 * available. To administrators the cells of the house are owned. A hold is user reserved for everybody, its
 * buyer too. A lent cell is its borrower's, and user reserved to its owner.
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

/** Whether what `holder` has is the viewer's own; null: the house. */
function isHolder(holder: string | null, viewer: Viewer): boolean {
	if (viewer.role === 'guest') return false
	return holder === null ? viewer.role === 'admin' : viewer.accountId === holder
}

export type GridMode = 'public' | 'dashboard' | 'buy' | 'manage' | 'sell' | 'admin'

const CLICKABLE: Readonly<Record<GridMode, readonly CellState[]>> = {
	// On the public grid a click follows the creative's link; the state opens nothing.
	public: [],
	// A dashboard shows and opens nothing (docs/decisions/0040).
	dashboard: [],
	buy: ['available'],
	manage: ['owned'],
	sell: ['owned'],
	admin: ['owned', 'admin-reserved', 'user-reserved', 'available'],
}

/** Whether a cell in this state can be picked in this mode. Invited cells never can. */
export function isClickable(mode: GridMode, state: CellState): boolean {
	return CLICKABLE[mode].includes(state)
}

/** "Tiny pixel, row 8, column 3, £100,000, available": what a screen reader says. `price` comes formatted. */
export function cellName(cell: Cell, price: string, state: CellState): string {
	const type = cell.type.charAt(0).toUpperCase() + cell.type.slice(1)
	return `${type} pixel, row ${cell.row}, column ${cell.col}, ${price}, ${STATE_WORDS[state].toLowerCase()}`
}

// -------------------------------------------------------------------------------------------- administrators

export const ADMIN_OPERATIONS = ['manage', 'sell', 'temporary-sell', 'reserve', 'restore', 'delete'] as const
export type AdminOperation = (typeof ADMIN_OPERATIONS)[number]

/** What an administrator meets at a cell: an invitation before a loan, a loan before whoever holds it. */
export type AdminSituation = 'available' | 'hold' | 'member' | 'house' | 'lent' | 'invited'

/** The situation of a cell for the administrator's table; `lent`: a loan of it is running. */
export function adminSituation(holding: Holding, lent: boolean): AdminSituation {
	if (holding.invited) return 'invited'
	if (lent) return 'lent'
	return holding.kind === 'owned' ? 'member' : holding.kind
}

type AdminRule = {
	readonly on: readonly AdminSituation[]
	readonly empty: string
	readonly wrong: string
	readonly invited: string
	/** For cells of several types; null where the cells need not form a rectangle. */
	readonly mixed: string | null
}

const INVITED = 'This pixel is already in an invitation and cannot be selected'
const INVITED_SOME = 'One or more selected pixels are already in an invitation and cannot be'
const { 'mixed-types': MIXED, 'not-rectangle': NOT_RECTANGLE } = SELECTION_MESSAGES

/** What an administrator may do with which cells (docs/decisions/0066). */
const ADMIN_RULES: Readonly<Record<AdminOperation, AdminRule>> = {
	manage: {
		on: ['house'],
		empty: 'Please select pixels to manage',
		wrong: 'Can only manage owned pixels',
		invited: INVITED,
		mixed: MIXED,
	},
	sell: {
		on: ['house'],
		empty: 'Please select pixels to sell',
		wrong: 'Can only sell owned pixels',
		invited: `${INVITED_SOME} sold`,
		mixed: MIXED,
	},
	'temporary-sell': {
		on: ['house'],
		empty: 'Please select pixels to temporarily sell',
		wrong: 'Can only temporarily sell owned pixels',
		invited: `${INVITED_SOME} temporarily sold`,
		mixed: 'All selected pixels must be of the same type',
	},
	reserve: {
		on: ['available'],
		empty: 'Please select pixels to reserve',
		wrong: 'Can only reserve available pixels',
		invited: INVITED,
		mixed: NOT_RECTANGLE,
	},
	restore: {
		on: ['house', 'member', 'lent', 'hold'],
		empty: 'Please select pixels to restore',
		wrong: 'Can only restore reserved pixels',
		invited: INVITED,
		mixed: null,
	},
	delete: {
		on: ['house', 'member', 'lent'],
		empty: 'Please select pixels to delete',
		wrong: 'Can only delete reserved pixels',
		invited: INVITED,
		mixed: null,
	},
}

/** Whether an operation is open for a cell in this situation: which buttons a selection shows. */
export function mayOperate(operation: AdminOperation, situation: AdminSituation): boolean {
	return ADMIN_RULES[operation].on.includes(situation)
}

/** The operation's own words for a refusal that another module has given by a code; undefined for other codes. */
export function adminRefusal(operation: AdminOperation, code: string): string | undefined {
	const { wrong, invited, mixed } = ADMIN_RULES[operation]
	if (code === 'not-owned') return wrong
	if (code === 'invited') return invited
	return code === 'mixed-types' && mixed !== null ? mixed : undefined
}

export type AdminCheck =
	| { readonly ok: true; readonly cells: readonly Cell[] }
	| {
			readonly ok: false
			readonly code: SelectionProblem | 'invited' | 'wrong-cells'
			readonly message: string
	  }

/**
 * Whether an administrator may do this with these cells (repetitions count once), or the first reason why
 * not: nothing or an unknown cell chosen, an invitation, cells of another kind, several types, no rectangle.
 */
export function checkAdminOperation(
	operation: AdminOperation,
	ids: Iterable<number>,
	situationOf: (id: number) => AdminSituation,
): AdminCheck {
	const rule = ADMIN_RULES[operation]
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	const selection = checkSelection(wanted, rule.empty)
	if (!selection.ok && (selection.problem === 'empty' || selection.problem === 'unknown')) {
		return { ok: false, code: selection.problem, message: selection.message }
	}
	const situations = cells.map(cell => situationOf(cell.id))
	if (situations.includes('invited')) return { ok: false, code: 'invited', message: rule.invited }
	if (!situations.every(situation => rule.on.includes(situation))) {
		return { ok: false, code: 'wrong-cells', message: rule.wrong }
	}
	if (selection.ok || rule.mixed === null) return { ok: true, cells }
	const message = selection.problem === 'mixed-types' ? rule.mixed : selection.message
	return { ok: false, code: selection.problem, message }
}

/** Whether an administrator may have these cells selected together, whatever is done with them then. */
export function checkAdminSelection(
	ids: Iterable<number>,
	situationOf: (id: number) => AdminSituation,
): AdminCheck {
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	const selection = checkSelection(wanted, 'Please select at least one pixel')
	if (!selection.ok && (selection.problem === 'empty' || selection.problem === 'unknown')) {
		return { ok: false, code: selection.problem, message: selection.message }
	}
	if (cells.some(cell => situationOf(cell.id) === 'invited')) {
		return { ok: false, code: 'invited', message: INVITED }
	}
	const owned = cells.filter(cell => situationOf(cell.id) === 'house')
	if (owned.some(cell => cell.type !== owned[0]?.type)) {
		return { ok: false, code: 'mixed-types', message: MIXED }
	}
	return { ok: true, cells }
}

// ----------------------------------------------------------------------------------------------------- showing

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
	readonly total: number
	readonly available: number
}

/** What the cards show when the figures cannot be read, in pence. */
export const FALLBACK_FIGURES: Readonly<Record<CellType, TypeFigures>> = {
	large: { price: 1_000_000_000, total: 1, available: 1 },
	medium: { price: 100_000_000, total: 10, available: 10 },
	small: { price: 50_000_000, total: 100, available: 100 },
	tiny: { price: 10_000_000, total: 1_000, available: 1_000 },
}

const { large, medium, small, tiny } = FALLBACK_FIGURES
/** Pence for one cell, for when the prices cannot be read. */
export const FALLBACK_PRICES = {
	large: large.price,
	medium: medium.price,
	small: small.price,
	tiny: tiny.price,
} as const

/** "Sold Out" exactly when nothing is available. */
export function typeStatus(figures: TypeFigures): 'Available' | 'Sold Out' {
	return figures.available > 0 ? 'Available' : 'Sold Out'
}

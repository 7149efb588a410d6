import { type Refusal, refusal } from '~/domain/refusal'
import { type Cell, cellsByIds } from './layout'
import type { Holding } from './rules'
import { checkSelection, SELECTION_MESSAGES, type SelectionProblem } from './selection/selection-rules'

/** The actions of administrators on cells. Safe for the browser. */

export const ADMIN_ACTIONS = ['manage', 'sell', 'temporary-sell', 'reserve', 'restore', 'delete'] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]

/** The state of a cell for administrators. An invitation takes precedence over a loan, and a loan over the holder. */
export type AdminSituation = 'available' | 'hold' | 'member' | 'house' | 'lent' | 'invited'

/** Returns the state of a cell for the administrator's table; `lent`: it is lent now. */
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
	/** The message for cells of several types; null where the cells need not form a rectangle. */
	readonly mixed: string | null
}

const INVITED = 'This pixel is already in an invitation and cannot be selected'
const INVITED_SOME = 'One or more selected pixels are already in an invitation and cannot be'
const { 'mixed-types': MIXED, 'not-rectangle': NOT_RECTANGLE } = SELECTION_MESSAGES

/** The cells that each action of administrators allows (docs/decisions/0066). */
const ADMIN_RULES: Readonly<Record<AdminAction, AdminRule>> = {
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

/** Returns the action's own message for a refusal code of another module; undefined for other codes. */
export function describeAdminRefusal(action: AdminAction, code: string): string | undefined {
	const { wrong, invited, mixed } = ADMIN_RULES[action]
	if (code === 'not-owned') return wrong
	if (code === 'invited') return invited
	return code === 'mixed-types' && mixed !== null ? mixed : undefined
}

export type AdminCheck =
	| { readonly ok: true; readonly cells: readonly Cell[] }
	| Refusal<SelectionProblem | 'invited' | 'wrong-cells'>

/**
 * Checks an action of an administrator on these cells (duplicates count once). Returns the first reason against it:
 * nothing or an unknown cell selected, an invitation, cells of another kind, several types, no rectangle.
 */
export function checkAdminAction(
	action: AdminAction,
	ids: Iterable<number>,
	getSituation: (id: number) => AdminSituation,
): AdminCheck {
	const rule = ADMIN_RULES[action]
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	const selection = checkSelection(wanted, rule.empty)
	if (!selection.ok && (selection.code === 'empty' || selection.code === 'unknown')) return selection
	const situations = cells.map(cell => getSituation(cell.id))
	if (situations.includes('invited')) return refusal('invited', rule.invited)
	if (!situations.every(situation => rule.on.includes(situation))) return refusal('wrong-cells', rule.wrong)
	if (selection.ok || rule.mixed === null) return { ok: true, cells }
	return selection.code === 'mixed-types' ? { ...selection, message: rule.mixed } : selection
}

/** Checks whether an administrator may select these cells together, for any action. */
export function checkAdminSelection(
	ids: Iterable<number>,
	getSituation: (id: number) => AdminSituation,
): AdminCheck {
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	const selection = checkSelection(wanted, 'Please select at least one pixel')
	if (!selection.ok && (selection.code === 'empty' || selection.code === 'unknown')) return selection
	if (cells.some(cell => getSituation(cell.id) === 'invited')) return refusal('invited', INVITED)
	const owned = cells.filter(cell => getSituation(cell.id) === 'house')
	if (owned.some(cell => cell.type !== owned[0]?.type)) return refusal('mixed-types', MIXED)
	return { ok: true, cells }
}

import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { findRegion } from '~/domain/grid/regions'
import { cellsQuery, selectionQuery } from '~/domain/grid/selection/selection'
import {
	type UnavailableCell,
	unavailableAdvice,
	unavailableMessage,
} from '~/domain/orders/unavailable-cells'
import type { ChoiceProblem } from './tool-parts'

export const BUY_PATH = '/user/pixels/buy'

/** Why a selection cannot be bought. */
export type BuyProblem = {
	message: string
	field: 'cell' | 'coordinates'
	/** The cells in the way, as text. */
	taken?: string | undefined
	/** Selects the other cells again. */
	again?: { href: string; count: number } | undefined
}

/** Returns the link that selects cells again, in the enlarged view they were selected in. A refusal loses nothing. */
export function createReselectLink(view: string | null) {
	const seen = findRegion(view) ? `&${new URLSearchParams({ view: view ?? '' })}#cells` : ''
	return (ids: readonly number[]): BuyProblem['again'] => {
		const count = ids.length
		if (count <= 100) return count > 0 ? { href: BUY_PATH + cellsQuery(ids) + seen, count } : undefined
		// An address with all cells would be too long; that of a rectangle never is.
		return isFilledRectangle(cellsByIds(ids)) ? { href: BUY_PATH + selectionQuery(ids), count } : undefined
	}
}

/** Returns what is in the way of a selection, and the link that selects the rest. */
export function excludeTaken(
	ids: readonly number[],
	{ taken, own }: { taken: readonly UnavailableCell[]; own: readonly number[] },
	again: ReturnType<typeof createReselectLink>,
): Pick<BuyProblem, 'taken' | 'again'> {
	if (taken.length === 0) return { again: again(ids) }
	return {
		taken: `${unavailableMessage(taken, own)} ${unavailableAdvice(taken)}`,
		again: again(ids.filter(id => !taken.some(cell => cell.cell === id))),
	}
}

/** Returns the problem as the selection tool shows it. */
export function describeProblem(
	{ message, field, taken, again }: BuyProblem,
	isEmpty: boolean,
): ChoiceProblem {
	const details = field === 'cell' && isEmpty ? `${taken ?? ''} Nothing is selected now.`.trim() : undefined
	const { href, count = 0 } = again ?? {}
	const back = href === undefined ? undefined : { href, text: getSelectLabel(count, taken !== undefined) }
	return { message, field, details, again: back }
}

function getSelectLabel(count: number, isRest: boolean): string {
	if (isRest) return count === 1 ? 'Select the free one' : `Select the ${count} free ones`
	return count === 1 ? 'Select it again' : `Select the ${count} again`
}

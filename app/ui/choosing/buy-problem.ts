import { cellsByIds } from '~/domain/grid/layout'
import { findRegion } from '~/domain/grid/regions'
import { largestRectangle } from '~/domain/grid/selection/rectangle-rules'
import { cellsQuery, selectionQuery } from '~/domain/grid/selection/selection'
import {
	type UnavailableCell,
	unavailableAdvice,
	unavailableMessage,
} from '~/domain/orders/unavailable-cells'
import { pluralize } from '~/domain/text'
import type { ChoiceProblem } from './tool-parts'

export const BUY_PATH = '/user/pixels/buy'

/** Why a selection cannot be bought. */
export type BuyProblem = {
	message: string
	field: 'cell' | 'coordinates'
	/** The cells in the way, as text. */
	taken?: string | undefined
	/** Selects the other cells again, all of them or as many as form a rectangle. */
	again?: { href: string; count: number; isAll: boolean } | undefined
}

/**
 * Returns the link that selects cells again, or the largest rectangle within them, in the enlarged view they were
 * selected in.
 */
export function createReselectLink(view: string | null) {
	const seen = findRegion(view) ? `&${new URLSearchParams({ view: view ?? '' })}#cells` : ''
	return (ids: readonly number[]): BuyProblem['again'] => {
		const fit = largestRectangle(cellsByIds(ids)).map(({ id }) => id)
		const count = fit.length
		if (count === 0) return undefined
		// An address with all cells would be too long; that of a rectangle never is.
		const href = BUY_PATH + (count <= 100 ? cellsQuery(fit) + seen : selectionQuery(fit))
		return { href, count, isAll: count === ids.length }
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
	const back = again && { href: again.href, text: getSelectLabel(again, taken !== undefined) }
	return { message, field, details, again: back }
}

function getSelectLabel({ count, isAll }: NonNullable<BuyProblem['again']>, isRest: boolean): string {
	if (!isRest) return count === 1 ? 'Select it again' : `Select the ${count} again`
	if (isAll) return count === 1 ? 'Select the free one' : `Select the ${count} free ones`
	return `Select ${pluralize(count, 'free one')}`
}

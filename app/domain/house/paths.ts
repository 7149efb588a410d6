import { managePath } from '~/domain/creatives/rules'
import { ADMIN_ACTIONS, type AdminAction } from '~/domain/grid/admin-rules'
import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { formatIdRanges, parseIdRanges } from '~/domain/grid/selection/ranges'
import { selectionQuery } from '~/domain/grid/selection/selection'

/** The administrators' page for selecting pixels. */
export const HOUSE_PATH = '/admin/profile'

/** Returns the grid with these cells selected, as coordinates if possible. */
export function chosenPath(ids: readonly number[]): string {
	if (ids.length === 0) return HOUSE_PATH
	const cells = cellsByIds(ids)
	const isOneType = cells.every(cell => cell.type === cells[0]?.type)
	const query = isOneType && isFilledRectangle(cells) ? selectionQuery(ids) : `?cells=${formatIdRanges(ids)}`
	return HOUSE_PATH + query
}

/** Returns the page of an action on these cells. */
export function stepPath(action: AdminAction, ids: readonly number[]): string {
	if (action === 'manage') return managePath(ids[0] ?? 0, 'admin')
	return `${HOUSE_PATH}/${action}?cells=${formatIdRanges(ids)}`
}

const FROM = 'manage'

/** Returns the page for deleting the pixel of a managed block, which has texts of its own. */
export function deletePixelPath(cell: number): string {
	return `${stepPath('delete', [cell])}&from=${FROM}`
}

/** Tests for an address of {@link deletePixelPath}. */
export function isPixelPath(address: string): boolean {
	return new URL(address).searchParams.get('from') === FROM
}

/** Reads the cells in the address of an action. */
export function cellsInAddress(address: string): number[] {
	return parseIdRanges(new URL(address).searchParams.get('cells'))
}

/** Tests whether a value names an action of administrators on cells. */
export function isAdminAction(value: unknown): value is AdminAction {
	return ADMIN_ACTIONS.some(action => action === value)
}

import { cellsByIds } from '~/domain/grid/layout'
import { groupBy } from '~/domain/group-by'
import type { OccupiedCell } from './occupied-cells.server'

/** What one holder loses when cells are restored or deleted, shown on the page before and in the email after. */
export type Loss = ReturnType<typeof listLosses>[number]

/** Lists each holder's losses: the house first, then members by name, then holds. */
export function listLosses(occupied: readonly OccupiedCell[]) {
	const groups = groupBy(
		occupied,
		({ kind, holder }) =>
			`${kind === 'hold' ? 2 : kind === 'house' ? 0 : 1}:${holder?.fullName ?? ''}:${holder?.id ?? ''}`,
	)
	return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en-GB')).flatMap(([, group]) => toLosses(group))
}

function toLosses(group: readonly OccupiedCell[]) {
	const [first] = group
	if (!first) return []
	const orders = new Map(group.flatMap(({ order }) => (order ? [[order.id, order] as const] : [])))
	const priced = group.filter(cell => cell.pricePence !== null)
	return [
		{
			kind: first.kind === 'owned' ? 'member' : first.kind,
			/** Null: the house. */
			holderId: first.holder?.id ?? null,
			name: first.holder?.fullName ?? null,
			email: first.holder?.email ?? null,
			isDeleted: first.holder?.deletedAt != null,
			cells: cellsByIds(group.map(cell => cell.cell)),
			orders: [...orders.values()],
			/** The price of these cells in their orders, in pence; null if none was bought. */
			paidPence: priced.length === 0 ? null : priced.reduce((sum, cell) => sum + (cell.pricePence ?? 0), 0),
			/** The descriptions of what the cells show, of their holder and of their borrowers. */
			shows: distinct(
				group.flatMap(cell => [cell.creative, cell.lentCreative]).map(item => item?.description),
			),
			borrowers: distinct(group.map(cell => (cell.loan ? (cell.borrower ?? 'the house') : null))),
		},
	]
}

function distinct(words: readonly (string | null | undefined)[]): string[] {
	return [...new Set(words.flatMap(word => word || []))]
}

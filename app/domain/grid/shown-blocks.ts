import { groupBy } from '~/domain/group-by'
import { groupConnectedCells } from './geometry-rules'
import type { Cell } from './layout'
import { splitTitle } from './lot'
import type { PublishedBlock } from './rules'

/** A block with the account that shows it: its holder, or its borrower; null: the house. */
export type HeldBlock = PublishedBlock & { readonly accountId: string | null }

/** A cell that shows an image. `isPending`: its order is pending. */
export type ShownCell = Omit<HeldBlock, 'cells'> & { readonly cell: number; readonly isPending: boolean }

/**
 * Groups cells into connected areas that show the same creative of one account, ordered by their first cells;
 * `isPending`: of one of the cells.
 */
export function shownBlocks(shown: readonly ShownCell[]): (HeldBlock & { readonly isPending: boolean })[] {
	const groups = groupBy(shown, ({ accountId, creativeId }) => `${accountId}:${creativeId}`)
	return [...groups.values()]
		.flatMap(group => {
			const pending = new Set(group.flatMap(({ cell, isPending }) => (isPending ? cell : [])))
			return groupConnectedCells(group.map(({ cell }) => cell)).flatMap(cells => {
				const [first] = group
				if (!first) return []
				const { cell: _, ...block } = first
				return { ...block, cells, isPending: cells.some(cell => pending.has(cell)) }
			})
		})
		.sort((a, b) => (a.cells[0] ?? 0) - (b.cells[0] ?? 0))
}

/**
 * Returns the name and the cells of each block as attributes of the first of its cells that is drawn. `drawn`: those of
 * a region; all by default.
 */
export function nameBlocks(blocks: readonly PublishedBlock[], drawn?: readonly Cell[]) {
	const known = drawn && new Set(drawn.map(({ id }) => id))
	return new Map(
		blocks.flatMap(({ description, cells }) => {
			const ids = cells.filter(id => known?.has(id) ?? true)
			const name = splitTitle(description).title ?? description
			return ids[0] ? [[ids[0], { 'data-block': ids.join(' '), 'data-name': name }] as const] : []
		}),
	)
}

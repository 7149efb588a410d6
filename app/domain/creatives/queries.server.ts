import { groupConnectedCells, isFilledRectangle, measureShape } from '~/domain/grid/geometry-rules'
import { listHolderCells } from '~/domain/grid/holder-cells.server'
import { cellById, cellsByIds } from '~/domain/grid/layout'
import { type GridSnapshot, type HeldRow, readGrid } from '~/domain/grid/queries.server'
import type { Holder } from '~/domain/ownership/holder'
import type { Tx } from '~/server/db/db.server'
import { type Block, type Creative, describeLoanEnd, NOT_OWNED } from './rules'

type HeldCell = ReturnType<typeof heldCells>[number]

/**
 * Lists the blocks of a holder in the order of the grid, including borrowed ones. Omits cells that are in an open
 * invitation or lent to somebody else: they cannot be managed.
 */
export function listBlocks(grid: GridSnapshot, holder: Holder): Block[] {
	return groupIntoBlocks(heldCells(grid, holder).filter(isManageable))
}

/** Lists the areas of a holder that open invitations offer to others, in the order of the grid. */
export function listOfferedBlocks(grid: GridSnapshot, holder: Holder): Block[] {
	return groupIntoBlocks(heldCells(grid, holder).filter(({ invited }) => invited))
}

export type BlockLookup =
	| { ok: true; block: Block }
	| { ok: false; code: 'not-owned' | 'invited' | 'lent'; message: string }

/** Finds the block that a cell belongs to at `now` (UTC ms), or why this holder cannot manage it. */
export async function findBlock(cell: number, holder: Holder, now: number, tx?: Tx): Promise<BlockLookup> {
	const held = heldCells(await readGrid(now, tx), holder)
	const chosen = held.find(entry => entry.cell === cell)
	if (!chosen) return { ok: false, code: 'not-owned', message: NOT_OWNED }
	if (chosen.invited) {
		const message = 'This pixel is already in an invitation and cannot be selected'
		return { ok: false, code: 'invited', message }
	}
	if (chosen.lentUntil !== null) {
		return { ok: false, code: 'lent', message: describeLoanEnd(chosen.lentUntil) }
	}
	const block = groupIntoBlocks(held.filter(isManageable), cell).find(({ cells }) => cells.includes(cell))
	if (!block) throw new Error(`Cell ${cell} is held and belongs to no area`)
	return { ok: true, block }
}

const isManageable = ({ invited, lentUntil }: HeldCell) => !invited && lentUntil === null

function groupIntoBlocks(held: readonly HeldCell[], chosen?: number): Block[] {
	const byCell = new Map(held.map(entry => [entry.cell, entry]))
	// Borrowed cells are kept apart from own ones, and by loan, because each ends at its own time.
	const loans = [...new Set(held.map(entry => entry.loan?.transferId))]
	const areas = loans.flatMap(transferId =>
		groupConnectedCells(held.filter(entry => entry.loan?.transferId === transferId).map(entry => entry.cell)),
	)
	return areas.sort(compareFirst).map(ids => {
		const entries = ids.flatMap(id => byCell.get(id) ?? [])
		const ofChosen = chosen === undefined ? undefined : byCell.get(chosen)?.creative
		const creative = ofChosen ?? entries.find(entry => entry.creative)?.creative ?? null
		const cells = cellsByIds(ids)
		const [first] = cells
		return {
			cells: ids,
			type: first?.type ?? 'tiny',
			...measureShape(cells),
			isRectangle: isFilledRectangle(cells),
			creative,
			differing: creative ? entries.filter(entry => entry.creative?.id !== creative.id).length : 0,
			loan: entries[0]?.loan ?? null,
			isOffered: entries.some(entry => entry.invited),
			isPending: entries.some(entry => entry.isPending),
			isPublicLater: entries.every(entry => entry.isPublicLater),
		}
	})
}

const compareFirst = ([a = 0]: readonly number[], [b = 0]: readonly number[]) => a - b

function heldCells(grid: GridSnapshot, holder: Holder) {
	return listHolderCells(grid, holder)
		.filter(row => cellById(row.cell))
		.map(({ cell, invited, accountId, orderStatus, loan, lent, ...row }) => {
			const isBorrowed = loan !== null && accountId !== holder
			const isPending = orderStatus === 'pending' && !isBorrowed
			return {
				cell,
				isPending,
				invited,
				isPublicLater: isPending && grid.showCreatives === 'after-approval',
				/** Until when it is lent to somebody else (UTC ms). */
				lentUntil: isBorrowed ? null : (loan?.until ?? null),
				loan: isBorrowed && loan ? { transferId: loan.transferId, until: loan.until } : null,
				creative: toCreative(isBorrowed ? lent : row),
			}
		})
}

type Shown = Pick<HeldRow, 'creativeId' | 'imageKey' | 'description' | 'link'> | null

function toCreative(shown: Shown): Creative | null {
	if (!shown?.creativeId) return null
	const { creativeId: id, imageKey, description, link } = shown
	return { id, description: description ?? '', link: link ?? '', imageKey }
}

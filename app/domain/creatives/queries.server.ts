import { and, eq, gt, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { cellsWith } from '~/domain/grid/cells-with.server'
import { connectedAreas, isFilledRectangle, shapeSize } from '~/domain/grid/geometry-rules'
import { listHolderCells } from '~/domain/grid/holder-cells.server'
import { cellById, cellsByIds } from '~/domain/grid/layout'
import { type GridSnapshot, readGrid } from '~/domain/grid/queries.server'
import { getSetting } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db, type Readable } from '~/server/db/db.server'
import {
	cellHolders,
	cellLoans,
	creatives,
	orders,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { type Block, type Creative, type Holder, lentLabel, NOT_OWNED } from './rules'

type HeldCell = {
	cell: number
	pending: boolean
	publicLater: boolean
	invited: boolean
	/** Until when it is lent to somebody else (UTC ms). */
	lentUntil: number | null
	loan: Block['loan']
	creative: Creative | null
}

/**
 * Lists the blocks of a holder in the order of the grid, borrowed ones included. Cells in an open transfer or lent to
 * somebody else are left out: they cannot be managed.
 */
export function listBlocks(grid: GridSnapshot, holder: Holder): Block[] {
	return blocksOf(shownCells(grid, holder))
}

export type BlockLookup =
	| { ok: true; block: Block }
	| { ok: false; code: 'not-owned' | 'invited' | 'lent'; message: string }

/** The block that a cell belongs to, or why this holder cannot manage it. */
export async function findBlock(
	cell: number,
	holder: Holder,
	now: number,
	from: Readable = db,
): Promise<BlockLookup> {
	return blockIn(await readHeldCells(holder, now, from), cell)
}

/**
 * {@link findBlock} for a page that shows the block: of the grid, as {@link listBlocks}, which its version
 * keeps exact.
 */
export async function findShownBlock(cell: number, holder: Holder, now: number): Promise<BlockLookup> {
	return blockIn(shownCells(await readGrid(now), holder), cell)
}

function blockIn(held: readonly HeldCell[], cell: number): BlockLookup {
	const chosen = held.find(entry => entry.cell === cell)
	if (!chosen) return { ok: false, code: 'not-owned', message: NOT_OWNED }
	if (chosen.invited) {
		const message = 'This pixel is already in an invitation and cannot be selected'
		return { ok: false, code: 'invited', message }
	}
	if (chosen.lentUntil !== null) {
		return { ok: false, code: 'lent', message: lentLabel(chosen.lentUntil) }
	}
	const block = blocksOf(held, cell).find(({ cells }) => cells.includes(cell))
	if (!block) throw new Error(`Cell ${cell} is held and belongs to no area`)
	return { ok: true, block }
}

function blocksOf(held: readonly HeldCell[], chosen?: number): Block[] {
	const managed = held.filter(entry => !entry.invited && entry.lentUntil === null)
	const byCell = new Map(managed.map(entry => [entry.cell, entry]))
	// Borrowed cells stay apart from own ones, and each loan from the others: each ends at its own time.
	const loans = [...new Set(managed.map(entry => entry.loan?.transferId))]
	const areas = loans.flatMap(transferId =>
		connectedAreas(managed.filter(entry => entry.loan?.transferId === transferId).map(entry => entry.cell)),
	)
	return areas.sort(byFirst).map(ids => {
		const entries = ids.flatMap(id => byCell.get(id) ?? [])
		const ofChosen = chosen === undefined ? undefined : byCell.get(chosen)?.creative
		const creative = ofChosen ?? entries.find(entry => entry.creative)?.creative ?? null
		const cells = cellsByIds(ids)
		const [first] = cells
		return {
			cells: ids,
			type: first?.type ?? 'tiny',
			...shapeSize(cells),
			isRectangle: isFilledRectangle(cells),
			creative,
			differing: creative ? entries.filter(entry => entry.creative?.id !== creative.id).length : 0,
			loan: entries[0]?.loan ?? null,
			isPending: entries.some(entry => entry.pending),
			isPublicLater: entries.some(entry => entry.publicLater),
		}
	})
}

const byFirst = ([a = 0]: readonly number[], [b = 0]: readonly number[]) => a - b
const lentCreatives = alias(creatives, 'lent_creatives')
const shown = {
	id: creatives.id,
	description: creatives.description,
	link: creatives.link,
	imageKey: creatives.imageKey,
}
const shownByBorrower = {
	id: lentCreatives.id,
	description: lentCreatives.description,
	link: lentCreatives.link,
	imageKey: lentCreatives.imageKey,
}

async function readHeldCells(holder: Holder, now: number, from: Readable): Promise<HeldCell[]> {
	const [setting, rows] = await Promise.all([
		getSetting('showCreatives', from),
		from
			.select({
				cell: cellHolders.cell,
				holderId: cellHolders.accountId,
				orderStatus: orders.status,
				invited: transfers.id,
				creative: shown,
				loan: { transferId: cellLoans.transferId, until: cellLoans.until },
				lentCreative: shownByBorrower,
			})
			.from(cellHolders)
			.leftJoin(orders, eq(orders.id, cellHolders.orderId))
			.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
			.leftJoin(cellLoans, and(eq(cellLoans.cell, cellHolders.cell), gt(cellLoans.until, now)))
			.leftJoin(lentCreatives, eq(lentCreatives.id, cellLoans.creativeId))
			.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
			.leftJoin(transfers, and(eq(transfers.id, transferCells.transferId), isOpenAt(now)))
			.where(inArray(cellHolders.cell, cellsWith(holder, now)))
			.orderBy(cellHolders.cell),
	])
	return cellsOf(
		rows.map(row => ({ ...row, invited: row.invited !== null })),
		holder,
		setting,
	)
}

/* The same of the grid that a page shows. */
function shownCells(grid: GridSnapshot, holder: Holder): HeldCell[] {
	const rows = listHolderCells(grid, holder).map(row => ({
		...row,
		holderId: row.accountId,
		creative: shownOf(row),
		lentCreative: shownOf(row.lent),
	}))
	return cellsOf(rows, holder, grid.showCreatives)
}

type Shown = { [Key in 'creativeId' | 'imageKey' | 'description' | 'link']: string | null } | null

function shownOf(shown: Shown): Creative | null {
	if (!shown?.creativeId) return null
	const { creativeId: id, imageKey, description, link } = shown
	return { id, description: description ?? '', link: link ?? '', imageKey }
}

type HeldRow = Pick<HeldCell, 'cell' | 'invited' | 'creative' | 'loan'> & {
	holderId: string | null
	orderStatus: string | null
	lentCreative: Creative | null
}

function cellsOf(
	rows: readonly HeldRow[],
	holder: Holder,
	setting: SettingValue<'showCreatives'>,
): HeldCell[] {
	const isLater = setting === 'after-approval'
	return rows
		.filter(row => cellById(row.cell))
		.map(({ cell, invited, holderId, orderStatus, loan, creative, lentCreative }) => {
			const isBorrowed = loan !== null && holderId !== holder
			const isPending = orderStatus === 'pending' && !isBorrowed
			return {
				cell,
				pending: isPending,
				publicLater: isLater && isPending,
				invited,
				lentUntil: isBorrowed ? null : (loan?.until ?? null),
				loan: isBorrowed && loan ? { transferId: loan.transferId, until: loan.until } : null,
				creative: isBorrowed ? lentCreative : creative,
			}
		})
}

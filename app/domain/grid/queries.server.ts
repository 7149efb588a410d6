import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { getPrices, getSetting } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import {
	cellHolders,
	cellLoans,
	creatives,
	gridState,
	orders,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { CELL_COUNT, CELL_TYPES, CELLS, type CellType } from './layout'
import {
	type CellState,
	cellState,
	type Holding,
	type Loan,
	type PublishedBlock,
	type TypeFigures,
	type Viewer,
} from './rules'
import { type HeldBlock, type ShownCell, shownBlocks } from './shown-blocks'

/** The grid at one moment, independent of the viewer. Shared between requests: do not modify it. */
export type GridSnapshot = {
	readonly version: number
	/** UTC ms of the next moment at which time alone changes the grid (a hold, loan or invitation expires). */
	readonly validUntil: number
	/** Pence per cell. */
	readonly prices: Readonly<Record<CellType, number>>
	/** The state of cell `id` at `id - 1`. */
	readonly holdings: readonly Holding[]
	readonly figures: Readonly<Record<CellType, TypeFigures>>
	readonly blocks: readonly PublishedBlock[]
	/** Blocks that only their owners see so far. */
	readonly awaiting: readonly HeldBlock[]
	/** Identifies the content of the composite image; null while nothing is published. */
	readonly compositeHash: string | null
	/** Every cell that has a holder, with what its holder may see of it. */
	readonly held: readonly HeldRow[]
	/** When images become public. */
	readonly showCreatives: SettingValue<'showCreatives'>
	readonly maxCellsPerOrder: number
}

export type HeldRow = Awaited<ReturnType<typeof readHolders>>[number] & { invited: boolean }

let cached: { version: number; snapshot: Promise<GridSnapshot>; validUntil: number } | undefined

const versionRow = db.select().from(gridState).where(eq(gridState.id, 1)).prepare()

/**
 * Reads the grid at `now` (UTC ms). One query if nothing has changed since the last call, six otherwise, however many
 * orders there are. A counter that triggers increment keeps several processes exact. `tx`: reads the grid as that
 * transaction sees it.
 */
export async function readGrid(now: number, tx?: Tx): Promise<GridSnapshot> {
	if (tx) return await load(0, now, tx)
	const [row] = await versionRow.execute()
	const version = row?.version ?? 0
	if (cached?.version === version && now < cached.validUntil) return cached.snapshot
	// The version is read first, so that a change in between makes the next call load again and is never missed.
	const entry = { version, snapshot: load(version, now, db), validUntil: Number.POSITIVE_INFINITY }
	cached = entry
	try {
		const snapshot = await entry.snapshot
		entry.validUntil = snapshot.validUntil
		return snapshot
	} catch (error) {
		if (cached === entry) cached = undefined
		throw error
	}
}

async function load(version: number, now: number, from: Readable): Promise<GridSnapshot> {
	const [rows, invitedRows, prices, showCreatives, maxCellsPerOrder] = await Promise.all([
		readHolders(now, from),
		readInvited(now, from),
		getPrices(from),
		getSetting('showCreatives', from),
		getSetting('maxCellsPerOrder', from),
	])
	const invited = new Set(invitedRows.map(row => row.cell))
	const holdings: Holding[] = CELLS.map(cell => ({ kind: 'available', invited: invited.has(cell.id) }))
	const shown: (ShownCell & { isLent: boolean })[] = []
	let validUntil = Math.min(...invitedRows.map(row => row.until ?? Number.POSITIVE_INFINITY))
	for (const row of rows) {
		if (row.cell < 1 || row.cell > CELL_COUNT) continue
		if (row.holdUntil !== null && row.holdUntil <= now) continue
		validUntil = Math.min(validUntil, row.holdUntil ?? Number.POSITIVE_INFINITY)
		validUntil = Math.min(validUntil, row.loan?.until ?? Number.POSITIVE_INFINITY)
		holdings[row.cell - 1] = toHolding(row, invited.has(row.cell))
		const isLent = row.loan !== null
		// While a cell is lent it shows the borrower's creative, or nothing.
		const {
			creativeId = null,
			imageKey = null,
			description = null,
			link = null,
		} = (isLent ? row.lent : row) ?? {}
		if (row.kind === 'hold' || !creativeId || !imageKey) continue
		shown.push({
			cell: row.cell,
			creativeId,
			imageKey,
			description: description ?? '',
			link: link ?? '',
			accountId: row.loan ? row.loan.borrowerId : row.accountId,
			isPending: !isLent && row.orderStatus === 'pending',
			isLent,
		})
	}
	const isAtOnce = showCreatives === 'at-once'
	const blocks = shownBlocks(shown.filter(item => isAtOnce || !item.isPending)).map(
		({ creativeId, imageKey, description, link, cells }): PublishedBlock => {
			return { creativeId, imageKey, description, link, cells }
		},
	)
	const awaiting = isAtOnce
		? []
		: shownBlocks(shown.filter(item => !item.isLent)).filter(block => block.isPending)
	return {
		version,
		validUntil,
		prices,
		holdings,
		figures: computeFigures(holdings, prices),
		blocks,
		awaiting,
		compositeHash: blocks.length > 0 ? hashBlocks(blocks) : null,
		held: rows.map(row => ({ ...row, invited: invited.has(row.cell) })),
		showCreatives,
		maxCellsPerOrder,
	}
}

/** Reads the cells in an invitation that is open at `now`, and when it expires. */
function readInvited(now: number, from: Readable) {
	return from
		.select({ cell: transferCells.cell, until: transfers.until })
		.from(transferCells)
		.innerJoin(transfers, eq(transfers.id, transferCells.transferId))
		.where(and(eq(transferCells.open, 1), isOpenAt(now)))
}

const lentCreatives = alias(creatives, 'lent_creatives')

/** Reads every holder's row with its creative, and the loan running at `now`, if any, with its creative. */
function readHolders(now: number, from: Readable) {
	return from
		.select({
			cell: cellHolders.cell,
			kind: cellHolders.kind,
			accountId: cellHolders.accountId,
			holdUntil: cellHolders.holdUntil,
			since: cellHolders.since,
			orderStatus: orders.status,
			creativeId: creatives.id,
			imageKey: creatives.imageKey,
			description: creatives.description,
			link: creatives.link,
			// The first column tells whether there is a loan, because a borrower may be null.
			loan: { until: cellLoans.until, borrowerId: cellLoans.borrowerId, transferId: cellLoans.transferId },
			lent: {
				creativeId: lentCreatives.id,
				imageKey: lentCreatives.imageKey,
				description: lentCreatives.description,
				link: lentCreatives.link,
			},
		})
		.from(cellHolders)
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(cellLoans, and(eq(cellLoans.cell, cellHolders.cell), gt(cellLoans.until, now)))
		.leftJoin(lentCreatives, eq(lentCreatives.id, cellLoans.creativeId))
		.orderBy(cellHolders.cell)
}

function toHolding(
	row: {
		kind: 'hold' | 'owned' | 'house'
		accountId: string | null
		holdUntil: number | null
		loan: Loan | null
	},
	invited: boolean,
): Holding {
	const loan = row.loan ?? undefined
	if (row.kind === 'house') return { kind: 'house', invited, loan }
	const accountId = row.accountId ?? ''
	if (row.holdUntil !== null) return { kind: 'hold', accountId, until: row.holdUntil, invited }
	return { kind: 'owned', accountId, invited, loan }
}

function computeFigures(holdings: readonly Holding[], prices: Readonly<Record<CellType, number>>) {
	const count = (type: CellType, isCounted: (kind: Holding['kind']) => boolean) =>
		CELLS.filter(cell => cell.type === type && isCounted(holdings[cell.id - 1]?.kind ?? 'available')).length
	const entries = CELL_TYPES.map(type => [
		type,
		{
			price: prices[type],
			total: count(type, kind => kind !== 'house'),
			available: count(type, kind => kind === 'available'),
		},
	])
	return Object.fromEntries(entries) as Record<CellType, TypeFigures>
}

/** Increment it when the rendering changes, so that the addresses of cached composite images change too. */
const COMPOSER_VERSION = 2

function hashBlocks(blocks: readonly PublishedBlock[]): string {
	const content = blocks.map(block => [block.imageKey, block.cells])
	return createHash('sha256')
		.update(JSON.stringify([COMPOSER_VERSION, content]))
		.digest('hex')
		.slice(0, 24)
}

/** Returns the states as `viewer` sees them, cell `id` at `id - 1`. */
export function statesFor(grid: GridSnapshot, viewer: Viewer): CellState[] {
	return grid.holdings.map(holding => cellState(holding, viewer))
}

/** Lists the blocks that `accountId` sees on the grid before the public does. */
export function listAwaitingBlocks(grid: GridSnapshot, accountId: string): HeldBlock[] {
	return grid.awaiting.filter(block => block.accountId === accountId)
}

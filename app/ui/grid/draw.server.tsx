import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { safeLink } from '~/domain/creatives/link'
import { boundingBox, isFilledRectangle } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell, type CellType, cellAtUnit, cellsByIds } from '~/domain/grid/layout'
import { buyPath, clickPath } from '~/domain/grid/pixel-path'
import type { GridSnapshot } from '~/domain/grid/queries.server'
import type { Region } from '~/domain/grid/regions'
import {
	type CellState,
	describeCell,
	type GridMode,
	isClickable,
	type PublishedBlock,
	type Viewer,
} from '~/domain/grid/rules'
import { nameBlocks } from '~/domain/grid/shown-blocks'
import { formatPounds } from '~/domain/money'
import { OwnOutline } from './own-images'

export type GridDrawing = {
	mode: GridMode
	/** The states as the viewer sees them, cell `id` at `id - 1`. */
	states: readonly CellState[]
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	selected?: ReadonlySet<number> | undefined
	/** The published creatives: links over the cells of a grid that is only viewed, else names for the tool. */
	blocks?: readonly PublishedBlock[] | undefined
	/** The region to draw, by default the whole grid. */
	region?: Region | undefined
	/** Whether free cells of a grid that is only viewed link to the buying page. */
	forSale?: boolean | undefined
	/** Cells that cannot be selected whatever their state, and why. */
	barred?: ReadonlyMap<number, string> | undefined
}

/** The modes in which cells are form controls. In the others they are only shown, or carry links. */
const PICKED: ReadonlySet<GridMode> = new Set(['buy', 'manage', 'sell', 'admin'])

/** The modes in which own cells have an outline above their images. */
const OUTLINED: ReadonlySet<GridMode> = new Set(['dashboard', 'manage', 'sell'])

/** Renders the cells of a grid, or of a region, as HTML in the mode of the page. */
export function drawCells(drawing: GridDrawing): string {
	return renderToStaticMarkup(
		<>
			<Cells {...drawing} />
			{OUTLINED.has(drawing.mode) ? <OwnOutline states={drawing.states} region={drawing.region} /> : null}
		</>,
	)
}

/* Some 100 kB each: an owner's grid is rendered for the owner alone. */
const DRAWINGS_PER_SNAPSHOT = 60
const drawings = new WeakMap<GridSnapshot, LRUCache<string, string>>()

/**
 * Renders the whole grid with nothing selected, as `viewer` sees it. Most pages have its 1,151 cells, so they are
 * rendered once per snapshot and kind of viewer; each holder of cells is a kind of its own. `states`: what the viewer
 * sees of each cell. `barred`: as in {@link GridDrawing}.
 */
export function drawWholeGrid(
	grid: GridSnapshot,
	mode: GridMode,
	viewer: Viewer,
	states: readonly CellState[],
	barred?: ReadonlyMap<number, string>,
): string {
	const ofSnapshot = drawings.get(grid) ?? new LRUCache<string, string>({ max: DRAWINGS_PER_SNAPSHOT })
	drawings.set(grid, ofSnapshot)
	const holder = viewer.role !== 'guest' && holdsCells(grid, viewer.accountId) ? viewer.accountId : ''
	const key = JSON.stringify([mode, viewer.role, holder, ...(barred ?? [])])
	const known = ofSnapshot.get(key)
	if (known !== undefined) return known
	const isPublic = mode === 'public'
	const html = drawCells({
		mode,
		states,
		prices: grid.prices,
		barred,
		blocks: mode === 'dashboard' ? undefined : grid.blocks,
		forSale: isPublic && viewer.role !== 'admin',
	})
	ofSnapshot.set(key, html)
	return html
}

function holdsCells({ holdings }: GridSnapshot, accountId: string): boolean {
	return holdings.some(
		holding =>
			('accountId' in holding && holding.accountId === accountId) ||
			('loan' in holding && holding.loan?.borrowerId === accountId),
	)
}

function Cells({ mode, states, prices, selected, blocks, region, forSale, barred }: GridDrawing) {
	const isPicked = PICKED.has(mode)
	const links = blocks && !isPicked ? createLinks(blocks, states) : undefined
	const names = blocks && isPicked ? nameBlocks(blocks, region?.cells) : undefined
	return groupRuns(region?.cells ?? CELLS).map(cells => {
		const [{ type, id }] = cells
		const price = formatPounds(prices[type])
		return (
			<div key={id} data-run={type} data-price={price}>
				{cells.map(cell => {
					const state = states[cell.id - 1] ?? 'available'
					const why = barred?.get(cell.id)
					const attributes = { 'data-cell': cell.id, 'data-state': state, ...names?.get(cell.id) }
					if (why !== undefined) return <span key={cell.id} {...attributes} data-why={why} />
					if (isPicked && isClickable(mode, state)) {
						return (
							<input
								key={cell.id}
								{...attributes}
								type="checkbox"
								name="cell"
								value={cell.id}
								aria-label={describeCell(cell, price, state)}
								defaultChecked={selected?.has(cell.id) ?? false}
							/>
						)
					}
					const link = links?.get(cell.id)
					if (forSale && state === 'available')
						return (
							<Offer key={cell.id} cell={cell}>
								{link}
							</Offer>
						)
					return (
						<span key={cell.id} {...attributes}>
							{link}
						</span>
					)
				})}
			</div>
		)
	})
}

/** Splits cells into runs of one type, which the style sheet sizes. */
function groupRuns(cells: readonly Cell[]): [Cell, ...Cell[]][] {
	const runs: [Cell, ...Cell[]][] = []
	for (const cell of cells) {
		const run = runs.at(-1)
		if (run?.[0].type === cell.type) run.push(cell)
		else runs.push([cell])
	}
	return runs
}

const UNNAMED = { tabIndex: -1, 'aria-hidden': true }

/**
 * A free cell that links to the buying page. A thousand names would be noise and weight: scripts name the focused cell,
 * and without them keyboard users get a link to the page with coordinates.
 */
function Offer({ cell, children }: { cell: Cell; children: ReactNode }) {
	return (
		<a data-cell={cell.id} data-state="available" href={buyPath(cell.id)} {...UNNAMED}>
			{children}
		</a>
	)
}

/** Returns the links of the creatives, by the cell that carries them. */
function createLinks(
	blocks: readonly PublishedBlock[],
	states: readonly CellState[],
): Map<number, ReactNode> {
	const links = new Map<number, ReactNode>()
	for (const block of blocks) {
		// An invited cell is never clickable, so a block that has one is linked cell by cell.
		const open = cellsByIds(block.cells).filter(cell => states[cell.id - 1] !== 'invited')
		if (isFilledRectangle(open)) {
			const [first] = open
			if (first)
				links.set(
					first.id,
					<BlockLink block={block} cell={first} size={boundingBox(open)} edges="rb" isTabStop />,
				)
			continue
		}
		const ids = new Set(block.cells)
		for (const [index, cell] of open.entries()) {
			const edges = findOuterEdges(cell, ids)
			links.set(
				cell.id,
				<BlockLink block={block} cell={cell} size={cell} edges={edges} isTabStop={index === 0} />,
			)
		}
	}
	return links
}

/** Finds the right and bottom edges of a cell that are edges of the block, where a line is drawn. */
function findOuterEdges(cell: Cell, block: ReadonlySet<number>): string {
	const isInside = (other: Cell | undefined) => other !== undefined && block.has(other.id)
	const right = isInside(cellAtUnit(cell.x + cell.w, cell.y)) ? '' : 'r'
	return isInside(cellAtUnit(cell.x, cell.y + cell.h)) ? right : `${right}b`
}

type Props = {
	block: PublishedBlock
	cell: Cell
	size: { w: number; h: number }
	edges: string
	isTabStop: boolean
}

function BlockLink({ block, cell, size, edges, isTabStop }: Props) {
	const url = safeLink(block.link)
	const props = {
		className: `block-link wide-${size.w} high-${size.h}`,
		'data-edges': edges === 'rb' ? undefined : edges,
		tabIndex: isTabStop ? undefined : -1,
		'aria-hidden': isTabStop ? undefined : true,
	}
	const tip = (
		<span className={`tip ${tipPlace(cell)}`}>
			{block.description}{' '}
			{url ? <small>{`${url.host}${url.pathname === '/' ? '' : url.pathname}`}</small> : null}{' '}
		</span>
	)
	if (!url) return <span {...props}>{tip}</span>
	return (
		<a {...props} ping={clickPath(cell.id)} target="_blank" rel="noopener nofollow ugc" href={url.href}>
			{tip}
		</a>
	)
}

/** Tooltips open towards the middle of the grid, so that none overflows a small screen. */
function tipPlace(cell: Cell): string {
	const side = cell.x < 13 ? 'to-right' : cell.x > 26 ? 'to-left' : 'to-both'
	return cell.y < 21 ? `${side} below` : side
}

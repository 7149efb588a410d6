import { renderToStaticMarkup } from 'react-dom/server'
import { boundingBox, isFilledRectangle } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell, type CellType, cellAtUnit, cellsByIds } from '~/domain/grid/layout'
import { buyPath, clickPath } from '~/domain/grid/pixel-path'
import type { Region } from '~/domain/grid/regions'
import {
	type CellState,
	cellName,
	type GridMode,
	isClickable,
	type PublishedBlock,
	safeLink,
} from '~/domain/grid/rules'
import { formatPounds } from '~/domain/money'

/**
 * The cells of the grid as one string of HTML, about 1,151 elements in order of their ids. Each kind of cell is a
 * component; its markup is drawn once and memoized, because the grid is on most pages and a tree of that many
 * elements is not something to build for each of them.
 */

export type GridDrawing = {
	mode: GridMode
	/** What the viewer sees of cell `id`, at `id - 1`. */
	states: readonly CellState[]
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	selected?: ReadonlySet<number> | undefined
	/** Creatives to lay over the cells, as links. */
	blocks?: readonly PublishedBlock[] | undefined
	/** The part to draw instead of the whole. */
	region?: Region | undefined
	/** Free cells that are only looked at lead to buying them. */
	forSale?: boolean | undefined
	/** Cells that cannot be picked whatever their state, and why. */
	barred?: ReadonlyMap<number, string> | undefined
}

/** The modes in which cells are form controls. Elsewhere they are only looked at, or carry links. */
const PICKED: ReadonlySet<GridMode> = new Set(['buy', 'manage', 'sell', 'admin'])

/** Cells of a kind that have been drawn, by id, and how the others are. */
type Kind = { drawn: string[]; draw: (cell: Cell) => string }
type Kinds = Partial<Record<CellState, Kind>>

/** The cells of a grid, or of a part of it, as HTML in the mode of the page. */
export function drawCells({
	mode,
	states,
	prices,
	selected,
	blocks,
	region,
	forSale,
	barred,
}: GridDrawing): string {
	const links = blocks ? linksOf(blocks, states) : undefined
	const isPicked = PICKED.has(mode)
	const names = {} as Record<CellType, string>
	for (const [type, pence] of Object.entries(prices)) names[type as CellType] = formatPounds(pence)
	let html = ''
	let run: CellType | undefined
	let [checked, unchecked]: [Kinds, Kinds] = [{}, {}]
	for (const cell of region?.cells ?? CELLS) {
		if (cell.type !== run) {
			html += `${run ? '</div>' : ''}${openRun(cell.type, names[cell.type])}`
			run = cell.type
			;[checked, unchecked] = [{}, {}]
		}
		const state = states[cell.id - 1] ?? 'available'
		const why = barred?.get(cell.id)
		if (why !== undefined) {
			html += drawBarred(cell, state, why)
			continue
		}
		const isPick = isPicked && isClickable(mode, state)
		const kinds = isPick && selected?.has(cell.id) ? checked : unchecked
		const kind = kinds[state] ?? kindOf(cell.type, state, isPick, kinds === checked)
		kinds[state] = kind
		kind.drawn[cell.id] ??= kind.draw(cell)
		const drawn = kind.drawn[cell.id] ?? ''
		const link = isPick ? undefined : links?.get(cell.id)
		// A function, because owners' words may contain what replace() takes for a pattern ($&).
		html += link ? drawn.replace('></', () => `>${link}</`) : drawn
	}
	return `${html}</div>`

	function kindOf(type: CellType, state: CellState, isPick: boolean, isChecked: boolean): Kind {
		const price = names[type]
		if (isPick) {
			const name = `${mode}:${state}:${price}:${isChecked}`
			return { drawn: tableOf(name), draw: cell => drawPick(cell, state, price, mode, isChecked) }
		}
		if (forSale && state === 'available') return { drawn: tableOf('offer'), draw: drawOffer }
		return { drawn: tableOf(`plain:${state}`), draw: cell => drawPlain(cell, state) }
	}
}

/** Cells of one type that follow each other; the style sheet gives them their size. */
function openRun(type: CellType, price: string): string {
	return renderToStaticMarkup(<div data-run={type} data-price={price} />).replace('</div>', '')
}

/* What is drawn of cells, by their kind and then by their id: no key is made for each of a thousand cells. */
const tables = new Map<string, string[]>()
const TABLES_AT_MOST = 100

function tableOf(kind: string): string[] {
	const known = tables.get(kind)
	if (known) return known
	// Prices are part of some kinds.
	if (tables.size >= TABLES_AT_MOST) tables.clear()
	const table: string[] = []
	tables.set(kind, table)
	return table
}

const memoized = new Map<string, string>()

function memoize(key: string, draw: () => string): string {
	const known = memoized.get(key)
	if (known !== undefined) return known
	// Prices are part of some keys; a limit keeps a year of price changes from piling up.
	if (memoized.size > 20_000) memoized.clear()
	const drawn = draw()
	memoized.set(key, drawn)
	return drawn
}

function drawPick(cell: Cell, state: CellState, price: string, mode: GridMode, checked: boolean): string {
	return renderToStaticMarkup(
		<input
			type={mode === 'manage' ? 'radio' : 'checkbox'}
			name="cell"
			value={cell.id}
			data-cell={cell.id}
			data-state={state}
			aria-label={cellName(cell, price, state)}
			defaultChecked={checked}
		/>,
	)
}

function drawPlain(cell: Cell, state: CellState): string {
	return renderToStaticMarkup(<span data-cell={cell.id} data-state={state} />)
}

/**
 * A free cell that leads to buying it. A thousand names would only be noise and weight: scripts say the one that has
 * the focus, and for keyboards without them there is a link to the page with the coordinates.
 */
function drawOffer(cell: Cell): string {
	return renderToStaticMarkup(
		// biome-ignore lint/a11y/useAnchorContent: named when it gets the focus
		<a data-cell={cell.id} data-state="available" href={buyPath(cell.id)} tabIndex={-1} aria-hidden />,
	)
}

function drawBarred(cell: Cell, state: CellState, why: string): string {
	return renderToStaticMarkup(<span data-cell={cell.id} data-state={state} data-why={why} />)
}

/** The links of the creatives, by the cell that carries them. */
function linksOf(blocks: readonly PublishedBlock[], states: readonly CellState[]): Map<number, string> {
	const links = new Map<number, string>()
	for (const block of blocks) {
		// An invited cell is never clickable, so a block that has one is linked cell by cell.
		const open = cellsByIds(block.cells).filter(cell => states[cell.id - 1] !== 'invited')
		if (isFilledRectangle(open)) {
			const [first] = open
			if (first) links.set(first.id, drawLink(block, first, boundingBox(open), 'rb', true))
			continue
		}
		const ids = new Set(block.cells)
		for (const [index, cell] of open.entries()) {
			links.set(cell.id, drawLink(block, cell, cell, outerEdges(cell, ids), index === 0))
		}
	}
	return links
}

/** Which of the right and bottom edges of a cell are edges of the block, where a seam belongs. */
function outerEdges(cell: Cell, block: ReadonlySet<number>): string {
	const inside = (other: Cell | undefined) => other !== undefined && block.has(other.id)
	const right = inside(cellAtUnit(cell.x + cell.w, cell.y)) ? '' : 'r'
	return inside(cellAtUnit(cell.x, cell.y + cell.h)) ? right : `${right}b`
}

function drawLink(
	block: PublishedBlock,
	cell: Cell,
	size: { w: number; h: number },
	edges: string,
	isTabStop: boolean,
): string {
	const key = [block.link, block.description, cell.id, size.w, size.h, edges, isTabStop].join('\u0000')
	return memoize(key, () =>
		renderToStaticMarkup(
			<BlockLink block={block} cell={cell} size={size} edges={edges} isTabStop={isTabStop} />,
		),
	)
}

function BlockLink({
	block,
	cell,
	size,
	edges,
	isTabStop,
}: {
	block: PublishedBlock
	cell: Cell
	size: { w: number; h: number }
	edges: string
	isTabStop: boolean
}) {
	const url = safeLink(block.link)
	const props = {
		className: `block-link w${size.w} h${size.h}`,
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

/** Tooltips open towards the middle of the grid, so that none hangs over the edge of a small screen. */
function tipPlace(cell: Cell): string {
	const side = cell.x < 13 ? 'to-right' : cell.x > 26 ? 'to-left' : 'to-both'
	return cell.y < 21 ? `${side} below` : side
}

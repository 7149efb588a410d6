import type { ReactNode } from 'react'
import { CANVAS, CELLS, type CellType, TYPE_UNITS, type UnitRect } from '~/domain/grid/layout'
import type { Region } from '~/domain/grid/regions'
import { type CellState, type GridMode, type PublishedBlock, STATE_LABELS } from '~/domain/grid/rules'
import { GridComposite } from './composite'
import { OwnImages } from './own-images'

const LEGENDS: Readonly<Record<GridMode, readonly (CellState | 'selected')[]>> = {
	public: ['available', 'user-reserved', 'admin-reserved', 'invited'],
	dashboard: ['owned', 'user-reserved', 'available', 'invited'],
	buy: ['available', 'selected', 'owned', 'user-reserved', 'admin-reserved', 'invited'],
	manage: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	sell: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	admin: ['owned', 'selected', 'available', 'user-reserved', 'invited'],
}

type ViewProps = {
	mode: GridMode
	/** Rendered by the server. Empty in the browser: React leaves an opaque node as it is. */
	html: string
	/** The hash of the image over the cells; null while nothing is published. */
	compositeHash?: string | null | undefined
	/** The viewer's images that are not public yet. */
	own?: readonly PublishedBlock[] | undefined
	/** The enlarged region that is shown instead of the whole grid. */
	region?: Region | undefined
	/** Content over the cells. */
	children?: ReactNode
}

/**
 * The cells of the grid and their content. `html` comes from `drawCells` and is inserted as one opaque node. In the
 * modes in which cells can be selected, use it inside a form; the cells are its checkboxes, all named `cell`.
 */
export function GridView({ mode, html, compositeHash, own = [], region, children }: ViewProps) {
	const isLookedAt = mode === 'public' || mode === 'dashboard'
	return (
		<div
			className={`pixel-view${region ? ` of-region region-${region.type}` : ''}`}
			{...(isLookedAt ? {} : { id: 'cells', tabIndex: -1 })}
		>
			<div
				className={`pixel-sheet${isLookedAt ? '' : ' numbered'}${region ? ` across-${region.w}` : ''}`}
				data-ruler={region?.type ?? 'tiny'}
			>
				{isLookedAt ? null : <Rulers region={region} />}
				<div className="relative isolate bg-(--seam)">
					{compositeHash && !region ? (
						<GridComposite hash={compositeHash} isPublic={mode === 'public'} />
					) : null}
					<OwnImages blocks={own} hash={region && compositeHash} region={region} />
					{/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take its legend into the grid */}
					<div
						className="cells"
						role="group"
						aria-label={isLookedAt ? 'Cells' : 'Choose cells'}
						data-mode={mode}
						suppressHydrationWarning
						// biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own components
						dangerouslySetInnerHTML={{ __html: html }}
					/>
					{children}
				</div>
			</div>
		</div>
	)
}

/** The whole grid with its legend, for viewing. */
export function Grid({
	showOwned = false,
	...view
}: Omit<ViewProps, 'children' | 'region'> & {
	/** On the public grid: whether the viewer is signed in and may see cells of their own. */
	showOwned?: boolean
}) {
	const { mode } = view
	return (
		<section id="grid" className="pixel-grid" aria-label="The grid" data-mode={mode}>
			<a className="skip-link" href="#after-grid">
				Skip the grid
			</a>
			<pixel-grid pinch>
				<GridView {...view} />
				<div className="pixel-foot" id="after-grid" tabIndex={-1}>
					<GridLegend mode={mode} showOwned={showOwned} />
					{mode === 'public' ? (
						<p className="without-scripts">
							<a className="link link-alone" href="/user/pixels/buy#fromRow">
								Choose pixels by row and column
							</a>
							{showOwned ? null : <> once you have logged in</>}
						</p>
					) : (
						<GridReadout />
					)}
				</div>
				{mode === 'public' ? <ShownPlace /> : null}
			</pixel-grid>
		</section>
	)
}

/** Where scripts describe the cell under the pointer. */
export function GridReadout() {
	return (
		<output className="pixel-readout" aria-live="off">
			<span className="with-pointer">Point at a cell</span> <span className="with-finger">Tap a cell</span> to
			read its place and price.
		</output>
	)
}

export function GridLegend({ mode, showOwned = false }: { mode: GridMode; showOwned?: boolean }) {
	const states = LEGENDS[mode]
	return (
		<ul className="pixel-legend" aria-label="Legend">
			{(showOwned && mode === 'public' ? (['owned', ...states] as const) : states).map(state => (
				<li key={state}>
					<span className="swatch" data-state={state} />
					{state === 'owned' && mode === 'admin' ? 'Owned Pixels' : STATE_LABELS[state]}
				</li>
			))}
		</ul>
	)
}

/** The place next to the public grid where scripts show the cell under the pointer with its surroundings. */
function ShownPlace() {
	return (
		<div className="pixel-shown" data-empty="">
			<canvas />
			<div>
				<output className="pixel-readout" aria-live="off" />
				{/* One line, so that what is below it does not move from block to block. */}
				<p className="shown-words font-serif text-lg/[1.2] wrap-anywhere lg:line-clamp-1" />
				<p className="shown-size text-muted" />
			</div>
			<p>
				<a className="link link-alone" href="/user/pixels/buy">
					Buy Pixels
				</a>
			</p>
		</div>
	)
}

const WHOLE: UnitRect = { x: 0, y: 0, w: CANVAS.width, h: CANVAS.height }
const SCALES = ['tiny', 'small', 'medium'] as const

/**
 * The numbers of rows and columns along the edges of a grid. Columns are counted in cells of the row's type, so there
 * is a scale for each type. Hidden from screen readers, because the cells name their places.
 */
function Rulers({ region }: { region: Region | undefined }) {
	const { x, w } = region ?? WHOLE
	const scales = SCALES.filter(type => !region || region.type === type)
	return (
		<>
			<div className="ruler-corner" aria-hidden="true" />
			<div className="ruler-columns" aria-hidden="true">
				{scales.map(type => (
					<Scale key={type} type={type} from={x / TYPE_UNITS[type].w} count={w / TYPE_UNITS[type].w} />
				))}
			</div>
			<div className="ruler-rows" aria-hidden="true">
				{getRows(region).map(({ row, type }) => (
					<span key={row} className={getClassName(row, type === 'tiny' && row > 8, `row-${type}`)}>
						{`${row} `}
					</span>
				))}
			</div>
		</>
	)
}

function Scale({ type, from, count }: { type: Exclude<CellType, 'large'>; from: number; count: number }) {
	return (
		<div className={`scale-${type}`}>
			{Array.from({ length: count }, (_, index) => from + index + 1).map(column => (
				<span key={column} className={getClassName(column, type === 'tiny' && column > 1)}>
					{`${column} `}
				</span>
			))}
		</div>
	)
}

/** Hides numbers that do not fit where cells are few pixels wide. */
function getClassName(number: number, isDense: boolean, kind = ''): string | undefined {
	const classes = [kind, isDense && number % 5 !== 0 ? 'minor' : ''].filter(Boolean)
	return classes.length > 0 ? classes.join(' ') : undefined
}

function getRows(region: Region | undefined): { row: number; type: CellType }[] {
	const rows = new Map<number, CellType>()
	for (const cell of region?.cells ?? CELLS) if (cell.type !== 'large') rows.set(cell.row, cell.type)
	return [...rows].sort(([a], [b]) => a - b).map(([row, type]) => ({ row, type }))
}

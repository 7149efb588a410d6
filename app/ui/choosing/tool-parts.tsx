import { Fragment, type ReactNode } from 'react'
import { boundingBox, type Direction } from '~/domain/grid/geometry-rules'
import { CANVAS, type CellType } from '~/domain/grid/layout'
import { findNextRegion, type Region } from '~/domain/grid/regions'
import type { CellState, GridMode, PublishedBlock } from '~/domain/grid/rules'
import { Button, ButtonLink } from '../button'
import { ErrorSummary } from '../forms/error-summary'
import { addLetters } from '../grid/free-places'
import { GridLegend, GridReadout, GridView } from '../grid/grid'
import { OwnImageNotes } from '../grid/own-images'
import { PlaceMark } from '../grid/place-picture'
import { RegionMap } from './region-map'
import { type Suggested, SuggestFold } from './suggest'

/** The parts of a cell selector that stay as the server has rendered them. */
export type ToolDrawing = {
	mode: GridMode
	title: string
	intro?: string
	problem?: ChoiceProblem | undefined
	/** Further links of the page. */
	links?: readonly { href: string; text: string }[]
	/** The rendered cells. */
	cells: string
	/** The region that is shown enlarged, if any. */
	region: Region | undefined
	compositeHash: string | null
	/** The viewer's images that are not public yet. */
	own?: readonly PublishedBlock[]
	/** The page's own address, to which views are added. */
	path: string
	/** The states as the viewer sees them, cell `id` at `id - 1`. */
	states: readonly CellState[]
	/** Ids of the viewer's cells that are in an invitation. */
	invited: ReadonlySet<number>
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	/** Ids of the cells that the server has ticked. */
	selected: readonly number[]
	suggested?: Suggested
}

/** Why a selection was refused, and how to correct it. */
export type ChoiceProblem = {
	message: string
	field: 'cell' | 'coordinates'
	/** The cells in the way, as text. */
	details?: string | undefined
	/** How to correct it. */
	remedy?: string | undefined
	/** A link to the available cells. */
	again?: { href: string; text: string } | undefined
}

/** The title of the tool, its problem, and links between enlarged regions. */
export function ToolHead({ title, intro, problem, region, path }: ToolDrawing) {
	return (
		<>
			<h1>{title}</h1>
			{intro ? <p className="tool-intro text-muted">{intro}</p> : null}
			{problem ? <ErrorSummary title={problem.message} items={getErrorItems(problem)} /> : null}
			{problem?.again ? (
				<p>
					<ButtonLink variant="secondary" href={problem.again.href}>
						{problem.again.text}
					</ButtonLink>
				</p>
			) : null}
			{region ? <Views region={region} path={path} /> : null}
		</>
	)
}

function getErrorItems({ field, details, remedy }: ChoiceProblem) {
	const way =
		field === 'cell'
			? { id: 'cells', text: remedy ?? 'Choose on the grid.' }
			: { id: 'fromRow', text: remedy ?? 'Change the coordinates.' }
	return details ? [{ text: details }, way] : [way]
}

export function ToolTable({ cells, suggested, selected, region, ...drawing }: ToolDrawing) {
	return (
		<>
			<a className="skip-link" href="#after-grid">
				Skip the grid
			</a>
			<GridView {...drawing} html={cells} region={region}>
				{suggested && selected.length === 0 && !region ? <SuggestionMarks places={suggested.places} /> : null}
			</GridView>
		</>
	)
}

/** Suggested places on the grid, in gold, with a letter each. */
function SuggestionMarks({ places }: Pick<Suggested, 'places'>) {
	return (
		<svg
			className="pixel-marks in-data-chosen:hidden"
			aria-hidden="true"
			viewBox={`0 0 ${CANVAS.width} ${CANVAS.height}`}
		>
			{addLetters(places).map(({ name, place }) => (
				<PlaceMark key={name} name={name} box={boundingBox(place.cells)} scale={2.5} />
			))}
		</svg>
	)
}

/** Links to enlarged regions without scripts, the readout with them, and further links. */
export function ToolAbout(drawing: ToolDrawing) {
	const { mode, selected, region, links = [], own = [] } = drawing
	return (
		<>
			{selected.length > 0 && mode !== 'manage' ? (
				<div className="tool-part without-scripts">
					<p className="mb-2">After ticking other pixels, update the number and the total.</p>
					<Button variant="secondary" name="intent" value="select">
						Update
					</Button>
				</div>
			) : null}
			{region ? null : (
				<noscript>
					<RegionMap {...drawing} />
				</noscript>
			)}
			<div className="tool-part pointed with-scripts max-lg:hidden">
				<span className="swatch">
					<canvas />
				</span>
				<div>
					<p className="pointed-name" />
					<GridReadout />
				</div>
			</div>
			{links.length > 0 ? (
				<p className="tool-part flex flex-wrap gap-y-0 gap-x-5">
					{links.map(({ href, text }) => (
						<a key={href} className="link link-alone" href={href}>
							{text}
						</a>
					))}
				</p>
			) : null}
			{own.length > 0 ? (
				<div className="tool-part">
					<OwnImageNotes blocks={own} />
				</div>
			) : null}
		</>
	)
}

export function ToolSuggest({ suggested }: ToolDrawing) {
	return suggested ? <SuggestFold {...suggested} /> : null
}

export function ToolLegend({ mode, region }: ToolDrawing) {
	return (
		<div className="tool-part">
			<GridLegend mode={mode} />
			{region ? null : (
				<p className="help without-scripts mt-2 max-lg:hidden">
					The numbers along the edges count tiny pixels. Columns of larger pixels are counted in their own
					size.
				</p>
			)}
		</div>
	)
}

const BESIDE: readonly [Direction, string][] = [
	['left', 'Left'],
	['right', 'Right'],
	['up', 'Up'],
	['down', 'Down'],
]

/** Buttons to the neighbouring regions; the form carries the selection along. */
function Views({ region, path }: { region: Region; path: string }) {
	return (
		<nav className="grid gap-2 [&_.btn]:px-3" aria-label="Larger views">
			{/* The Enter key presses the form's first button, which must not change the view. */}
			<button type="submit" name="intent" value="select" hidden>
				Select
			</button>
			<p className="font-semibold">{region.name}</p>
			<div className="actions gap-2">
				<ViewButton path={path} view="">
					The whole grid
				</ViewButton>{' '}
				{BESIDE.map(([direction, word]) => {
					const beside = findNextRegion(region, direction)
					return beside ? (
						<Fragment key={direction}>
							<ViewButton path={path} view={beside.id}>
								{word}
								<span className="sr-only">: {beside.name}</span>
							</ViewButton>{' '}
						</Fragment>
					) : null
				})}
			</div>
		</nav>
	)
}

function ViewButton({ path, view, children }: { path: string; view: string; children: ReactNode }) {
	return (
		<button
			className="btn btn-secondary"
			type="submit"
			name="view"
			value={view}
			formMethod="get"
			formAction={`${path}#cells`}
		>
			{children}
		</button>
	)
}

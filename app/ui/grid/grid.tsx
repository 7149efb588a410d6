import { memo, type ReactNode } from 'react'
import type { Region } from '~/domain/grid/regions'
import { type CellState, type GridMode, type PublishedBlock, STATE_WORDS } from '~/domain/grid/rules'
import { GridComposite } from './composite'
import { OwnImageNotes, OwnImages } from './own-images'
import { Rulers } from './rulers'
import { ShownPlace } from './shown'

const LEGENDS: Readonly<Record<GridMode, readonly (CellState | 'selected')[]>> = {
	public: ['available', 'user-reserved', 'admin-reserved', 'invited'],
	dashboard: ['owned', 'user-reserved', 'available', 'invited'],
	buy: ['available', 'selected', 'owned', 'user-reserved', 'admin-reserved', 'invited'],
	manage: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	sell: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	admin: ['owned', 'selected', 'available', 'user-reserved', 'invited'],
}

const READOUT =
	'<span class="with-pointer">Point at a cell</span> <span class="with-finger">Tap a cell</span> to read its place and price.'

/**
 * The whole grid with its legend, on every page that has one. `html`
 * comes from `drawCells` and is put in as one opaque node. In the modes in which cells can be picked it belongs
 * into a form; the cells are its check boxes, all named `cell`.
 */
export function Grid({
	mode,
	html,
	compositeHash,
	own = [],
	label = 'The grid',
	showOwned = false,
	region,
	toolbar,
	overlay,
}: {
	mode: GridMode
	/** Drawn by the server. In the browser nothing: React leaves an opaque node as it is. */
	html: string
	/** Of the image that lies over the cells; null while nothing is published. */
	compositeHash?: string | null | undefined
	/** The viewer's images that the public does not see yet. */
	own?: readonly PublishedBlock[] | undefined
	label?: string
	/** On the public grid: the viewer is signed in and may see cells of their own. */
	showOwned?: boolean
	/** The part that is shown instead of the whole, with cells that a finger hits. */
	region?: Region | undefined
	/** Stands before the grid. */
	toolbar?: ReactNode
	/** Lies over the cells. */
	overlay?: ReactNode
}) {
	const legend = LEGENDS[mode]
	const isLookedAt = mode === 'public' || mode === 'dashboard'
	return (
		<section id="grid" className="pixel-grid" aria-label={label} data-mode={mode}>
			<a className="skip-link" href="#after-grid">
				Skip the grid
			</a>
			{toolbar}
			<pixel-grid pinch={isLookedAt}>
				<div
					className={`pixel-view${region ? ` of-region region-${region.type}` : ''}`}
					{...(isLookedAt ? {} : { id: 'cells', tabIndex: -1 })}
				>
					<div
						className={`pixel-sheet${isLookedAt ? '' : ' numbered'}${region ? ` across-${region.w}` : ''}`}
					>
						{isLookedAt ? null : <Rulers region={region} />}
						<div className="pixel-canvas">
							{compositeHash && !region ? <GridComposite hash={compositeHash} /> : null}
							{own.length > 0 && !region ? <OwnImages blocks={own} /> : null}
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
							{overlay}
						</div>
					</div>
				</div>
				<div className="pixel-foot" id="after-grid" tabIndex={-1}>
					<GridLegend
						states={showOwned && mode === 'public' ? ['owned', ...legend] : legend}
						owned={mode === 'admin' ? 'Owned Pixels' : STATE_WORDS.owned}
					/>
					{mode === 'public' ? (
						<p className="without-scripts">
							<a className="link link-alone" href="/user/pixels/buy#fromRow">
								Choose pixels by row and column
							</a>
						</p>
					) : (
						<output
							className="pixel-readout"
							aria-live="off"
							// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
							dangerouslySetInnerHTML={{ __html: READOUT }}
						/>
					)}
				</div>
				{mode === 'public' ? <ShownPlace /> : null}
			</pixel-grid>
			{own.length > 0 ? <OwnImageNotes blocks={own} /> : null}
		</section>
	)
}

const GridLegend = memo(function GridLegend({
	states,
	owned,
}: {
	states: readonly (CellState | 'selected')[]
	/** What owned pixels are called on this page. */
	owned: string
}) {
	return (
		<ul className="pixel-legend" aria-label="Legend">
			{states.map(state => (
				<li key={state}>
					<span className="swatch" data-state={state} />
					{state === 'owned' ? owned : STATE_WORDS[state]}
				</li>
			))}
		</ul>
	)
})

import { type CellState, type GridMode, STATE_WORDS } from '~/domain/grid/rules'
import { GridPicture, type GridPictureProps } from './picture'

const LEGENDS: Readonly<Record<GridMode, readonly (CellState | 'selected')[]>> = {
	public: ['available', 'user-reserved', 'admin-reserved', 'invited'],
	dashboard: ['owned', 'user-reserved', 'available', 'invited'],
	buy: ['available', 'selected', 'owned', 'user-reserved', 'admin-reserved', 'invited'],
	manage: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	sell: ['owned', 'selected', 'available', 'user-reserved', 'admin-reserved', 'invited'],
	admin: ['owned', 'selected', 'available', 'user-reserved', 'invited'],
}

/**
 * The whole grid with its legend (specification 2, "Pixel grid component"), on every page that has one. `html`
 * comes from `drawCells` and is put in as one opaque node. In the modes in which cells can be picked it belongs
 * into a form; the cells are its check boxes (radio buttons for `manage`), all named `cell`.
 */
export function Grid({
	mode,
	html,
	picture,
	label = 'The grid',
	showOwned = false,
}: {
	mode: GridMode
	html: string
	picture?: GridPictureProps | null | undefined
	label?: string
	/** On the public grid: the viewer is signed in and may see cells of their own. */
	showOwned?: boolean
}) {
	const legend = LEGENDS[mode]
	return (
		<section className="pixel-grid" aria-label={label} data-mode={mode}>
			<a className="skip-link" href="#after-grid">
				Skip the grid
			</a>
			<div className="pixel-view">
				<div className="pixel-canvas">
					{picture ? <GridPicture {...picture} /> : null}
					{/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take its legend into the grid */}
					<div
						className="cells"
						role="group"
						aria-label={mode === 'public' || mode === 'dashboard' ? 'Cells' : 'Choose cells'}
						data-enhance="grid"
						data-mode={mode}
						// biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own components
						dangerouslySetInnerHTML={{ __html: html }}
					/>
				</div>
			</div>
			<div className="pixel-foot" id="after-grid" tabIndex={-1}>
				<GridLegend states={showOwned && mode === 'public' ? ['owned', ...legend] : legend} />
				<output className="pixel-readout" data-grid-readout="" aria-live="off">
					Point at a cell to read its place and price.
				</output>
			</div>
		</section>
	)
}

function GridLegend({ states }: { states: readonly (CellState | 'selected')[] }) {
	return (
		<ul className="pixel-legend" aria-label="Legend">
			{states.map(state => (
				<li key={state}>
					<span className="swatch" data-state={state} />
					{STATE_WORDS[state]}
				</li>
			))}
		</ul>
	)
}

import { renderToStaticMarkup } from 'react-dom/server'
import { CELLS } from '~/domain/grid/layout'
import type { GridSnapshot } from '~/domain/grid/queries.server'
import { findRegion, toRect } from '~/domain/grid/regions'
import type { CellState, Viewer } from '~/domain/grid/rules'
import type { ReadSelection } from '~/domain/grid/selection/selection'
import type { CellSelectorProps } from '~/tools/cell-selector/cell-selector'
import { drawCells, drawWholeGrid } from '../grid/draw.server'
import { ToolAbout, type ToolDrawing, ToolHead, ToolLegend, ToolSuggest, ToolTable } from './tool-parts'

type Choice = Pick<CellSelectorProps, 'mode' | 'selected' | 'actions' | 'hint'> &
	Pick<ToolDrawing, 'title' | 'intro' | 'links' | 'path' | 'problem' | 'suggested'> & {
		viewer: Exclude<Viewer, { role: 'guest' }>
		/** The states as the viewer sees them. */
		states: readonly CellState[]
		/** The requested region. */
		view: string | null
		/** Cells that cannot be selected whatever their state, and why. */
		barred?: ReadonlyMap<number, string>
		/** The typed and ticked selection; without it there are no coordinate fields. */
		read?: ReadSelection
	}

/** Draws the cell selector of a page: `drawn` is static HTML in the browser; the interactive tool gets `selector`. */
export function drawChoice(grid: GridSnapshot, choice: Choice) {
	const { mode, selected, actions, hint, path, problem, states, viewer, view, barred, read } = choice
	const { prices, compositeHash } = grid
	const region = findRegion(view)
	const isChoice = selected.length > 0 || region !== undefined
	const drawing: ToolDrawing = {
		...choice,
		prices,
		compositeHash,
		region,
		invited: new Set(
			CELLS.flatMap(({ id }) => {
				const holding = grid.holdings[id - 1]
				const isOwn = holding?.kind === 'owned' && holding.accountId === viewer.accountId
				return isOwn && holding.invited ? [id] : []
			}),
		),
		own: grid.awaiting.filter(block => block.accountId === viewer.accountId),
		cells: isChoice
			? drawCells({ mode, states, prices, selected: new Set(selected), blocks: grid.blocks, region, barred })
			: drawWholeGrid(grid, mode, viewer, states, barred),
	}
	const selector: CellSelectorProps = {
		mode,
		selected,
		actions,
		hint,
		prices,
		region: region ? toRect(region) : null,
		coordinates: read
			? {
					typed: read.typed,
					error: problem?.field === 'coordinates' ? problem.message : undefined,
					isApplied: selected.length > 0 && read.area?.ok === true && read.ticked.length === 0,
				}
			: null,
	}
	return {
		drawn: {
			head: renderToStaticMarkup(<ToolHead {...drawing} />),
			table: renderToStaticMarkup(<ToolTable {...drawing} />),
			about: renderToStaticMarkup(<ToolAbout {...drawing} />),
			suggest: renderToStaticMarkup(<ToolSuggest {...drawing} />),
			legend: renderToStaticMarkup(<ToolLegend {...drawing} />),
		},
		selector,
		// Differs from the page's own address: a form posted to the same address would replace its entry in the browser's
		// history.
		action: `${path}?view=${region?.id ?? ''}`,
	}
}

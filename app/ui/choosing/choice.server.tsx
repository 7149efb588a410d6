import type { GridSnapshot } from '~/domain/grid/queries.server'
import { regionById } from '~/domain/grid/regions'
import type { CellState, Viewer } from '~/domain/grid/rules'
import type { ReadSelection } from '~/domain/grid/selection/selection'
import type { CellSelectorProps } from '~/tools/cell-selector/cell-selector'
import { drawCells, drawWholeGrid } from '../grid/draw.server'
import type { ChoiceProblem } from './tool-page'

type Choice = Pick<CellSelectorProps, 'mode' | 'selected' | 'path' | 'actions' | 'hint'> & {
	viewer: Exclude<Viewer, { role: 'guest' }>
	/** What the viewer sees of each cell. */
	states: readonly CellState[]
	/** The region that was asked for. */
	view: string | null
	/** Cells that cannot be picked whatever their state, and why. */
	barred?: ReadonlyMap<number, string>
	/** What was typed and ticked; without it nothing can be typed. */
	read?: ReadSelection
	problem?: ChoiceProblem | undefined
}

/** The cell selector of a page: the drawn grid, and what the tool around it gets. */
export function drawChoice(
	grid: GridSnapshot,
	choice: Choice,
): { cells: string; selector: CellSelectorProps } {
	const { viewer, states, view, barred, read, problem, ...selector } = choice
	const { mode, selected } = selector
	const { prices, compositeHash } = grid
	const region = regionById(view)
	const isChoice = selected.length > 0 || region !== undefined
	return {
		cells: isChoice
			? drawCells({ mode, states, prices, selected: new Set(selected), region, barred })
			: drawWholeGrid(grid, mode, viewer, states, barred),
		selector: {
			...selector,
			prices,
			view: region?.id ?? null,
			compositeHash,
			own: grid.awaiting.filter(block => block.accountId === viewer.accountId),
			coordinates: read
				? {
						typed: read.typed,
						error: problem?.field === 'coordinates' ? problem.message : undefined,
						applied: selected.length > 0 && read.area?.ok === true && read.ticked.length === 0,
					}
				: null,
		},
	}
}

import type { Drawn } from '~/ui/grid/drawn'
import { Island } from '../island'
import { CellSelector, type CellSelectorProps } from './cell-selector'

/** The cell selector in a page, around a drawn grid. With nothing chosen or typed it is the same for most people. */
export function SelectorIsland({ selector, cells }: { selector: CellSelectorProps; cells: Drawn }) {
	const { selected, coordinates } = selector
	const isTyped = coordinates?.error !== undefined || Object.values(coordinates?.typed ?? {}).some(Boolean)
	return (
		<Island
			name="cell-selector"
			tool={CellSelector}
			props={selector}
			html={cells.html}
			isKept={selected.length === 0 && !isTyped}
		/>
	)
}

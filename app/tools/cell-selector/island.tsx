import { Island } from '../island'
import { CellSelector, type CellSelectorProps } from './cell-selector'

/** The cell selector in a page, around a drawn grid. */
export function SelectorIsland({ selector, cells }: { selector: CellSelectorProps; cells: string }) {
	return <Island name="cell-selector" tool={CellSelector} props={selector} html={cells} />
}

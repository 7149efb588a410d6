import { useMarkup } from '~/ui/layout/assets'
import { Island } from '../island'
import { CellSelector, type CellSelectorProps } from './cell-selector'

/** The cell selector in a page, around a drawn grid. `cells`: the number of its markup. */
export function SelectorIsland({ selector, cells }: { selector: CellSelectorProps; cells: number }) {
	return <Island name="cell-selector" tool={CellSelector} props={selector} html={useMarkup(cells)} />
}

import { find } from './find'
import { roveGrid } from './grid-roving'
import { guideSelection } from './grid-selection'
import { pinchGrid } from './grid-zoom'

/** Arrow keys, a line that names the cell under the pointer, guidance while choosing, pinch zoom. */
export function enhanceGrids(root: ParentNode) {
	for (const cells of find(root, 'grid', HTMLElement)) {
		roveGrid(cells)
		guideSelection(cells)
		pinchGrid(cells)
	}
}

import { formatPixelCount, formatPlace } from '~/domain/grid/cell-names'
import { type CellPosition, splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'

const MAX_PLACES = 12

/** The positions of pixels, one line per rectangle. `all`: however many there are, in a scrolling list. */
export function Places({ cells, all = false }: { cells: readonly CellPosition[]; all?: boolean }) {
	if (cells.length === 0) return null
	const areas = splitIntoRectangles(cells)
	const shown = all ? areas : areas.slice(0, MAX_PLACES)
	const rest = areas.slice(shown.length).flat().length
	return (
		<ul className={`grid gap-1 text-sm text-muted ${all ? 'max-h-60 overflow-y-auto' : ''}`}>
			{shown.map(area => (
				<li key={formatPlace(area)}>
					{formatPlace(area)}
					{area.length > 1 ? ` (${formatPixelCount(area.length)})` : null}
				</li>
			))}
			{rest > 0 ? <li>and {rest} more</li> : null}
		</ul>
	)
}

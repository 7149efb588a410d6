import { formatPixelCount, formatPlace } from '~/domain/grid/cell-names'
import type { Cell } from '~/domain/grid/layout'
import { type CellPosition, splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { PlaceMap } from '../grid/place-map'

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

/** The position of the selected pixels, as a drawing and as text. */
export function ChosenPixels({ cells }: { cells: readonly Cell[] }) {
	return (
		<div className="grid items-start gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
			<PlaceMap
				cells={cells}
				label={`${formatPixelCount(cells.length)} on the grid`}
				className="w-36 max-w-full border border-line bg-ground p-1"
			/>
			<div className="grid gap-2">
				<p className="font-semibold">{formatPixelCount(cells.length)}</p>
				<Places cells={cells} />
			</div>
		</div>
	)
}

import { formatPixelCount } from '~/domain/grid/cell-names'
import type { Cell } from '~/domain/grid/layout'
import { PlaceMap } from '../grid/place-map'
import { Places } from '../orders/places'

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

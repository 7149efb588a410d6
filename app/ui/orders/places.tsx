import { placeLabel } from '~/domain/grid/cell-names'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { countLabel } from '~/domain/orders/review/labels'

const MOST = 12

/** The positions of pixels, one line per rectangle. */
export function Places({ areas }: { areas: CellPosition[][] }) {
	const rest = areas.slice(MOST).flat().length
	return (
		<ul className="grid gap-1 text-sm text-muted">
			{areas.slice(0, MOST).map(area => (
				<li key={placeLabel(area)}>
					{placeLabel(area)}
					{area.length > 1 ? ` (${countLabel(area.length)})` : null}
				</li>
			))}
			{rest > 0 ? <li>and {rest} more</li> : null}
		</ul>
	)
}

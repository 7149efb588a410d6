import type { Cell } from '~/domain/grid/layout'
import { describeLotPlace } from '~/domain/grid/lot'
import { formatTypeLabels } from '~/domain/orders/review/labels'

/** The types and the place of the pixels of an invitation, in a list. */
export function OfferedCells({ cells }: { cells: readonly Cell[] }) {
	return (
		<span className="grid gap-1">
			{formatTypeLabels(cells)}
			<span className="text-xs text-muted">{describeLotPlace(cells)}</span>
		</span>
	)
}

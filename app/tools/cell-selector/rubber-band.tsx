import { boundingBox, isFilledRectangle, measureShape } from '~/domain/grid/geometry-rules'
import { CANVAS, type Cell, type CellType, type UnitRect } from '~/domain/grid/layout'
import { formatPounds } from '~/domain/money'
import type { Drag } from './use-drag'

type Props = {
	drag: Drag
	prices: Readonly<Record<CellType, number>>
	origin: UnitRect | null
}

/** The rectangle being drawn, with its size and price at the pointer. */
export function RubberBand({ drag, prices, origin }: Props) {
	const { from, to, picked } = drag
	const corners = [from, to]
	const box = boundingBox(corners)
	const { across, down } = measureShape(corners)
	const count = across * down
	const left = box.x - (origin?.x ?? 0)
	const right = (origin?.w ?? CANVAS.width) - left - box.w
	return (
		<div className={`rubber-band${picked.ok ? '' : ' refused'}`} style={getStyle(box, origin)}>
			<output
				className={`${to.y < from.y ? 'bottom-[calc(100%+0.5rem)]' : 'top-[calc(100%+0.5rem)]'} ${getPosition(drag, left, right)}`}
			>
				{across} × {down}
				{picked.ok
					? `, ${formatPounds(count * prices[from.type])}`
					: picked.taken.length > 0
						? `, ${picked.taken.length} taken`
						: ', no rectangle'}
			</output>
		</div>
	)
}

/** The frames of the selection: one around a rectangle, else one around each cell. */
export function SelectionFrames({ chosen, origin }: { chosen: readonly Cell[]; origin: UnitRect | null }) {
	const boxes = isFilledRectangle(chosen) ? [boundingBox(chosen)] : chosen
	return boxes.map(box => (
		<div key={`${box.x}-${box.y}`} className="selection-frame" style={getStyle(box, origin)} />
	))
}

function getStyle({ x, y, w, h }: UnitRect, origin: UnitRect | null) {
	const units = (length: number) => `calc(${length} * var(--u))`
	return {
		left: units(x - (origin?.x ?? 0)),
		top: units(y - (origin?.y ?? 0)),
		width: units(w),
		height: units(h),
	}
}

/** Width of the text on a small screen, in units. */
const ROOM = 16

/** Places the text at the pointer and inside the grid. */
function getPosition({ from, to }: Drag, left: number, right: number): string {
	if (to.x >= from.x) return right >= ROOM ? 'left-full' : 'right-0'
	return left >= ROOM ? 'right-full' : 'left-0'
}

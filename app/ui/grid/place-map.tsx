import type { ReactNode } from 'react'
import { CANVAS, CELLS, type Cell } from '~/domain/grid/layout'

const LINES = CELLS.filter(cell => cell.type !== 'tiny')
const [TINY] = CELLS.filter(cell => cell.type === 'tiny')

type Props = {
	cells: readonly Cell[]
	label: string
	className?: string
	/** Drawn over the lines, in units of one tiny cell. */
	children?: ReactNode
}

/** The position of cells: the whole grid as a line drawing, with those cells filled. */
export function PlaceMap({ cells, label, className = '', children }: Props) {
	const top = TINY?.y ?? 0
	return (
		<svg
			className={`place-map ${className}`}
			role="img"
			aria-label={label}
			viewBox={`-0.06 -0.06 ${CANVAS.width + 0.12} ${CANVAS.height + 0.12}`}
		>
			<g fill="none" stroke="currentColor" strokeWidth="0.12">
				{LINES.map(({ id, x, y, w, h }) => (
					<rect key={id} x={x} y={y} width={w} height={h} />
				))}
				<rect x={0} y={top} width={CANVAS.width} height={CANVAS.height - top} />
				<path d={drawMesh(top)} strokeWidth="0.05" />
			</g>
			{children}
			<g className="fill-accent stroke-accent stroke-[0.25]">
				{cells.map(({ id, x, y, w, h }) => (
					<rect key={id} x={x} y={y} width={w} height={h} />
				))}
			</g>
		</svg>
	)
}

/** Draws the tiny cells as lines rather than as a thousand rectangles. */
function drawMesh(top: number): string {
	const down = Array.from({ length: CANVAS.width - 1 }, (_, x) => `M${x + 1} ${top}V${CANVAS.height}`)
	const across = Array.from(
		{ length: CANVAS.height - top - 1 },
		(_, y) => `M0 ${top + y + 1}H${CANVAS.width}`,
	)
	return [...down, ...across].join('')
}

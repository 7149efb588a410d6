import type { ReactNode } from 'react'
import { phases, ringWave } from '~/domain/certificates/guilloche'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell, type UnitRect } from '~/domain/grid/layout'
import { drawRects } from '~/domain/grid/surroundings'
import { PlaceMap } from './place-map'

/* Left edge, top edge, width and height in units of one tiny cell. */
const BLOCKS = `
0 0 4 4, 8 0 8 4, 20 0 4 4, 28 0 4 4, 2 6 4 4, 26 6 6 4, 34 8 4 4, 6 10 4 4, 12 10 4 4, 30 12 4 2,
6 14 4 2, 34 14 4 2, 2 17 6 4, 9 18 5 3, 22 17 6 3, 30 17 3 4, 9 21 3 3, 16 22 4 3, 21 22 3 2,
25 22 3 3, 34 23 5 3, 12 26 3 4, 20 26 4 3, 36 27 3 3, 29 29 6 3, 16 30 5 3, 22 30 3 4, 1 31 4 4,
13 34 6 2, 28 35 5 4, 6 36 6 4, 20 36 6 3, 2 39 4 2, 14 38 3 3
`
	.split(',')
	.map(block => block.trim().split(' ').map(Number))
	.map(([x = 0, y = 0, w = 0, h = 0]) => ({ x, y, w, h }))

/* The large cell, shown by default. */
const LARGE: readonly Cell[] = CELLS.filter(({ type }) => type === 'large')

/* The missing piece. */
const MISSING = { x: 28, y: 24, w: 6, h: 6 }

/* The rings around the lit or missing cells: their widths and waves. */
const RINGS = [
	{ width: 2.2, waves: 36, lines: 3 },
	{ width: 1.6, waves: 48, lines: 2 },
]

/** The rosette of a certificate, small, around a section of the grid. */
function SmallRosette({ x, y, w, h }: UnitRect) {
	const centre = { x: x + w / 2, y: y + h / 2 }
	let inner = Math.hypot(w, h) / 2 + 0.6
	const rings = RINGS.map(({ width, waves, lines }) => {
		const ring = { inner, outer: inner + width, waves }
		inner = ring.outer
		return phases(lines, phase => ringWave(centre, { ...ring, phase })).join('')
	})
	return (
		<g className="fill-ground stroke-accent stroke-[0.07]">
			<circle cx={centre.x} cy={centre.y} r={inner} />
			<path className="fill-none" d={rings.join('')} />
		</g>
	)
}

type Props = {
	cells?: readonly Cell[] | undefined
	missing?: boolean
	children: ReactNode
}

/**
 * A page with a single message next to an engraving of the grid. `cells`: the lit cells, if any; `missing`: none are
 * lit, and a piece is missing.
 */
export function Engraved({ cells = LARGE, missing = false, children }: Props) {
	return (
		<div className="engraved wrap">
			<div className="grid justify-items-start gap-5">{children}</div>
			<div className="engraving" aria-hidden="true">
				<PlaceMap cells={missing ? [] : cells} label="">
					<pattern
						id="engraved"
						width="0.5"
						height="0.5"
						patternUnits="userSpaceOnUse"
						patternTransform="rotate(45)"
					>
						<path d="M0 0v0.5" stroke="currentColor" strokeWidth="0.1" />
					</pattern>
					<path d={drawRects(BLOCKS)} fill="url(#engraved)" />
					{missing || cells.length > 0 ? (
						<SmallRosette {...(missing ? MISSING : boundingBox(cells))} />
					) : null}
					{missing ? (
						<rect
							className="fill-ground stroke-fg stroke-[0.12]"
							strokeDasharray="0.5 0.35"
							x={MISSING.x}
							y={MISSING.y}
							width={MISSING.w}
							height={MISSING.h}
						/>
					) : null}
				</PlaceMap>
			</div>
		</div>
	)
}

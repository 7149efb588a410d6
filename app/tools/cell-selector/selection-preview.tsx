import { useEffect, useRef } from 'react'
import { boundingBox } from '~/domain/grid/geometry-rules'
import type { Cell } from '~/domain/grid/layout'
import { describeLotPlace } from '~/domain/grid/lot'
import { PALETTE } from '~/domain/palette'
import { drawCrop } from '~/elements/grid/draw-crop'
import { findGridPicture } from '~/elements/grid/grid-picture'
import type { DrawnCells } from './drawn-cells'

/** The view around it, in units of one tiny cell. */
const VIEW = { w: 16, h: 10 } as const
const SELECTION_FRAME = [
	[5, 'white'],
	[1.5, PALETTE.gold],
] as const

/** The selection and its surroundings. Its space is reserved before `cells` are rendered, so that nothing moves. */
export function SelectionPreview({
	cells,
	chosen,
}: {
	cells: DrawnCells | undefined
	chosen: readonly Cell[]
}) {
	const canvas = useRef<HTMLCanvasElement>(null)
	useEffect(() => {
		// After the browser has painted the tick.
		const timer = setTimeout(() => {
			if (!canvas.current || !cells) return
			const image = findGridPicture(cells.element.parentElement)
			drawCrop(canvas.current, cells.element, image, {
				view: VIEW,
				box: boundingBox(chosen),
				frame: SELECTION_FRAME,
			})
		})
		return () => clearTimeout(timer)
	}, [cells, chosen])
	return (
		<figure className="tool-part with-scripts gap-2 max-lg:hidden lg:scripted:grid">
			<canvas ref={canvas} className="aspect-16/10 w-full bg-ink" />
			<figcaption className="first-letter:uppercase">{describeLotPlace(chosen)}</figcaption>
		</figure>
	)
}

import { boundingBox, isFilledRectangle } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'

type Props = {
	cells: readonly number[]
	src: string | null
	label: string
	className: string
	plate?: number
}

/**
 * A block as the grid shows it: the image covers the bounding box, is cropped to it, and visible through the cells
 * only. Drawn in units of one tiny cell, so that it keeps the block's shape at any size. `plate`: the proportion (width
 * to height) of a plate around it, filled with the colours at the image's edges.
 */
export function BlockPicture({ cells: ids, src, label, className, plate }: Props) {
	const cells = cellsByIds(ids)
	const box = boundingBox(cells)
	const isRectangle = isFilledRectangle(cells)
	const view = plate === undefined || !src || !isRectangle ? box : fitAround(box, plate)
	const clip = `block-${ids[0]}-${ids.length}`
	const shapes = cells.map(({ id, x, y, w, h }) => <rect key={id} x={x} y={y} width={w} height={h} />)
	return (
		<svg
			className={className}
			role="img"
			aria-label={label}
			viewBox={toViewBox(view)}
			shapeRendering="crispEdges"
		>
			<clipPath id={clip}>{shapes}</clipPath>
			{src && isRectangle ? null : <g className="fill-blue">{shapes}</g>}
			{getBars(view, box).map(([bar, edge]) => (
				<svg
					key={toViewBox(bar)}
					aria-hidden="true"
					{...toFrame(bar)}
					viewBox={toViewBox(edge)}
					preserveAspectRatio="none"
				>
					<image href={src ?? undefined} {...toFrame(box)} preserveAspectRatio="xMidYMid slice" />
				</svg>
			))}
			<image
				href={src ?? undefined}
				{...toFrame(box)}
				preserveAspectRatio="xMidYMid slice"
				clipPath={`url(#${clip})`}
			/>
		</svg>
	)
}

type Box = { x: number; y: number; w: number; h: number }

const toViewBox = ({ x, y, w, h }: Box) => `${x} ${y} ${w} ${h}`
const toFrame = ({ x, y, w: width, h: height }: Box) => ({ x, y, width, height })

/** Returns the smallest box of the proportion around another, with the same centre. */
function fitAround({ x, y, w, h }: Box, plate: number): Box {
	const wide = Math.max(w, h * plate)
	const high = Math.max(h, w / plate)
	return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high }
}

/** Returns what a plate has beside or above and below the image, each with the edge of the image that fills it. */
function getBars(view: Box, box: Box): [bar: Box, edge: Box][] {
	const [w, h] = [(view.w - box.w) / 2, (view.h - box.h) / 2]
	const [right, bottom] = [box.x + box.w, box.y + box.h]
	// Bars reach under the image, so that no line shows between them.
	const under = 0.02
	if (w > 0) {
		const edge = { ...box, w: box.w / 100 }
		return [
			[{ ...box, x: view.x, w: w + under }, edge],
			[
				{ ...box, x: right - under, w: w + under },
				{ ...edge, x: right - edge.w },
			],
		]
	}
	if (h > 0) {
		const edge = { ...box, h: box.h / 100 }
		return [
			[{ ...box, y: view.y, h: h + under }, edge],
			[
				{ ...box, y: bottom - under, h: h + under },
				{ ...edge, y: bottom - edge.h },
			],
		]
	}
	return []
}

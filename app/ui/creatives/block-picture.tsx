import { boundingBox, isFilledRectangle } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'

/**
 * A block as the grid shows it: the image covers the bounding box, is cropped to it, and visible through the cells
 * only. Drawn in units of one tiny cell, so that it keeps the block's shape at any size.
 */
export function BlockPicture({
	cells: ids,
	src,
	label,
	className,
}: {
	cells: readonly number[]
	src: string | null
	label: string
	className: string
}) {
	const cells = cellsByIds(ids)
	const box = boundingBox(cells)
	const clip = `block-${ids[0]}-${ids.length}`
	const shapes = cells.map(({ id, x, y, w, h }) => <rect key={id} x={x} y={y} width={w} height={h} />)
	return (
		<svg
			className={className}
			role="img"
			aria-label={label}
			viewBox={`${box.x} ${box.y} ${box.w} ${box.h}`}
			shapeRendering="crispEdges"
		>
			<clipPath id={clip}>{shapes}</clipPath>
			{src && isFilledRectangle(cells) ? null : <g className="fill-blue">{shapes}</g>}
			<image
				href={src ?? undefined}
				x={box.x}
				y={box.y}
				width={box.w}
				height={box.h}
				preserveAspectRatio="xMidYMid slice"
				clipPath={`url(#${clip})`}
			/>
		</svg>
	)
}

import { PUBLIC_LATER } from '~/domain/creatives/rules'
import { smallImageUrl } from '~/domain/files/rules'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, CELLS, cellsByIds, type UnitRect } from '~/domain/grid/layout'
import { COMPOSITE_WIDTHS, compositeAddress } from '~/domain/grid/picture/composite'
import type { CellState, PublishedBlock } from '~/domain/grid/rules'
import { describeSelection } from '~/domain/grid/selection/selection'
import { drawOutline, drawRects } from '~/domain/grid/surroundings'

const WHOLE: UnitRect = { x: 0, y: 0, w: CANVAS.width, h: CANVAS.height }

type Blocks = { blocks: readonly PublishedBlock[] }

/**
 * Images that only their owner sees so far, where the composite image will show them (P24); the page names them.
 * `hash`: of the composite image, for an enlarged region, which shows a section of it below them.
 */
export function OwnImages({
	blocks,
	hash,
	region: { x, y, w, h } = WHOLE,
}: Blocks & { hash?: string | null | undefined; region?: UnitRect | undefined }) {
	if (blocks.length === 0 && !hash) return null
	return (
		<svg
			className="pixel-picture"
			viewBox={`${x} ${y} ${w} ${h}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{hash ? (
				<image
					href={compositeAddress(hash, Math.max(...COMPOSITE_WIDTHS), 'webp')}
					width={CANVAS.width}
					height={CANVAS.height}
					preserveAspectRatio="none"
				/>
			) : null}
			{blocks.map(({ cells: ids, imageKey }) => {
				const cells = cellsByIds(ids)
				const box = boundingBox(cells)
				const clip = `own-${ids[0]}`
				return (
					<g key={clip}>
						<clipPath id={clip}>
							<path d={drawRects(cells)} />
						</clipPath>
						<image
							href={smallImageUrl(imageKey)}
							x={box.x}
							y={box.y}
							width={box.w}
							height={box.h}
							preserveAspectRatio="xMidYMid slice"
							clipPath={`url(#${clip})`}
						/>
					</g>
				)
			})}
		</svg>
	)
}

const MAX_IMAGES = 3

/** Lists the owner's images that are not public yet, and until when. */
export function OwnImageNotes({ blocks }: Blocks) {
	const rest = blocks.length - MAX_IMAGES
	return (
		<ul className="grid gap-1 text-sm">
			{blocks.slice(0, MAX_IMAGES).map(block => (
				<li key={block.cells[0]}>
					Your image on {describeSelection(block.cells)}: {PUBLIC_LATER}.
				</li>
			))}
			{rest > 0 ? <li>And {rest} more of your images.</li> : null}
		</ul>
	)
}

/** One outline around the viewer's own cells, above their images. */
export function OwnOutline({
	states,
	region: { x, y, w, h } = WHOLE,
}: {
	states: readonly CellState[]
	region?: UnitRect | undefined
}) {
	const own = CELLS.filter(({ id }) => states[id - 1] === 'owned')
	if (own.length === 0) return null
	const outline = drawOutline(own)
	return (
		<svg
			className="pointer-events-none absolute inset-0 z-2 size-full fill-none [&>path]:[vector-effect:non-scaling-stroke]"
			viewBox={`${x} ${y} ${w} ${h}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<path className="stroke-ink stroke-4" d={outline} />
			<path className="stroke-gold stroke-2" d={outline} />
		</svg>
	)
}

import {
	BACKGROUND,
	computeVisiblePart,
	type Degrees,
	type Framing,
	type Picture,
	rotateSize,
} from '~/domain/creatives/framing'
import type { UnitRect } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from '../grid/place-picture'

type Props = {
	picture: Picture
	box: UnitRect
	rotation: Degrees
	framing: Framing
	clip: string
}

/**
 * A picture in a frame as the server encodes it, rotated and framed, as part of an SVG. The clip path with the id
 * `clip` crops it.
 */
export function FramedPicture({ picture, box, rotation, framing, clip }: Props) {
	const clipPath = `url(#${clip})`
	if (picture.width === 0 || picture.height === 0) {
		const { x, y, w: width, h: height } = box
		return (
			<image href={picture.src} {...{ x, y, width, height, clipPath }} preserveAspectRatio="xMidYMid slice" />
		)
	}
	const turned = rotateSize(picture, rotation)
	const part = computeVisiblePart(turned, box.w / box.h, framing)
	const scale = box.w / part.width
	const middle = {
		x: box.x + (turned.width / 2 - part.left) * scale,
		y: box.y + (turned.height / 2 - part.top) * scale,
	}
	const [width, height] = [picture.width * scale, picture.height * scale]
	return (
		<g clipPath={clipPath}>
			{framing.fit === 'contain' ? (
				<rect x={box.x} y={box.y} width={box.w} height={box.h} fill={BACKGROUND} />
			) : null}
			<image
				href={picture.src}
				x={middle.x - width / 2}
				y={middle.y - height / 2}
				width={width}
				height={height}
				preserveAspectRatio="none"
				transform={rotation === 0 ? undefined : `rotate(${rotation} ${middle.x} ${middle.y})`}
			/>
		</g>
	)
}

/** Screen pixels per unit of the grid, as in app/ui/grid/grid.css at 1440 and at 375. */
const UNITS = [
	['On a desktop, at true size', 'desktop', 24],
	['On a phone', 'phone', 9],
] as const

type Shown = { picture: Picture | null; rotation: Degrees; framing: Framing }

/** A block with its image and surroundings, at the size of the grid. */
export function TrueSize({ around, ...shown }: Shown & { around: Surroundings }) {
	const { box, cells } = around.own
	return (
		<div className="true-sizes">
			{UNITS.map(([label, name, unit]) => (
				<figure key={name} className="grid max-w-full min-w-0 gap-1.5">
					<figcaption className="help">{label}</figcaption>
					<section
						className="true-size max-h-80 w-fit max-w-full overflow-auto bg-ink"
						aria-label={label}
						// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
						tabIndex={0}
					>
						<PlacePicture
							place={around}
							label={null}
							frame="none"
							unit={unit}
							fixed
							className="max-w-none [shape-rendering:crispEdges]"
						>
							<clipPath id={`true-${name}`}>
								<path d={cells} />
							</clipPath>
							<path className="fill-blue" d={cells} />
							{shown.picture ? (
								<FramedPicture {...shown} picture={shown.picture} box={box} clip={`true-${name}`} />
							) : null}
						</PlacePicture>
					</section>
				</figure>
			))}
		</div>
	)
}

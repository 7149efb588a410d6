import type { Around } from '~/domain/creatives/around'
import type { Degrees, Framing, Picture } from '~/domain/creatives/framing'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, cellsByIds } from '~/domain/grid/layout'
import { compositeAddress } from '~/domain/grid/picture/composite'
import { pathOf } from '~/domain/grid/place'
import { FramedPicture } from './framed-picture'

/** How many pixels of the screen a unit of the grid has: as app/ui/grid/grid.css makes it at 1440 and at 375. */
const UNITS = [
	['On a desktop', 'desktop', 24],
	['On a phone', 'phone', 9],
] as const

type Shown = { picture: Picture | null; rotation: Degrees; framing: Framing }

/** A block with its image among its neighbours, as large as the grid is. */
export function TrueSize({
	cells: ids,
	around,
	...shown
}: Shown & { cells: readonly number[]; around: Around }) {
	return (
		<div className="true-sizes">
			{UNITS.map(([label, name, unit]) => (
				<figure key={name}>
					<figcaption className="help">{label}, at true size</figcaption>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
					<section className="true-size" aria-label={label} tabIndex={0}>
						<OnGrid ids={ids} around={around} unit={unit} clip={`true-${name}`} {...shown} />
					</section>
				</figure>
			))}
		</div>
	)
}

function OnGrid({
	ids,
	around: { view, cells: outlines, compositeHash },
	unit,
	clip,
	picture,
	rotation,
	framing,
}: Shown & { ids: readonly number[]; around: Around; unit: number; clip: string }) {
	const cells = cellsByIds(ids)
	return (
		<svg
			width={view.w * unit}
			height={view.h * unit}
			viewBox={`${view.x} ${view.y} ${view.w} ${view.h}`}
			aria-hidden="true"
		>
			<clipPath id={clip}>
				<path d={pathOf(cells)} />
			</clipPath>
			{outlines.map(([state, path]) => (
				<path key={state} className={`around around-${state}`} d={path} />
			))}
			{compositeHash ? (
				<image
					href={compositeAddress(compositeHash, 960, 'webp')}
					width={CANVAS.width}
					height={CANVAS.height}
					preserveAspectRatio="none"
				/>
			) : null}
			<path className="around around-owned" d={pathOf(cells)} />
			{picture ? (
				<FramedPicture
					picture={picture}
					box={boundingBox(cells)}
					rotation={rotation}
					framing={framing}
					clip={clip}
				/>
			) : null}
		</svg>
	)
}

/** A photo as the pages show it. */
export function RoundSizes(shown: Shown) {
	return (
		<div className="true-sizes">
			{[80, 36].map(size => (
				<figure key={size}>
					<figcaption className="help">{size === 80 ? 'In the settings' : 'In the menu'}</figcaption>
					<svg width={size} height={size} viewBox="0 0 1 1" aria-hidden="true">
						<clipPath id={`round-${size}`}>
							<circle cx="0.5" cy="0.5" r="0.5" />
						</clipPath>
						<circle className="around-owned" cx="0.5" cy="0.5" r="0.5" />
						{shown.picture ? (
							<FramedPicture
								{...shown}
								picture={shown.picture}
								box={{ x: 0, y: 0, w: 1, h: 1 }}
								clip={`round-${size}`}
							/>
						) : null}
					</svg>
				</figure>
			))}
		</div>
	)
}

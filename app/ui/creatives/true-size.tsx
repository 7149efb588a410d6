import type { Degrees, Framing, Picture } from '~/domain/creatives/framing'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from '../grid/place-picture'
import { FramedPicture } from './framed-picture'

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
				<figure key={name}>
					<figcaption className="help">{label}</figcaption>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
					<section className="true-size" aria-label={label} tabIndex={0}>
						<PlacePicture place={around} label={null} frame="none" unit={unit} fixed>
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

import { measureShape } from '~/domain/grid/geometry-rules'
import { describeLotPlace, type FreeRectangle } from '~/domain/grid/lot'
import { selectionQuery } from '~/domain/grid/selection/selection'
import type { Surroundings } from '~/domain/grid/surroundings'
import { formatPounds } from '~/domain/money'
import { PlacePicture } from './place-picture'

const LETTERS = ['A', 'B', 'C'] as const

/** Labels free places in pictures and lists with letters, in order. */
export function addLetters<Place>(places: readonly Place[]): { name: string; place: Place }[] {
	return places.map((place, at) => ({ name: LETTERS[at] ?? '', place }))
}

/** "3 by 2" */
export function formatFreeSize({ cells }: FreeRectangle): string {
	const { across, down } = measureShape(cells)
	return `${across} by ${down}`
}

/** Returns the buying page with a free place selected. */
export function chosenPath({ cells }: FreeRectangle): string {
	return `/user/pixels/buy${selectionQuery(cells.map(({ id }) => id))}`
}

/**
 * Free places, each a link to the buying page with it selected. `around`: the surroundings, for a small picture.
 * `words`: the text about one, and about its place.
 */
export function FreePlaces({
	places,
	words = place => [formatFreeSize(place), describeLotPlace(place.cells)],
}: {
	places: readonly (FreeRectangle & { around?: Surroundings })[]
	words?: (place: FreeRectangle) => readonly [text: string, where?: string]
}) {
	return (
		<ul className="free-places">
			{addLetters(places).map(({ name, place }) => {
				const [text, where] = words(place)
				const price = <span className="figures block">{formatPounds(place.pence)}</span>
				return (
					<li key={name}>
						<span className="relative" aria-hidden="true">
							{place.around ? (
								<PlacePicture
									place={place.around}
									label={null}
									unit={8}
									className="aspect-3/2 w-[min(6rem,26vw)]"
								/>
							) : null}
							<span className="letter">{name}</span>
						</span>{' '}
						<span>
							<a className="link link-alone font-semibold" href={chosenPath(place)} data-suggestion={name}>
								{text}
							</a>
							{where ? (
								<>
									<br />
									<span className="text-sm text-muted">{where}</span>
								</>
							) : null}{' '}
							{place.around ? price : null}
						</span>{' '}
						{place.around ? null : price}
					</li>
				)
			})}
		</ul>
	)
}

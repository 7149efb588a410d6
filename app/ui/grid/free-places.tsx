import { measureShape } from '~/domain/grid/geometry-rules'
import { describeLotPlace, type FreeRectangle } from '~/domain/grid/lot'
import { selectionQuery } from '~/domain/grid/selection/selection'
import { formatPounds } from '~/domain/money'

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

/** Free places, each a link to the buying page with it selected. `words`: the text about one, and about its place. */
export function FreePlaces({
	places,
	words = place => [formatFreeSize(place), describeLotPlace(place.cells)],
}: {
	places: readonly FreeRectangle[]
	words?: (place: FreeRectangle) => readonly [text: string, where?: string]
}) {
	return (
		<ul className="free-places">
			{addLetters(places).map(({ name, place }) => {
				const [text, where] = words(place)
				return (
					<li key={name}>
						<span className="letter" aria-hidden="true">
							{name}
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
							) : null}
						</span>{' '}
						<span className="figures">{formatPounds(place.pence)}</span>
					</li>
				)
			})}
		</ul>
	)
}

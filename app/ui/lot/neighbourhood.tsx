import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, type CellType } from '~/domain/grid/layout'
import { compositeAddress, PLAIN_WIDTH } from '~/domain/grid/picture/composite'
import { PIXELS_PATH, pixelPath } from '~/domain/grid/pixel-path'
import { addLetters, FreePlaces } from '../grid/free-places'
import { LotPlace } from '../grid/lot-place'
import { PlaceMap } from '../grid/place-map'
import type { LotData } from './data'

type Data = { pixel: LotData }

/** A block with its surroundings, and the free cells next to it. */
export function Neighbourhood({ pixel }: Data) {
	const { place, cells, name, beside } = pixel
	const type = cells[0]?.type ?? 'tiny'
	const marks = addLetters(beside).map(({ name: letter, place: free }) => ({
		name: letter,
		box: boundingBox(free.cells),
	}))
	return (
		<section className="lot-band border-t border-line pt-8" aria-labelledby="around">
			<LotPlace place={place} cells={cells} marks={marks} label={`The neighbourhood today: ${name}`} />
			<div className="grid content-start gap-8">
				<div>
					<p className="kicker">Its neighbourhood today</p>
					<h2 id="around" className="mt-1 text-xl">
						{beside.length > 0 ? 'Free beside it' : describeNothingFree(type)}
					</h2>
					{beside.length > 0 ? (
						<>
							<p className="mt-1.5 mb-3 text-sm text-muted">Each opens with the place already chosen.</p>
							<FreePlaces places={beside} />
						</>
					) : null}
				</div>
				<NeighbourList pixel={pixel} />
			</div>
		</section>
	)
}

/* Pixels of another size may be free: a block is of one. */
function describeNothingFree(type: CellType): string {
	return type === 'large' ? 'There is one large pixel' : `No ${type} pixel is free beside it`
}

/** The neighbours by name, and the place on the whole grid. */
export function NeighbourList({ pixel: { block, cells, name, neighbours, map } }: Data) {
	return (
		<div className="grid gap-8">
			{neighbours.length > 0 ? (
				<div>
					<h2>Neighbours</h2>
					<ul className="mt-1 grid grid-cols-2 gap-x-5 text-sm">
						{neighbours.map(neighbour => (
							<li key={neighbour.id} className="flex items-baseline">
								<span className="figures w-14 flex-none text-muted">{neighbour.lot.replace('Lot ', '')}</span>{' '}
								<a className="link inline-flex min-h-11 items-center" href={pixelPath(neighbour.id)}>
									{neighbour.name}
								</a>
							</li>
						))}
					</ul>
				</div>
			) : null}
			<div className="flex flex-wrap items-center gap-5">
				<PlaceMap
					cells={cells}
					label={`Where it lies on the grid: ${name}`}
					className={`w-32 flex-none bg-green text-ink! ${block ? 'lg:w-60' : ''}`}
				>
					<path className="fill-wine" d={map.taken} />
					<path className="fill-slate" d={map.house} />
					<path className="fill-blue" d={map.own} />
					{map.hash ? (
						<image
							href={compositeAddress(map.hash, PLAIN_WIDTH, 'webp')}
							width={CANVAS.width}
							height={CANVAS.height}
						/>
					) : null}
				</PlaceMap>
				<p className="flex flex-1 basis-40 flex-wrap items-center gap-x-5 text-sm">
					<a className="link inline-flex min-h-11 items-center" href="/">
						See the whole grid
					</a>{' '}
					<a className="link inline-flex min-h-11 items-center" href={PIXELS_PATH}>
						List of all blocks
					</a>
				</p>
			</div>
		</div>
	)
}

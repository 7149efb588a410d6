import { CELLS, type Cell, TYPE_UNITS } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from './place-picture'

/** The neighbourhood of a lot between the numbers of its rows and columns, in cells of its type. */
export function LotPlace({
	place,
	cells,
	...picture
}: Omit<Parameters<typeof PlacePicture>[0], 'unit'> & { place: Surroundings; cells: readonly Cell[] }) {
	const { view } = place
	const type = cells[0]?.type ?? 'tiny'
	const ofType = CELLS.filter(cell => cell.type === type)
	const { w, h } = TYPE_UNITS[type]
	const columns = steps(view.x, view.w, w).map(x => ofType.find(cell => cell.x === x)?.col)
	const rows = steps(view.y, view.h, h).map(y => ofType.find(cell => cell.y === y)?.row)
	return (
		<div className="lot-place">
			<Numbers className="lot-columns" numbers={columns} own={new Set(cells.map(cell => cell.col))} />
			<Numbers className="lot-rows" numbers={rows} own={new Set(cells.map(cell => cell.row))} />
			<PlacePicture place={place} unit={54} {...picture} />
		</div>
	)
}

function Numbers({
	className,
	numbers,
	own,
}: {
	className: string
	numbers: readonly (number | undefined)[]
	own: ReadonlySet<number>
}) {
	return (
		<div className={className} aria-hidden="true">
			{numbers.map((number, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
				<span key={index} data-own={number !== undefined && own.has(number) ? '' : undefined}>
					{number}{' '}
				</span>
			))}
		</div>
	)
}

function steps(from: number, length: number, step: number): number[] {
	return Array.from({ length: Math.floor(length / step) }, (_, index) => from + index * step)
}

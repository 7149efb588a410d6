import { CELLS, type Cell, TYPE_UNITS } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from './place-picture'

/** The surroundings of a lot between the numbers of its rows and columns, in cells of its type. */
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
		<div className="grid grid-cols-1 md:[grid-template:1.5rem_auto/1.5rem_minmax(0,1fr)]">
			<Numbers className="col-2" numbers={columns} own={new Set(cells.map(cell => cell.col))} />
			<Numbers
				className="flex-col [grid-area:2/1] *:justify-items-start"
				numbers={rows}
				own={new Set(cells.map(cell => cell.row))}
			/>
			<PlacePicture place={place} unit={54} className="w-full md:[grid-area:2/2]" {...picture} />
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
		<div className={`figures hidden text-xs/[1.5rem] text-muted md:flex ${className}`} aria-hidden="true">
			{numbers.map((number, index) => (
				<span
					// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
					key={index}
					className={`grid flex-1 items-center justify-items-center ${number !== undefined && own.has(number) ? 'text-accent' : ''}`}
				>
					{number}{' '}
				</span>
			))}
		</div>
	)
}

function steps(from: number, length: number, step: number): number[] {
	return Array.from({ length: Math.floor(length / step) }, (_, index) => from + index * step)
}

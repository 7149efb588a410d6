import { CELLS, type Cell, type CellType } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from './place-picture'

/** The surroundings of a lot between the numbers of its rows and columns, in cells of its type. */
export function LotPlace({
	place,
	cells,
	...picture
}: Omit<Parameters<typeof PlacePicture>[0], 'unit'> & { place: Surroundings; cells: readonly Cell[] }) {
	const { view, own } = place
	const columns = cutLines(COLUMNS[cells[0]?.type ?? 'tiny'], [view.x, view.w], [own.box.x, own.box.w])
	const rows = cutLines(ROWS, [view.y, view.h], [own.box.y, own.box.h])
	return (
		<div className="grid grid-cols-1 md:[grid-template:1.5rem_auto/1.5rem_minmax(0,1fr)]">
			<Numbers className="col-2" lines={columns} />
			<Numbers className="flex-col [grid-area:2/1] *:justify-items-start" lines={rows} />
			<PlacePicture
				place={place}
				unit={54}
				className="w-full max-md:aspect-3/2 md:[grid-area:2/2]"
				{...picture}
			/>
		</div>
	)
}

function Numbers({ className, lines }: { className: string; lines: readonly Shown[] }) {
	return (
		<div className={`figures hidden text-xs/[1.5rem] text-muted md:flex ${className}`} aria-hidden="true">
			{lines.map(({ number, size, isOwn }) => (
				<span
					key={number}
					className={`grid items-center justify-items-center ${FLEX[size]} ${isOwn ? 'text-accent' : ''}`}
				>
					{number}{' '}
				</span>
			))}
		</div>
	)
}

const FLEX = ['', 'flex-1', 'flex-2', 'flex-3', 'flex-4']

/** A row or a column: its number, and where it lies, in units of one tiny cell. */
type Line = { number: number; from: number; size: number }
type Shown = Line & { isOwn: boolean }

const getRows = (type: CellType) =>
	CELLS.filter(cell => cell.type === type && cell.col === 1).map(({ row, y, h }) => ({
		number: row,
		from: y,
		size: h,
	}))
const getColumns = (type: CellType) => {
	const [first] = CELLS.filter(cell => cell.type === type)
	const inRow = CELLS.filter(cell => cell.type === type && cell.row === first?.row)
	return inRow.map(({ col, x, w }) => ({ number: col, from: x, size: w }))
}

const ROWS = [...getRows('medium'), ...getRows('small'), ...getRows('tiny')]
/* The large cell lies among the small ones. */
const COLUMNS: Readonly<Record<CellType, Line[]>> = {
	large: getColumns('small'),
	medium: getColumns('medium'),
	small: getColumns('small'),
	tiny: getColumns('tiny'),
}

/** Returns the visible parts of lines, and whether they are those of the lot. */
function cutLines(lines: readonly Line[], [start, shown]: Span, [own, length]: Span): Shown[] {
	return lines.flatMap(({ number, from, size }) => {
		const first = Math.max(from, start)
		const visible = Math.min(from + size, start + shown) - first
		const isOwn = from < own + length && from + size > own
		return visible > 0 ? [{ number, from: first, size: visible, isOwn }] : []
	})
}

type Span = readonly [from: number, length: number]

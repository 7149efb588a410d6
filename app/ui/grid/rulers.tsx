import { CANVAS, CELLS, type CellType, TYPE_UNITS, type UnitRect } from '~/domain/grid/layout'
import type { Region } from '~/domain/grid/regions'

const WHOLE: UnitRect = { x: 0, y: 0, w: CANVAS.width, h: CANVAS.height }
const SCALES = ['tiny', 'small', 'medium'] as const

/**
 * The numbers of rows and columns along the edges of a grid. Columns are counted in cells of the row's type, so there
 * is a scale for each type. Hidden from screen readers, because the cells name their places.
 */
export function Rulers({ region }: { region: Region | undefined }) {
	const { x, w } = region ?? WHOLE
	const scales = SCALES.filter(type => !region || region.type === type)
	return (
		<>
			<div className="ruler-corner" aria-hidden="true" />
			<div className="ruler-columns" aria-hidden="true">
				{scales.map(type => (
					<Scale key={type} type={type} from={x / TYPE_UNITS[type].w} count={w / TYPE_UNITS[type].w} />
				))}
			</div>
			<div className="ruler-rows" aria-hidden="true">
				{getRows(region).map(({ row, type }) => (
					<span key={row} className={getClassName(row, type === 'tiny' && row > 8, `row-${type}`)}>
						{`${row} `}
					</span>
				))}
			</div>
		</>
	)
}

function Scale({ type, from, count }: { type: Exclude<CellType, 'large'>; from: number; count: number }) {
	return (
		<div className={`scale-${type}`}>
			{Array.from({ length: count }, (_, index) => from + index + 1).map(column => (
				<span key={column} className={getClassName(column, type === 'tiny' && column > 1)}>
					{`${column} `}
				</span>
			))}
		</div>
	)
}

/** Hides numbers that do not fit where cells are few pixels wide. */
function getClassName(number: number, isDense: boolean, kind = ''): string | undefined {
	const classes = [kind, isDense && number % 5 !== 0 ? 'minor' : ''].filter(Boolean)
	return classes.length > 0 ? classes.join(' ') : undefined
}

function getRows(region: Region | undefined): { row: number; type: CellType }[] {
	const rows = new Map<number, CellType>()
	for (const cell of region?.cells ?? CELLS) if (cell.type !== 'large') rows.set(cell.row, cell.type)
	return [...rows].sort(([a], [b]) => a - b).map(([row, type]) => ({ row, type }))
}

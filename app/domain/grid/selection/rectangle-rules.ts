import { CELL_TYPES, type CellType } from '../layout'

/** The position of a cell in words. */
export type CellPosition = { readonly type: CellType; readonly row: number; readonly col: number }

/**
 * Divides the cells into the fewest filled rectangles of one type each, in reading order, so that a long list takes few
 * lines. The method is the one for rectilinear polygons (Ohtsuki 1982): every concave corner needs a cut, a cut between
 * two of them serves both, and cuts that cross or meet exclude one another. So as many of those as possible come first.
 */
export function rectanglesOf<Cell extends CellPosition>(cells: readonly Cell[]): Cell[][] {
	const rectangles = CELL_TYPES.flatMap(type => divide(cells.filter(cell => cell.type === type)))
	return rectangles.sort(([a], [b]) => (a && b ? inReadingOrder(a, b) : 0))
}

/** The largest filled rectangle of one type that lies within some cells, in reading order. */
export function largestRectangle<Cell extends CellPosition>(cells: readonly Cell[]): Cell[] {
	const at = new Map(cells.map(cell => [key(cell), cell]))
	let best: Cell[] = []
	for (const { type, row, col } of cells) {
		let most = Number.POSITIVE_INFINITY
		const found: Cell[][] = []
		for (let down = row; most > 0; down++) {
			const line: Cell[] = []
			for (let across = col; line.length < most; across++) {
				const cell = at.get(key({ row: down, col: across }))
				if (cell?.type !== type) break
				line.push(cell)
			}
			most = line.length
			if (most > 0) found.push(line)
			if (found.length * most > best.length) best = found.flatMap(one => one.slice(0, most))
		}
	}
	return best
}

function inReadingOrder(a: Point, b: Point): number {
	return a.row - b.row || a.col - b.col
}

function divide<Cell extends CellPosition>(cells: readonly Cell[]): Cell[][] {
	if (cells.length < 2) return cells.map(cell => [cell])
	const left = new Map(cells.map(cell => [key(cell), cell]))
	const shape: Shape = new Set(left.keys())
	const walls = wallsOf(cuts(shape, concaveCorners(cells, shape)))
	const rectangles: Cell[][] = []
	for (const { row, col } of [...cells].sort(inReadingOrder)) {
		if (!left.has(key({ row, col }))) continue
		const ends = { row: row + 1, col: col + 1 }
		while (left.has(key({ row, col: ends.col })) && !walls.down.has(key({ row, col: ends.col }))) ends.col++
		while (left.has(key({ row: ends.row, col })) && !walls.across.has(key({ row: ends.row, col }))) ends.row++
		const inside = cells.filter(
			cell => cell.row >= row && cell.row < ends.row && cell.col >= col && cell.col < ends.col,
		)
		for (const cell of inside) left.delete(key(cell))
		rectangles.push(inside.sort(inReadingOrder))
	}
	return rectangles
}

/** A cell by its row and column, or the corner at its top left. */
type Point = { readonly row: number; readonly col: number }
/** The keys of its cells. */
type Shape = ReadonlySet<string>
/** A straight line between cells of the shape: the corners it runs over, from the left or from the top. */
type Cut = { readonly way: 'across' | 'down'; readonly corners: readonly Point[] }

function key({ row, col }: Point): string {
	return `${row}:${col}`
}

/** A corner at which three cells of the shape meet, and where the fourth is missing: 0 before it, 1 after. */
type Concave = Point & { readonly missing: { readonly down: number; readonly across: number } }

function concaveCorners(cells: readonly Point[], shape: Shape): Concave[] {
	const found = new Map<string, Concave>()
	for (const cell of cells) {
		for (const corner of AROUND.map(([row, col]) => ({ row: cell.row + row, col: cell.col + col }))) {
			const missing = AROUND.filter(
				([down, across]) => !shape.has(key({ row: corner.row + down - 1, col: corner.col + across - 1 })),
			)
			const [only] = missing
			if (only && missing.length === 1) {
				found.set(key(corner), { ...corner, missing: { down: only[0], across: only[1] } })
			}
		}
	}
	return [...found.values()]
}

const AROUND = [
	[0, 0],
	[0, 1],
	[1, 0],
	[1, 1],
] as const

/** The cuts that leave rectangles alone, as few as possible. */
function cuts(shape: Shape, concave: readonly Concave[]): Cut[] {
	const keys = new Set(concave.map(key))
	const between = (way: Cut['way']) =>
		concave
			.filter(corner => corner.missing[way] === 0)
			.map(corner => cutFrom(corner, way, shape))
			.filter(({ corners }) => corners.slice(1).some(corner => keys.has(key(corner))))
	const chosen = mostWithoutConflict(between('across'), between('down'))
	const served = new Set(chosen.flatMap(cut => cut.corners.map(key)))
	const rest = concave.filter(corner => !served.has(key(corner)))
	return [...chosen, ...rest.map(corner => cutFrom(corner, 'across', shape, served))]
}

/** From a concave corner away from the missing cell, to the rim or to the first corner that stops it. */
function cutFrom(from: Concave, way: Cut['way'], shape: Shape, stops: Shape = new Set()): Cut {
	const step = from.missing[way] === 0 ? 1 : -1
	const corners: Point[] = [from]
	for (let at: Point = from; !stops.has(key(at)); corners.push(at)) {
		const next = way === 'across' ? { row: at.row, col: at.col + step } : { row: at.row + step, col: at.col }
		// The two cells on both sides of the line from here to there.
		const after = { row: Math.min(at.row, next.row), col: Math.min(at.col, next.col) }
		const before =
			way === 'across' ? { row: after.row - 1, col: after.col } : { row: after.row, col: after.col - 1 }
		if (!shape.has(key(before)) || !shape.has(key(after))) break
		at = next
	}
	return { way, corners: step === 1 ? corners : corners.reverse() }
}

/** The cells whose upper side (`across`) or left side (`down`) is a wall. */
function wallsOf(all: readonly Cut[]): Readonly<Record<Cut['way'], Shape>> {
	const keys = (way: Cut['way']) =>
		new Set(all.filter(cut => cut.way === way).flatMap(cut => cut.corners.slice(0, -1).map(key)))
	return { across: keys('across'), down: keys('down') }
}

/**
 * As many cuts as possible of which no two meet. Only a cut across can meet one down, so the most is all of
 * them less a greatest matching (König), and those left out are found by following the matching from what it
 * does not reach.
 */
function mostWithoutConflict(across: readonly Cut[], down: readonly Cut[]): Cut[] {
	const conflicts = across.map(cut => {
		const corners = new Set(cut.corners.map(key))
		return down.flatMap((other, index) =>
			other.corners.some(corner => corners.has(key(corner))) ? index : [],
		)
	})
	const partner = new Map<number, number>()
	const match = (one: number, tried: Set<number>): boolean =>
		(conflicts[one] ?? []).some(other => {
			if (tried.has(other)) return false
			tried.add(other)
			const rival = partner.get(other)
			if (rival !== undefined && !match(rival, tried)) return false
			partner.set(other, one)
			return true
		})
	const kept = new Set(across.flatMap((_, one) => (match(one, new Set()) ? [] : one)))
	const dropped = new Set<number>()
	for (const one of kept) {
		for (const other of conflicts[one] ?? []) {
			dropped.add(other)
			const rival = partner.get(other)
			if (rival !== undefined) kept.add(rival)
		}
	}
	return [...across.filter((_, one) => kept.has(one)), ...down.filter((_, other) => !dropped.has(other))]
}

import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, type Cell } from '~/domain/grid/layout'

/* The ornament of a certificate as SVG path data, for the PDF and the page. Nothing in it is random: each place has its
   own rosette. */

type Point = { x: number; y: number }

/** Circles and waves around a place on the grid, in units of one tiny cell; clipped roughly to the grid. */
export type Rosette = { centre: Point; circles: number[]; waves: string[] }

/* Waves of a ring in addition to one per row and column, and lines that cross a unit of it. */
const WAVES = { row: 18, column: 25 }
const DENSITY = 1.3
const MAX_PHASES = 14

/** Draws the rosette of some cells: rings of waves, whose number depends on the row and column of the first cell. */
export function drawRosette(cells: readonly Cell[]): Rosette {
	const box = boundingBox(cells)
	const centre = { x: box.x + box.w / 2, y: box.y + box.h / 2 }
	const { row, col } = cells[0] ?? { row: 0, col: 0 }
	const reach = Math.hypot(
		Math.max(centre.x, CANVAS.width - centre.x),
		Math.max(centre.y, CANVAS.height - centre.y),
	)
	const circles = [Math.min(12, Math.hypot(box.w, box.h) / 2 + 1)]
	for (let last = circles[0] ?? 0; last < reach; circles.push(last)) last = last * 1.4 + 1.2
	const waves = circles.slice(1).flatMap((outer, ring) => {
		const inner = circles[ring] ?? 0
		return [WAVES.row + row, WAVES.column + col].flatMap(waves => {
			const lines = Math.round((Math.PI * (inner + outer) * DENSITY) / waves)
			const count = Math.min(MAX_PHASES, Math.max(2, lines))
			return phases(count, phase => ringWave(centre, { inner, outer, waves, phase }))
		})
	})
	return { centre, circles, waves }
}

/** Draws a wave between two circles. `phase`: from 0 to 1. Omits half waves outside of the grid. */
export function ringWave(
	centre: Point,
	{ inner, outer, waves, phase }: { inner: number; outer: number; waves: number; phase: number },
): string {
	const [middle, height] = [(inner + outer) / 2, (outer - inner) / 2]
	const at = (half: number, radius: number) => {
		const angle = ((half + phase * 2) * Math.PI) / waves
		return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
	}
	let path = ''
	let isOn = false
	for (let half = 0; half < 2 * waves; half++) {
		const [from, to] = [at(half, middle), at(half + 1, middle)]
		// A quadratic curve reaches half of the way to its control point.
		const handle = at(half + 0.5, middle + (half % 2 === 0 ? 2 : -2) * height)
		const isSeen = [from, handle, to].some(isOnGrid)
		if (isSeen) path += `${isOn ? '' : `M${pair(from)}`}Q${pair(handle)} ${pair(to)}`
		isOn = isSeen
	}
	return path
}

/** Draws waves along a line, from its start. `phase`: from 0 to 1. */
export function lineWave(
	start: Point,
	{
		length,
		height,
		waves,
		phase,
		isUpright = false,
	}: { length: number; height: number; waves: number; phase: number; isUpright?: boolean },
): string {
	const half = length / waves / 2
	const toPoint = (along: number, across: number) =>
		pair(
			isUpright ? { x: start.x + across, y: start.y + along } : { x: start.x + along, y: start.y + across },
		)
	// Begins before the line, so that the end is not visible.
	let path = `M${toPoint((phase - 1) * 2 * half, 0)}`
	for (let at = -2; at < 2 * waves; at++) {
		const along = (at + phase * 2) * half
		path += `Q${toPoint(along + half / 2, at % 2 === 0 ? 2 * height : -2 * height)} ${toPoint(along + half, 0)}`
	}
	return path
}

/** Draws the same line `count` times, each shifted a little further. */
export function phases(count: number, draw: (phase: number) => string): string[] {
	return Array.from({ length: count }, (_, at) => draw(at / count))
}

function isOnGrid({ x, y }: Point): boolean {
	return x >= -1 && x <= CANVAS.width + 1 && y >= -1 && y <= CANVAS.height + 1
}

function pair({ x, y }: Point): string {
	return `${round(x)} ${round(y)}`
}

function round(value: number): number {
	return Math.round(value * 100) / 100
}

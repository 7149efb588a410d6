import { brand } from '~/domain/brand'
import { drawRosette, lineWave, phases, ringWave } from '~/domain/certificates/guilloche'
import { formatSeal } from '~/domain/certificates/rules'
import { describeCells } from '~/domain/grid/cell-names'
import { CANVAS, CELLS, type Cell } from '~/domain/grid/layout'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { INK, PAPER, type Sheet } from './sheet.server'

/* What certificate and receipt have in common: letterhead, border, plate and seal. Lengths are points. */

type Point = { x: number; y: number }

export const SEAL_RADIUS = 50
/** The band of waves along the edges. */
const BAND = { from: 21, to: 39 }

/** The mark and the name of the house on a baseline, and a short rule below the title. */
export function drawLetterhead(
	sheet: Sheet,
	{ x, y, width, rule }: Point & { width: number; rule: number },
): void {
	const { doc } = sheet
	sheet.ornament(() => {
		drawMark(doc, { x: x + 8, y: y - 7 }, 5)
		doc
			.lineWidth(0.6)
			.moveTo(x, rule)
			.lineTo(x + 36, rule)
			.stroke(INK.gold)
	})
	sheet.line('P', brand.name, { face: 'serif', size: 20, width, x: x + 28, y, spacing: 4 })
}

/** Paper with a border of waves. `width` and `height`: of the page, in points. */
export function drawBorder(
	{ ornament, doc }: Sheet,
	{ width, height }: { width: number; height: number },
): void {
	const { from, to } = BAND
	const middle = (from + to) / 2
	const waves = { height: (to - from) / 2 - 2, phase: 0 }
	const drawAcross = (y: number) =>
		phases(6, phase =>
			lineWave({ x: to, y }, { ...waves, length: width - 2 * to, waves: CANVAS.width, phase }),
		)
	const drawDown = (x: number) =>
		phases(6, phase =>
			lineWave(
				{ x, y: to },
				{ ...waves, length: height - 2 * to, waves: CANVAS.height, phase, isUpright: true },
			),
		)
	ornament(() => {
		doc.rect(0, 0, width, height).fill(PAPER)
		doc.save()
		doc.rect(to, from, width - 2 * to, height - 2 * from)
		doc.rect(from, to, width - 2 * from, height - 2 * to).clip()
		doc.lineWidth(0.35).strokeColor(INK.green)
		for (const y of [middle, height - middle]) for (const path of drawAcross(y)) doc.path(path).stroke()
		for (const x of [middle, width - middle]) for (const path of drawDown(x)) doc.path(path).stroke()
		doc.restore()
		doc.lineWidth(0.7)
		for (const edge of [from, to]) {
			doc.rect(edge, edge, width - 2 * edge, height - 2 * edge).stroke(INK.gold)
		}
		for (const x of [middle, width - middle]) for (const y of [middle, height - middle]) drawCorner(doc, x, y)
	})
}

function drawCorner(doc: Sheet['doc'], x: number, y: number): void {
	const half = (BAND.to - BAND.from) / 2 + 1.5
	doc.lineWidth(0.6).rect(x - half, y - half, 2 * half, 2 * half)
	doc.fillAndStroke(PAPER, INK.green)
	drawRing(doc, { x, y }, { inner: 2, outer: half - 1.5, waves: 9, count: 3, colour: INK.green })
}

function drawRing(
	doc: Sheet['doc'],
	{ x, y }: Point,
	{ count, colour, ...ring }: { inner: number; outer: number; waves: number; count: number; colour: string },
): void {
	// Waves are computed in the coordinates of the grid and then moved.
	const centre = { x: CANVAS.width / 2, y: CANVAS.height / 2 }
	const scale = ring.outer / centre.x
	doc.save().translate(x - centre.x * scale, y - centre.y * scale)
	doc.scale(scale).lineWidth(0.35 / scale)
	const [inner, outer] = [ring.inner / scale, ring.outer / scale]
	for (const path of phases(count, phase => ringWave(centre, { inner, outer, waves: ring.waves, phase }))) {
		doc.path(path).stroke(colour)
	}
	doc.restore()
}

/** The seal of the house with the lot of the first cell. */
export function drawSeal(
	{ figure, around, doc }: Sheet,
	{ x, y }: Point,
	cells: readonly CellPosition[],
): void {
	const radius = SEAL_RADIUS
	figure(`The seal: ${formatSeal(brand.name, cells)}`, () => {
		drawRing(doc, { x, y }, { inner: radius - 7, outer: radius, waves: 42, count: 3, colour: INK.gold })
		doc.lineWidth(0.7)
		for (const edge of [radius - 7, 30]) doc.circle(x, y, edge).stroke(INK.gold)
		drawRing(doc, { x, y }, { inner: 13, outer: 30, waves: 40, count: 3, colour: INK.gold })
		around(formatSeal(brand.name, cells), { x, y, radius: 34, face: 'semibold', size: 6, colour: INK.gold })
		doc.circle(x, y, 12).fill(PAPER)
		drawMark(doc, { x, y }, 4.5)
	})
}

/* Draws the logo: nine cells, the middle one filled. */
function drawMark(doc: Sheet['doc'], { x, y }: Point, unit: number): void {
	doc.lineWidth(0.6)
	for (const row of [-1.5, -0.5, 0.5]) {
		for (const col of [-1.5, -0.5, 0.5]) doc.rect(x + col * unit, y + row * unit, unit, unit)
	}
	doc.stroke(INK.gold)
	doc.rect(x - unit / 2, y - unit / 2, unit, unit).fill(INK.gold)
}

/** Draws the grid with the rosette of a place; `unit`: the size of a tiny cell, in points. */
export function drawPlate(
	{ figure, doc }: Sheet,
	cells: readonly Cell[],
	{ x, y, unit }: { x: number; y: number; unit: number },
): void {
	const { centre, circles, waves } = drawRosette(cells)
	figure(`The grid, with the place of ${describeCells(cells)}`, () => {
		doc.save().translate(x, y).scale(unit)
		doc.rect(0, 0, CANVAS.width, CANVAS.height).clip()
		doc.lineWidth(0.04)
		for (const cell of CELLS) doc.rect(cell.x, cell.y, cell.w, cell.h)
		doc.stroke('#e6ddca')
		doc.lineWidth(0.035)
		for (const path of waves) doc.path(path).stroke('#6f877d')
		for (const radius of circles) {
			doc.lineWidth(0.3).circle(centre.x, centre.y, radius).stroke(PAPER)
			doc.lineWidth(0.1).circle(centre.x, centre.y, radius).stroke(INK.gold)
		}
		for (const cell of cells) doc.rect(cell.x, cell.y, cell.w, cell.h)
		doc.lineWidth(0.15).fillAndStroke(INK.green, INK.gold)
		doc.restore()
		doc
			.lineWidth(0.8)
			.rect(x, y, CANVAS.width * unit, CANVAS.height * unit)
			.stroke(INK.gold)
	})
}

import { encode } from 'uqr'
import { brand } from '~/domain/brand'
import { drawRosette, lineWave, phases, ringWave } from '~/domain/certificates/guilloche'
import type { Certificate } from '~/domain/certificates/queries.server'
import { sealText, signatureLine } from '~/domain/certificates/rules'
import { describeCells } from '~/domain/grid/cell-names'
import { CANVAS, CELLS, type Cell } from '~/domain/grid/layout'
import { dayText, londonDay } from '~/domain/time'
import { INK, LEADING, makePdf, PAPER, type Sheet } from './sheet.server'

const PAGE = { width: 841.89, height: 595.28 }
/** The band of waves along the edges. */
const BAND = { from: 21, to: 39 }
const TEXT = { x: 78, width: 400 }
const PLATE = { x: 503, y: 112, unit: 6.75 }
const PLATE_WIDTH = CANVAS.width * PLATE.unit
const SEAL = { x: 424, y: 468, radius: 50 }
const FOOT = 444
const QR = { x: PLATE.x + PLATE_WIDTH - 66, y: FOOT, size: 66 }

/**
 * Renders the Global Ownership Certificate, A4 landscape. `checkUrl`: the absolute URL of the public page that verifies
 * it.
 */
export async function certificatePdf(
	certificate: Pick<Certificate, 'code' | 'holder' | 'cells' | 'issuedAt' | 'reference'>,
	{ checkUrl, email }: { checkUrl: string; email: string },
): Promise<Buffer> {
	const { code, cells, issuedAt, reference } = certificate
	const title = `Global Ownership Certificate ${code}`
	return await makePdf({ title, landscape: true, at: issuedAt }, sheet => {
		drawBorder(sheet)
		const label = { face: 'semibold', size: 8, colour: INK.gold, spacing: 1.4, ...TEXT } as const
		sheet.ornament(() => drawMark(sheet.doc, TEXT.x + 8, 88, 5))
		sheet.line('P', brand.name, { face: 'serif', size: 20, ...TEXT, x: TEXT.x + 28, y: 95, spacing: 4 })
		sheet.line('H1', 'Global Ownership Certificate', { face: 'serif', size: 30, ...TEXT, y: 156 })
		sheet.line('P', 'THIS IS TO CERTIFY THAT', { ...label, y: 214 })
		const holder = sheet.canSet(certificate.holder) ? certificate.holder : email
		const named = drawHolder(sheet, holder)
		sheet.line('P', 'IS THE OWNER OF', { ...label, y: named + 30 })
		const what = `${describeCells(cells)}, of the one grid of ${brand.name}.`
		const owned = { face: 'sans', size: 14, ...TEXT, y: named + 54 } as const
		const isLong = owned.y + sheet.linesOf(what, owned) * owned.size * LEADING > SEAL.y - SEAL.radius - 24
		const below = sheet.paragraph(what, isLong ? { ...owned, size: 9 } : owned)
		const note = { face: 'sans', size: 9.5, colour: INK.muted, ...TEXT } as const
		const issued = `Issued on ${dayText(londonDay(issuedAt))}${reference ? `, for order ${reference}` : ''}. There is no second edition of the grid.`
		sheet.line('P', issued, { ...note, y: below + 4 })
		drawSignature(sheet)
		drawPlace(sheet, cells)
		drawSeal(sheet, cells)
		drawQr(sheet, checkUrl)
		const check = { x: PLATE.x, width: QR.x - PLATE.x - 8 }
		sheet.line('P', 'CERTIFICATE', { ...label, ...check, y: FOOT + 8 })
		sheet.line('P', code, { face: 'serif', size: 19, ...check, y: FOOT + 32 })
		sheet.paragraph(`Anybody can check it at ${checkUrl}`, { ...note, size: 8, ...check, y: FOOT + 48 })
	})
}

/* A long name is set in smaller letters, and then on further lines. Returns the baseline of the last line. */
function drawHolder(sheet: Sheet, name: string): number {
	const face = 'serif' as const
	const wanted = Math.max(12, Math.min(32, 800 / Math.max(1, [...name].length)))
	const fitting = (wanted * TEXT.width) / Math.max(TEXT.width, sheet.widthOf(name, { face, size: wanted }))
	const isOneLine = fitting >= 12
	const size = isOneLine ? fitting : sheet.linesOf(name, { face, size: 12, ...TEXT }) > 4 ? 9 : 12
	const y = isOneLine ? 254 : 238
	return sheet.paragraph(name, { face, size, ...TEXT, y }, 'H2') - size * LEADING
}

function drawBorder({ ornament, doc }: Sheet): void {
	const { width, height } = PAGE
	const { from, to } = BAND
	const middle = (from + to) / 2
	const waves = { height: (to - from) / 2 - 2, phase: 0 }
	const across = (y: number) =>
		phases(6, phase =>
			lineWave({ x: to, y }, { ...waves, length: width - 2 * to, waves: CANVAS.width, phase }),
		)
	const down = (x: number) =>
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
		for (const y of [middle, height - middle]) for (const path of across(y)) doc.path(path).stroke()
		for (const x of [middle, width - middle]) for (const path of down(x)) doc.path(path).stroke()
		doc.restore()
		doc.lineWidth(0.7)
		for (const edge of [from, to]) {
			doc.rect(edge, edge, width - 2 * edge, height - 2 * edge).stroke(INK.gold)
		}
		for (const x of [middle, width - middle]) for (const y of [middle, height - middle]) drawCorner(doc, x, y)
		doc
			.lineWidth(0.6)
			.moveTo(TEXT.x, 176)
			.lineTo(TEXT.x + 36, 176)
			.stroke(INK.gold)
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
	{ x, y }: { x: number; y: number },
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

function drawPlace({ figure, line, doc }: Sheet, cells: readonly Cell[]): void {
	const [first] = cells
	if (!first) return
	const width = PLATE_WIDTH
	const { x, y, unit } = PLATE
	const { centre, circles, waves } = drawRosette(cells)
	line('H2', `Lot ${first.row}·${first.col}`, { face: 'serif', size: 27, x, width, y: 95 })
	const where = `Row ${first.row}, column ${first.col}`
	line('P', where, { face: 'sans', size: 9.5, colour: INK.muted, x, width, y: 95, align: 'right' })
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
			.rect(x, y, width, CANVAS.height * unit)
			.stroke(INK.gold)
	})
	const caption = {
		face: 'sans',
		size: 8,
		colour: INK.muted,
		x,
		width,
		y: y + CANVAS.height * unit + 14,
	} as const
	line('P', 'The rosette grows from the place, in waves of its row and its column.', caption)
}

function drawSeal({ figure, around, doc }: Sheet, cells: readonly Cell[]): void {
	const { x, y, radius } = SEAL
	figure(`The seal: ${sealText(brand.name, cells)}`, () => {
		drawRing(doc, SEAL, { inner: radius - 7, outer: radius, waves: 42, count: 3, colour: INK.gold })
		doc.lineWidth(0.7)
		for (const edge of [radius - 7, 30]) doc.circle(x, y, edge).stroke(INK.gold)
		drawRing(doc, SEAL, { inner: 13, outer: 30, waves: 40, count: 3, colour: INK.gold })
		around(sealText(brand.name, cells), { ...SEAL, radius: 34, face: 'semibold', size: 6, colour: INK.gold })
		doc.circle(x, y, 12).fill(PAPER)
		drawMark(doc, x, y, 4.5)
	})
}

/* Draws the logo: nine cells, the middle one filled. */
function drawMark(doc: Sheet['doc'], x: number, y: number, unit: number): void {
	doc.lineWidth(0.6)
	for (const row of [-1.5, -0.5, 0.5]) {
		for (const col of [-1.5, -0.5, 0.5]) doc.rect(x + col * unit, y + row * unit, unit, unit)
	}
	doc.stroke(INK.gold)
	doc.rect(x - unit / 2, y - unit / 2, unit, unit).fill(INK.gold)
}

/* Set in the font of the titles; it does not imitate handwriting. */
function drawSignature({ line, widthOf, ornament, doc }: Sheet): void {
	const name = brand.founder
	const room = SEAL.x - SEAL.radius - TEXT.x - 20
	const size = (20 * room) / Math.max(room, widthOf(name, { face: 'serif', size: 20 }))
	const place = { x: TEXT.x, width: room }
	if (name !== '') line('P', name, { face: 'serif', size, ...place, y: FOOT + 26 })
	ornament(() =>
		doc
			.lineWidth(0.5)
			.moveTo(TEXT.x, FOOT + 37)
			.lineTo(TEXT.x + 150, FOOT + 37)
			.stroke(INK.muted),
	)
	line('P', signatureLine(brand), {
		face: 'sans',
		size: 9.5,
		colour: INK.muted,
		...place,
		y: FOOT + 52,
	})
}

function drawQr({ figure, doc }: Sheet, url: string): void {
	const { data, size } = encode(url, { ecc: 'M', border: 0 })
	const unit = QR.size / size
	figure(`A code that leads to ${url}`, () => {
		for (const [row, modules] of data.entries()) {
			for (const [column, isDark] of modules.entries()) {
				if (isDark) doc.rect(QR.x + column * unit, QR.y + row * unit, unit, unit)
			}
		}
		doc.fill(INK.text)
	})
}

import { encode } from 'uqr'
import { brand } from '~/domain/brand'
import type { Certificate } from '~/domain/certificates/queries.server'
import { signatureLine } from '~/domain/certificates/rules'
import { describeCells } from '~/domain/grid/cell-names'
import { CANVAS, type Cell } from '~/domain/grid/layout'
import { formatDay, londonDay } from '~/domain/time'
import { drawBorder, drawLetterhead, drawPlate, drawSeal, SEAL_RADIUS } from './ornaments.server'
import { INK, LEADING, makePdf, type Sheet } from './sheet.server'

const PAGE = { width: 841.89, height: 595.28 }
const TEXT = { x: 78, width: 400 }
const PLATE = { x: 503, y: 112, unit: 6.75 }
const PLATE_WIDTH = CANVAS.width * PLATE.unit
const SEAL = { x: 424, y: 468 }
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
		drawBorder(sheet, PAGE)
		drawLetterhead(sheet, { ...TEXT, y: 95, rule: 176 })
		const label = { face: 'semibold', size: 8, colour: INK.gold, spacing: 1.4, ...TEXT } as const
		sheet.line('H1', 'Global Ownership Certificate', { face: 'serif', size: 30, ...TEXT, y: 156 })
		sheet.line('P', 'THIS IS TO CERTIFY THAT', { ...label, y: 214 })
		const holder = sheet.canSet(certificate.holder) ? certificate.holder : email
		const named = drawHolder(sheet, holder)
		sheet.line('P', 'IS THE OWNER OF', { ...label, y: named + 30 })
		const what = `${describeCells(cells)}, of the one grid of ${brand.name}.`
		const owned = { face: 'sans', size: 14, ...TEXT, y: named + 54 } as const
		const isLong = owned.y + sheet.countLines(what, owned) * owned.size * LEADING > SEAL.y - SEAL_RADIUS - 24
		const below = sheet.paragraph(what, isLong ? { ...owned, size: 9 } : owned)
		const note = { face: 'sans', size: 9.5, colour: INK.muted, ...TEXT } as const
		const issued = `Issued on ${formatDay(londonDay(issuedAt))}${reference ? `, for order ${reference}` : ''}. There is no second edition of the grid.`
		sheet.line('P', issued, { ...note, y: below + 4 })
		drawSignature(sheet)
		drawPlace(sheet, cells)
		drawSeal(sheet, SEAL, cells)
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
	const fitting =
		(wanted * TEXT.width) / Math.max(TEXT.width, sheet.measureWidth(name, { face, size: wanted }))
	const isOneLine = fitting >= 12
	const size = isOneLine ? fitting : sheet.countLines(name, { face, size: 12, ...TEXT }) > 4 ? 9 : 12
	const y = isOneLine ? 254 : 238
	return sheet.paragraph(name, { face, size, ...TEXT, y }, 'H2') - size * LEADING
}

function drawPlace(sheet: Sheet, cells: readonly Cell[]): void {
	const { line } = sheet
	const [first] = cells
	if (!first) return
	const width = PLATE_WIDTH
	const { x, y, unit } = PLATE
	line('H2', `Lot ${first.row}·${first.col}`, { face: 'serif', size: 27, x, width, y: 95 })
	const where = `Row ${first.row}, column ${first.col}`
	line('P', where, { face: 'sans', size: 9.5, colour: INK.muted, x, width, y: 95, align: 'right' })
	drawPlate(sheet, cells, PLATE)
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

/* Set in the font of the titles; it does not imitate handwriting. */
function drawSignature({ line, measureWidth, ornament, doc }: Sheet): void {
	const name = brand.founder || brand.name
	const room = SEAL.x - SEAL_RADIUS - TEXT.x - 20
	const size = (20 * room) / Math.max(room, measureWidth(name, { face: 'serif', size: 20 }))
	const place = { x: TEXT.x, width: room }
	line('P', name, { face: 'serif', size, ...place, y: FOOT + 26 })
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

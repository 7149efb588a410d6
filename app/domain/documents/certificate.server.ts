import { encode } from 'uqr'
import { brand } from '~/domain/brand'
import type { Certificate } from '~/domain/certificates/queries.server'
import { CANVAS, CELLS, type Cell } from '~/domain/grid/layout'
import { describeCells } from '~/domain/mail/order-mails'
import { dayText, londonDay } from '~/domain/time'
import { INK, LEADING, makePdf, PAPER, type Sheet } from './sheet.server'

const PAGE = { width: 841.89, height: 595.28 }
const EDGE = 30
const TEXT = { x: 72, width: 390 }
const DRAWING = { x: 488, y: 96, unit: 7.2 }
const QR = { x: 72, y: 434, size: 74 }

/** The Global Ownership Certificate (decision 54), A4 across. `checkUrl`: where anybody can check it, absolute. */
export async function certificatePdf(
	certificate: Pick<Certificate, 'code' | 'holder' | 'cells' | 'issuedAt' | 'reference'>,
	{ checkUrl, email }: { checkUrl: string; email: string },
): Promise<Buffer> {
	const { code, cells, issuedAt, reference } = certificate
	const title = `Global Ownership Certificate ${code}`
	return await makePdf({ title, landscape: true, at: issuedAt }, sheet => {
		drawFrame(sheet)
		const label = { face: 'semibold', size: 8, colour: INK.gold, spacing: 1.6, ...TEXT } as const
		sheet.line('P', brand.name, { face: 'serif', size: 20, ...TEXT, y: 98, spacing: 4 })
		sheet.line('H1', 'Global Ownership Certificate', { face: 'serif', size: 28, ...TEXT, y: 152 })
		sheet.line('P', 'THIS IS TO CERTIFY THAT', { ...label, y: 196 })
		const holder = sheet.canSet(certificate.holder) ? certificate.holder : email
		const named = drawHolder(sheet, holder)
		sheet.line('P', 'IS THE OWNER OF', { ...label, y: named + 30 })
		const what = `${describeCells(cells)}, of the one grid of ${brand.name}.`
		const owned = { face: 'sans', size: 12, ...TEXT, y: named + 52 } as const
		const isLong = owned.y + sheet.linesOf(what, owned) * owned.size * LEADING > QR.y - 40
		const below = sheet.paragraph(what, isLong ? { ...owned, size: 9 } : owned)
		sheet.line(
			'P',
			`Issued on ${dayText(londonDay(issuedAt))}${reference ? `, for order ${reference}` : ''}`,
			{
				...owned,
				colour: INK.muted,
				y: below + 8,
			},
		)
		drawPlace(sheet, cells)
		drawQr(sheet, checkUrl)
		const beside = { x: QR.x + QR.size + 18, width: 310 }
		sheet.line('P', 'CERTIFICATE', { ...label, ...beside, y: QR.y + 14 })
		sheet.line('P', code, { face: 'serif', size: 18, ...beside, y: QR.y + 38 })
		const note = { face: 'sans', size: 9, colour: INK.muted, ...beside, y: QR.y + 56 } as const
		sheet.paragraph(`What this certificate is worth today can be seen by anybody at ${checkUrl}`, note)
	})
}

/* A long name gets smaller letters, and then further lines. Returns where the last of them stands. */
function drawHolder(sheet: Sheet, name: string): number {
	const face = 'serif' as const
	const wanted = Math.max(12, Math.min(26, 700 / Math.max(1, [...name].length)))
	const fitting = (wanted * TEXT.width) / Math.max(TEXT.width, sheet.widthOf(name, { face, size: wanted }))
	const isOneLine = fitting >= 12
	const size = isOneLine ? fitting : sheet.linesOf(name, { face, size: 12, ...TEXT }) > 4 ? 9 : 12
	const y = isOneLine ? 232 : 220
	return sheet.paragraph(name, { face, size, ...TEXT, y }, 'H2') - size * LEADING
}

function drawFrame({ ornament, doc }: Sheet): void {
	ornament(() => {
		doc.rect(0, 0, PAGE.width, PAGE.height).fill(PAPER)
		const inner = EDGE + 5
		doc
			.lineWidth(1.2)
			.rect(EDGE, EDGE, PAGE.width - 2 * EDGE, PAGE.height - 2 * EDGE)
			.stroke(INK.gold)
		doc
			.lineWidth(0.4)
			.rect(inner, inner, PAGE.width - 2 * inner, PAGE.height - 2 * inner)
			.stroke(INK.gold)
		doc
			.lineWidth(0.6)
			.moveTo(TEXT.x, 116)
			.lineTo(TEXT.x + 48, 116)
			.stroke(INK.gold)
	})
}

function drawPlace({ figure, doc }: Sheet, cells: readonly Cell[]): void {
	const { x: left, y: top, unit } = DRAWING
	const place = ({ x, y, w, h }: Cell) => doc.rect(left + x * unit, top + y * unit, w * unit, h * unit)
	figure(`The grid, with the place of ${describeCells(cells)}`, () => {
		doc.lineWidth(0.25)
		for (const cell of CELLS) place(cell).stroke('#cfc4ab')
		for (const cell of cells) place(cell).fillAndStroke(INK.green, INK.gold)
		doc
			.lineWidth(0.8)
			.rect(left, top, CANVAS.width * unit, CANVAS.height * unit)
			.stroke(INK.gold)
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

import { brand } from '~/domain/brand'
import { formatPlace } from '~/domain/grid/cell-names'
import { CANVAS, cellsByIds } from '~/domain/grid/layout'
import { describeLotPlace, formatLotNumber } from '~/domain/grid/lot'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import type { Order } from '~/domain/orders/queries.server'
import { capitalize } from '~/domain/text'
import { formatDay, londonDay } from '~/domain/time'
import { drawBorder, drawLetterhead, drawPlate, drawSeal, SEAL_RADIUS } from './ornaments.server'
import { INK, LEADING, makePdf, type Sheet } from './sheet.server'

const PAGE = { width: 595.28, height: 841.89 }
const LEFT = 72
const WIDTH = PAGE.width - 2 * LEFT
const RIGHT = LEFT + WIDTH
const COLUMN = WIDTH / 2 - 12
const SEAL = { x: RIGHT - SEAL_RADIUS, y: 712 }
const ROW = 22
/** Below the rows of pixels: discount, total and its words, and a gap. */
const TOTALS = 132

const TEXT = { face: 'sans', size: 11, x: LEFT, width: WIDTH } as const
const NOTE = { ...TEXT, size: 9.5, colour: INK.muted } as const
const LABEL = { face: 'semibold', size: 8, colour: INK.gold, spacing: 1.4, x: LEFT, width: WIDTH } as const
const AMOUNT = { x: RIGHT - 150, width: 150, align: 'right' } as const

/** Renders the official receipt for an approved order, A4 portrait. `issuedAt`: UTC ms. */
export async function receiptPdf(order: Order, { number, issuedAt }: { number: number; issuedAt: number }) {
	const title = `Receipt No. ${number}`
	return await makePdf({ title, landscape: false, at: issuedAt }, sheet => {
		drawBorder(sheet, PAGE)
		drawLetterhead(sheet, { x: LEFT, width: WIDTH, y: 97, rule: 178 })
		sheet.line('P', brand.supportEmail, { ...NOTE, y: 97, align: 'right' })
		sheet.line('H1', title, { ...TEXT, face: 'serif', size: 32, y: 160 })
		drawDates(sheet, order, issuedAt)
		const parties = Math.max(drawPayer(sheet, order), drawPayee(sheet))
		const lines = drawLines(sheet, order, parties + 28)
		drawTotal(sheet, order, lines)
		drawPlace(sheet, order, lines + 84)
		drawPayment(sheet, order)
	})
}

function drawDates({ line }: Sheet, { reference, submittedAt }: Order, issuedAt: number): void {
	const facts = [
		['ISSUED ON', formatDay(londonDay(issuedAt))],
		['ORDER', reference],
		...(submittedAt === null ? [] : [['ORDERED ON', formatDay(londonDay(submittedAt))]]),
	] as const
	for (const [at, [name = '', value = '']] of facts.entries()) {
		const x = LEFT + (at * WIDTH) / 3
		line('P', name, { ...LABEL, x, y: 216 })
		line('P', value, { ...TEXT, x, y: 234 })
	}
}

function drawPayer(sheet: Sheet, order: Order): number {
	const email = order.email ?? (order.accountDeletedAt === null ? order.accountEmail : null)
	const name = order.name ?? order.accountName
	const payer = sheet.canSet(name) || email === null ? name : email
	return drawParty(sheet, 'RECEIVED FROM', payer, { x: LEFT, notes: email === null ? [] : [email] })
}

function drawPayee(sheet: Sheet): number {
	const notes = brand.offices.map(office => office.address)
	return drawParty(sheet, 'RECEIVED BY', brand.name, { x: RIGHT - COLUMN, notes })
}

function drawParty(
	sheet: Sheet,
	label: string,
	name: string,
	{ x, notes }: { x: number; notes: readonly string[] },
): number {
	const place = { x, width: COLUMN }
	sheet.line('P', label, { ...LABEL, ...place, y: 276 })
	const isLong = sheet.countLines(name, { face: 'serif', size: 16, ...place }) > 3
	const named = sheet.paragraph(name, { face: 'serif', size: isLong ? 10 : 16, ...place, y: 298 })
	return notes.reduce((y, note) => sheet.paragraph(note, { ...NOTE, ...place, y }), named + (isLong ? 3 : -4))
}

/* One row for each rectangle that there is room for, and one for the others. Returns where the total goes. */
function drawLines(sheet: Sheet, { cells, ...order }: Order, top: number): number {
	sheet.line('H2', 'PIXELS', { ...LABEL, y: top })
	sheet.line('P', 'AMOUNT', { ...LABEL, ...AMOUNT, y: top })
	const rectangles = splitIntoRectangles(cells)
	const room = Math.max(1, Math.floor((SEAL.y - SEAL_RADIUS - TOTALS - top) / ROW))
	const rows = rectangles.length > room ? rectangles.slice(0, room - 1) : rectangles
	const rest = rectangles.slice(rows.length).flat()
	const sum = (some: Order['cells']) => some.reduce((pence, cell) => pence + cell.pricePence, 0)
	const toRow = (text: string, some: Order['cells']) => ({ text, count: some.length, pence: sum(some) })
	const bought = rows.map(cells => toRow(formatPlace(cells), cells))
	if (rest.length > 0)
		bought.push(
			toRow(rows.length > 0 ? 'Further pixels, as listed with the order' : 'As listed with the order', rest),
		)
	let y = top + 8
	for (const { text, count, pence } of bought) {
		const name = count === 1 ? text : `${text} (${count.toLocaleString('en-GB')} pixels)`
		y = drawRow(sheet, name, formatPounds(pence), y)
	}
	const discount = `Discount${order.couponCode ? `, ${order.couponCode}` : ''}`
	if (order.discountPence > 0) {
		if (bought.length > 1) y = drawRow(sheet, 'Subtotal', formatPounds(order.subtotalPence), y)
		y = drawRow(sheet, discount, formatPounds(-order.discountPence), y)
	}
	return y
}

function drawRow(sheet: Sheet, name: string, amount: string, top: number): number {
	drawRule(sheet, top, INK.line)
	const y = top + 15
	const below = sheet.paragraph(name, { ...TEXT, width: WIDTH - AMOUNT.width, y })
	sheet.line('P', amount, { ...TEXT, ...AMOUNT, y })
	return below + ROW - 15 - TEXT.size * LEADING
}

function drawRule({ ornament, doc }: Sheet, y: number, colour: string): void {
	ornament(() => doc.lineWidth(0.6).moveTo(LEFT, y).lineTo(RIGHT, y).stroke(colour))
}

function drawTotal(sheet: Sheet, { totalPence }: Order, top: number): void {
	drawRule(sheet, top, INK.gold)
	const total = { face: 'serif', size: 22, y: top + 33 } as const
	sheet.line('H2', 'Received', { ...total, x: LEFT, width: WIDTH - AMOUNT.width })
	sheet.line('P', formatPounds(totalPence), { ...total, x: LEFT + 110, width: WIDTH - 110, align: 'right' })
	sheet.paragraph(`In words: ${poundsInWords(totalPence)}.`, { ...NOTE, y: top + 55 })
}

/* Where the rows leave room for it. */
function drawPlace(sheet: Sheet, order: Order, y: number): void {
	const cells = cellsByIds(order.cells.map(({ cell }) => cell))
	const unit = Math.min(3.6, (SEAL.y - SEAL_RADIUS - 40 - y) / CANVAS.height)
	if (unit < 2.4) return
	drawPlate(sheet, cells, { x: LEFT, y, unit })
	const x = LEFT + CANVAS.width * unit + 20
	const middle = y + (CANVAS.height * unit) / 2
	const beside = { x, width: RIGHT - x } as const
	sheet.line('P', 'THE PLACE', { ...LABEL, ...beside, y: middle - 22 })
	sheet.line('P', formatLotNumber(cells), { face: 'serif', size: 22, ...beside, y: middle + 6 })
	sheet.line('P', capitalize(describeLotPlace(cells)), { ...NOTE, ...beside, y: middle + 26 })
}

function drawPayment(sheet: Sheet, { cells, paymentId }: Order): void {
	const width = WIDTH - 2 * SEAL_RADIUS - 32
	const top = SEAL.y - 16
	sheet.line('H2', 'PAYMENT', { ...LABEL, width, y: top })
	const verified = 'The payment of this amount by bank transfer has been verified.'
	const y = sheet.paragraph(verified, { ...TEXT, width, y: top + 20 })
	if (paymentId && sheet.canSet(paymentId)) {
		sheet.paragraph(`Transaction ID ${paymentId}`, { ...NOTE, width, y: y + 2 })
	}
	drawSeal(sheet, SEAL, cells)
}

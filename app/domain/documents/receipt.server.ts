import { brand } from '~/domain/brand'
import { describeCells } from '~/domain/grid/cell-names'
import { formatPounds, poundsInWords } from '~/domain/money'
import type { Order } from '~/domain/orders/queries.server'
import { dayText, londonDay } from '~/domain/time'
import { INK, makePdf, PAPER, type Sheet } from './sheet.server'

const PAGE = { width: 595.28, height: 841.89 }
const LEFT = 72
const WIDTH = PAGE.width - 2 * LEFT
const LABEL_WIDTH = 130

type Row = readonly [name: string, value: string]

/** Renders the official receipt for an approved order, A4 portrait. `issuedAt`: UTC ms. */
export async function receiptPdf(order: Order, { number, issuedAt }: { number: number; issuedAt: number }) {
	const title = `Receipt No. ${number}`
	return await makePdf({ title, landscape: false, at: issuedAt }, sheet => {
		drawPaper(sheet)
		const text = { face: 'sans', size: 11, x: LEFT, width: WIDTH } as const
		sheet.line('P', brand.name, { ...text, face: 'serif', size: 20, y: 96, spacing: 4 })
		sheet.line('H1', title, { ...text, face: 'serif', size: 28, y: 176 })
		sheet.line('P', dayText(londonDay(issuedAt)), { ...text, colour: INK.muted, y: 198 })
		let y = drawRows(sheet, payer(order, sheet), 246)
		y = drawRows(sheet, bought(order, sheet), y + 14)
		sheet.line('H2', `Received: ${formatPounds(order.totalPence)}`, {
			...text,
			face: 'serif',
			size: 22,
			y: y + 46,
		})
		y = sheet.paragraph(`In words: ${poundsInWords(order.totalPence)}.`, { ...text, y: y + 68 })
		y = sheet.paragraph('The payment of this amount by bank transfer has been verified.', {
			...text,
			y: y + 6,
		})
		const foot = `${brand.name}. ${brand.offices.map(office => office.address).join('. ')}. ${brand.supportEmail}`
		sheet.paragraph(foot, { ...text, size: 9, colour: INK.muted, y: Math.max(752, y + 14) })
	})
}

function payer(order: Order, { canSet }: Sheet): Row[] {
	const email = order.email ?? (order.accountDeletedAt === null ? order.accountEmail : null)
	const name = order.name ?? order.accountName
	return [
		['Received from', canSet(name) || email === null ? name : email],
		...(email === null ? [] : [['Email', email] as const]),
		['Order', order.reference],
		...(order.submittedAt === null ? [] : [['Ordered on', dayText(londonDay(order.submittedAt))] as const]),
		...(!order.paymentId || !canSet(order.paymentId) ? [] : [['Transaction ID', order.paymentId] as const]),
	]
}

function bought(order: Order, { widthOf }: Sheet): Row[] {
	const discount = `Discount${couponOf(order)}`
	const fits = widthOf(discount, { face: 'sans', size: 11 }) < LABEL_WIDTH
	const amount = formatPounds(-order.discountPence)
	return [
		['For', describeCells(order.cells)],
		['Subtotal', formatPounds(order.subtotalPence)],
		...(order.discountPence > 0
			? [fits ? ([discount, amount] as const) : (['Discount', `${amount}${couponOf(order)}`] as const)]
			: []),
	]
}

const couponOf = ({ couponCode }: Order) => (couponCode ? `, ${couponCode}` : '')

function drawRows({ line, paragraph, ornament, doc }: Sheet, rows: readonly Row[], top: number): number {
	return rows.reduce((y, [name, value]) => {
		ornament(() =>
			doc
				.lineWidth(0.5)
				.moveTo(LEFT, y)
				.lineTo(LEFT + WIDTH, y)
				.stroke(INK.line),
		)
		const base = { face: 'sans', size: 11, y: y + 18 } as const
		line('P', name, { ...base, colour: INK.muted, x: LEFT, width: LABEL_WIDTH })
		return paragraph(value, { ...base, x: LEFT + LABEL_WIDTH, width: WIDTH - LABEL_WIDTH }) - 4
	}, top)
}

function drawPaper({ ornament, doc }: Sheet): void {
	ornament(() => {
		doc.rect(0, 0, PAGE.width, PAGE.height).fill(PAPER)
		doc
			.lineWidth(0.8)
			.moveTo(LEFT, 116)
			.lineTo(LEFT + 48, 116)
			.stroke(INK.gold)
	})
}

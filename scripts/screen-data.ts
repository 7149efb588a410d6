/* Data for the screenshots of signed-in pages: a member with blocks, orders in every state, a sale and an
   invitation, and other buyers' orders for the administrator. */
import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { issueCertificate, issueReceipt } from '~/domain/certificates/issue.server'
import { smallImageKey } from '~/domain/files/rules'
import { CELLS, cellAt } from '~/domain/grid/layout'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { referenceFrom } from '~/domain/orders/reference'
import { auditOrder } from '../app/server/db/audit.server'
import { db, write } from '../app/server/db/db.server'
import {
	cellHolders,
	coupons,
	creatives,
	files,
	ownershipEvents,
	transferCells,
} from '../app/server/db/schema.server'
import { newFileKey, storage } from '../app/server/files/storage.server'
import { makeCoupon, makeOrder, makeStatement, makeTransfer, makeUser } from '../tests/support/factories'
import { drawPicture, getBrand } from './sample'

const HOUR = 3_600_000
/* Of the member's block, which is four cells wide and two high. */
const ADVERTISEMENT = 'vantage-4x2-1'
/* Valid references, so that a bank statement can be matched. */
const PENDING = referenceFrom([3, 8, 12, 5, 14, 2, 9])
const REJECTED = referenceFrom([6, 1, 17, 10, 4, 13, 0])
const BUYERS = [
	['Northwind Expeditions Ltd', 'pending'],
	['Kestrel & Sons Tailors', 'pending'],
	['Harbour House Gallery', 'pending'],
	['Aurelia Watches', 'approved'],
	['Oakfield Seeds LLP', 'approved'],
	['Meridian Press', 'approved'],
	['Solace Vineyard', 'rejected'],
	['Lumen Lenses', 'approved'],
	['Vantage Yachts', 'failed'],
] as const

/** Renders the confirmation of a transfer, as a bank prints it. */
function receiptPicture(reference: string): Promise<Buffer> {
	const lines = [
		['To', 'MCXI Example Holdings Ltd'],
		['Account', '00-00-00 00000000'],
		['Reference', reference],
		['Status', 'Sent'],
	].map(
		([name, value], at) => `<path d="M48 ${152 + at * 52}h504" stroke="#d5d9dd"/>
			<text x="48" y="${185 + at * 52}" fill="#5b6670">${name}</text>
			<text x="552" y="${185 + at * 52}" text-anchor="end" fill="#1b2630">${value}</text>`,
	)
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" font-family="sans-serif" font-size="19">
		<rect width="600" height="400" fill="#fff"/><rect width="600" height="64" fill="#27415c"/>
		<text x="48" y="41" font-size="22" fill="#fff">Example Bank plc</text>
		<text x="48" y="120" font-size="26" fill="#1b2630">Payment confirmation</text>${lines.join('')}</svg>`
	return sharp(Buffer.from(svg)).webp().toBuffer()
}

async function keep(
	kind: 'receipt' | 'creative',
	accountId: string,
	name: string,
	bytes: Buffer,
): Promise<string> {
	const key = newFileKey(kind === 'receipt' ? 'receipts' : 'creatives', 'webp')
	await storage.put(key, bytes)
	await storage.put(smallImageKey(key), bytes)
	const { width, height } = await sharp(bytes).metadata()
	const row = { key, kind, mime: 'image/webp', bytes: bytes.length, name, width, height, accountId }
	await write(tx => tx.insert(files).values({ ...row, createdAt: Date.now() }))
	return key
}

/** Finds free tiny cells that form a rectangle. @returns their ids. */
async function freeTiny(across: number, down: number): Promise<number[]> {
	const taken = new Set(
		(await db.select({ cell: cellHolders.cell }).from(cellHolders)).map(({ cell }) => cell),
	)
	for (const start of CELLS) {
		const cells = Array.from({ length: across * down }, (_, at) =>
			cellAt(start.row + Math.floor(at / across), start.col + (at % across)),
		)
		if (cells.every(cell => cell?.type === 'tiny' && !taken.has(cell.id)))
			return cells.flatMap(cell => cell?.id ?? [])
	}
	throw new Error(`No free rectangle of ${across} by ${down} is left`)
}

/** Records purchases, because factories assign cells without events. */
async function recordPurchases() {
	const owned = await db.select().from(cellHolders).where(eq(cellHolders.kind, 'owned'))
	const known = new Set((await db.select().from(ownershipEvents)).map(({ cell }) => cell))
	const unknown = owned.filter(({ cell }) => !known.has(cell))
	const events = unknown.map(({ cell, accountId, orderId, since }) => ({
		cell,
		at: since,
		kind: 'approved' as const,
		toId: accountId,
		orderId,
		pence: 100_000_00,
	}))
	await write(tx => tx.insert(ownershipEvents).values(events))
}

/** Fills the database of a running server. @returns the member and the orders for the pages. */
export async function makeScreenData(who: { fullName: string; email: string }) {
	const now = Date.now()
	const member = await makeUser(who)
	const createReceipt = async (accountId: string, reference: string) =>
		await keep('receipt', accountId, `receipt-${reference}.webp`, await receiptPicture(reference))
	const buyerFields = { name: who.fullName, email: who.email, bankName: 'Example Bank plc' }

	const block = await freeTiny(4, 2)
	const { name, text, host } = getBrand(ADVERTISEMENT)
	const image = await sharp(await drawPicture(ADVERTISEMENT))
		.webp()
		.toBuffer()
	const imageKey = await keep('creative', member.id, `${ADVERTISEMENT}.webp`, image)
	await makeOrder(member.id, block, {
		...buyerFields,
		reference: 'MCXI-3BLK-8',
		paymentId: 'TRF62F4C0B8',
		submittedAt: now - 100 * HOUR,
		decidedAt: now - 90 * HOUR,
	})
	const creativeId = randomUUID()
	await write(async tx => {
		const { id: accountId } = member
		await tx.insert(creatives).values({
			id: creativeId,
			accountId,
			description: `${name}. ${text}`,
			link: `https://${host}/`,
			imageKey,
			createdAt: now,
			updatedAt: now,
		})
		await tx.update(cellHolders).set({ creativeId }).where(inArray(cellHolders.cell, block))
	})
	const approved = await makeOrder(member.id, await freeTiny(6, 4), {
		...buyerFields,
		reference: 'MCXI-4TDM-X',
		paymentId: 'TRF48C1D2E7',
		submittedAt: now - 70 * HOUR,
		decidedAt: now - 50 * HOUR,
		paymentReceiptKey: await createReceipt(member.id, 'MCXI-4TDM-X'),
	})
	const certificate = await write(async tx => {
		await issueReceipt(tx, approved.id, now - 50 * HOUR)
		return await issueCertificate(tx, { orderId: approved.id }, member.id, now - 50 * HOUR)
	})
	const sent = await makeTransfer(member.id, approved.cells.slice(0, 2), {
		recipientEmail: 'collector@example.com',
		until: now + 30 * 24 * HOUR,
	})
	const pending = await makeOrder(member.id, await freeTiny(2, 2), {
		...buyerFields,
		reference: PENDING,
		paymentId: 'TRF9B03F6A1',
		status: 'pending',
		submittedAt: now - 3 * HOUR,
		paymentReceiptKey: await createReceipt(member.id, PENDING),
	})
	const rejected = await makeOrder(member.id, await freeTiny(3, 1), {
		...buyerFields,
		reference: REJECTED,
		paymentId: 'TRF77D0A54C',
		status: 'rejected',
		submittedAt: now - 200 * HOUR,
		decidedAt: now - 180 * HOUR,
	})
	/* A medium cell without an advertisement. */
	const open = await makeOrder(member.id, [2], { status: 'open', reference: 'MCXI-7K4Q-9' })

	const [first] = await db
		.select({ accountId: cellHolders.accountId, cell: cellHolders.cell })
		.from(cellHolders)
		.where(eq(cellHolders.kind, 'owned'))
	if (!first) throw new Error('The seed has sold nothing')
	const invitation = await makeTransfer(first.accountId, [first.cell], { recipientEmail: who.email })
	const recipient = await makeUser({ fullName: 'Grace Sample', email: 'grace@example.com' })
	const passed = await freeTiny(2, 1)
	await makeOrder(member.id, passed, {
		...buyerFields,
		reference: 'MCXI-6PRA-5',
		submittedAt: now - 400 * HOUR,
	})
	const sale = await makeTransfer(member.id, passed, { recipientEmail: recipient.email, status: 'accepted' })
	await write(async tx => {
		await tx
			.update(transferCells)
			.set({ pricePence: 100_000_00 })
			.where(eq(transferCells.transferId, sale.id))
		await tx.update(cellHolders).set({ accountId: recipient.id }).where(inArray(cellHolders.cell, passed))
	})

	await recordPurchases()
	const review: string[] = []
	for (const [at, [name, status]] of BUYERS.entries()) {
		const buyer = await makeUser({ fullName: name, email: `accounts@buyer-${at}.example` })
		const reference = `MCXI-${['8QAL', '3MNR', '7CKD', '5WTE', '9RPA', '2HVG', '6JDX', '4KLM', '7NQT'][at]}-${at + 1}`
		const order = await makeOrder(buyer.id, await freeTiny(1 + (at % 4), 1 + (at % 3)), {
			reference,
			status,
			name,
			email: buyer.email,
			paymentId: `TRF${randomUUID().slice(0, 8).toUpperCase()}`,
			submittedAt: now - (at + 1) * 5 * HOUR,
			decidedAt: status === 'pending' ? null : now - at * 4 * HOUR,
			paymentReceiptKey: await createReceipt(buyer.id, reference),
		})
		review.push(order.id)
	}
	return {
		member,
		approved,
		pending,
		rejected,
		open,
		sale,
		sent,
		invitation,
		review,
		block,
		certificate,
		shown: first.cell,
		house: await freeTiny(5, 2),
		free: (await freeTiny(8, 2)).slice(-3),
	}
}

/** Adds data for the administrator's pages: pixels of the house, coupons, a bank statement, an audit. */
export async function makeAdminData(adminId: string, data: Awaited<ReturnType<typeof makeScreenData>>) {
	const now = Date.now()
	await reserveForTheHouse(data.house, { actorId: adminId, now: now - 2 * HOUR })
	const day = 24 * HOUR
	const names: [string, Partial<typeof coupons.$inferInsert>][] = [
		['OPENING', { minPurchasePence: 200_000_00, maxUses: 25 }],
		['COLLECTORS', { type: 'fixed', discount: 50_000_00, minPurchasePence: 1_000_000_00 }],
		['AUTUMN', { startsAt: now - 90 * day, endsAt: now - 30 * day }],
		['PREVIEW', { isActive: false, minPurchasePence: 100_000_00 }],
	]
	for (const [code, options] of names) await makeCoupon({ endsAt: now + 60 * day, ...options, code })
	const [coupon] = await db.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, 'OPENING'))
	const { id: statement } = await makeStatement(adminId, [
		{ text: `Payment ${PENDING}`, pence: 400_000_00 },
		{ text: `${REJECTED} thank you`, pence: 300_000_00 },
		{ text: 'Invoice 2291', pence: 1_250_00 },
	])
	await write(async tx => {
		const { approved, rejected } = data
		await auditOrder(tx, approved.id, 'order.approve', { actorId: adminId, now: now - 50 * HOUR }, {})
		await auditOrder(tx, rejected.id, 'order.reject', { actorId: adminId, now: now - 180 * HOUR }, {})
	})
	return { statement, coupon: coupon?.id ?? '' }
}

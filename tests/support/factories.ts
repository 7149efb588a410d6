import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { normaliseCouponCode } from '~/domain/coupons/rules'
import { CELLS, type CellType, cellsByIds } from '~/domain/grid/layout'
import { contactReceivedEmail } from '~/domain/mail/operator-emails'
import { normalisePaymentId } from '~/domain/orders/payment-id'
import { recordEvents } from '~/domain/ownership/events.server'
import { bookByHand } from '~/domain/payments/booking.server'
import { getPrices } from '~/domain/settings/queries.server'
import { openSession } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import {
	accounts,
	bankEntries,
	cellHolders,
	cellLoans,
	coupons,
	creatives,
	files,
	orderCells,
	orders,
	outbox,
	pixelPrices,
	statements,
	throttles,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { PAYMENT_DETAILS } from './payment-details'
import { newReceipt } from './receipts'

/** An account created by a test, with the password it can sign in with. */
export type TestAccount = {
	id: string
	email: string
	fullName: string
	password: string
	role: 'user' | 'admin'
}
type AccountOptions = Partial<Omit<TestAccount, 'id'>>

const PASSWORD = 'correct horse battery'
const hashes = new Map<string, Promise<string>>()

/* Hashing is slow on purpose, so the result is cached per password. */
function hashOnce(password: string): Promise<string> {
	const known = hashes.get(password) ?? hash(password)
	hashes.set(password, known)
	return known
}

let made = 0
let latest = 0

/**
 * Returns the time, at least a millisecond later than the previous one: lists sort by creation time, also on a fast
 * machine.
 */
function nextMoment(): number {
	latest = Math.max(Date.now(), latest + 1)
	return latest
}

/** Creates a verified member. */
export async function makeUser(options: AccountOptions = {}): Promise<TestAccount> {
	made++
	const account: TestAccount = {
		id: randomUUID(),
		email: `member-${made}-${randomUUID().slice(0, 8)}@example.test`,
		fullName: `Member ${made}`,
		password: PASSWORD,
		role: 'user',
		...options,
	}
	const { password, ...row } = account
	const passwordHash = await hashOnce(password)
	await write(tx => tx.insert(accounts).values({ ...row, passwordHash, createdAt: nextMoment() }))
	return account
}

/** Creates an administrator in addition to the seeded one. */
export function makeAdmin(options: AccountOptions = {}): Promise<TestAccount> {
	return makeUser({ fullName: 'Second Administrator', role: 'admin', ...options })
}

/** Signs an account in. @returns name and value of the session cookie. */
export async function sessionCookie(accountId: string): Promise<{ name: string; value: string }> {
	const setCookie = await write(tx => openSession(tx, accountId, Date.now()))
	const [pair = ''] = setCookie.split(';')
	const at = pair.indexOf('=')
	return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}

export type OrderStatus = typeof orders.$inferInsert.status

/**
 * Creates an order of `cells` (ids) at current prices, submitted now. Pending and approved orders own their cells, an
 * open one holds them for an hour.
 */
export async function makeOrder(
	accountId: string,
	cells: readonly number[],
	options: Partial<typeof orders.$inferInsert> = {},
): Promise<{ id: string; reference: string; cells: readonly number[] }> {
	const now = nextMoment()
	const prices = await getPrices()
	const priced = cells.map(id => {
		const cell = CELLS[id - 1]
		if (!cell) throw new Error(`There is no cell ${id}`)
		return { cell: id, type: cell.type, pricePence: prices[cell.type] }
	})
	const subtotalPence = priced.reduce((sum, cell) => sum + cell.pricePence, 0)
	const id = randomUUID()
	const status: OrderStatus = options.status ?? 'approved'
	const paymentId = options.paymentId === undefined ? PAYMENT_DETAILS.paymentId : options.paymentId
	const order = {
		id,
		reference: `TEST-${id.slice(0, 8).toUpperCase()}`,
		accountId,
		status,
		subtotalPence,
		totalPence: subtotalPence,
		createdAt: now,
		proceededAt: status === 'open' ? now : null,
		heldAt: status === 'open' ? now : null,
		holdUntil: status === 'open' ? now + 60 * 60 * 1000 : null,
		...(status === 'open' || status === 'abandoned'
			? {}
			: {
					submittedAt: now,
					...PAYMENT_DETAILS,
					paymentIdNormal: paymentId && normalisePaymentId(paymentId),
				}),
		...options,
	}
	await write(async tx => {
		await tx.insert(orders).values(order)
		await tx.insert(orderCells).values(priced.map(cell => ({ orderId: id, ...cell })))
		if (status === 'open' || status === 'pending' || status === 'approved') {
			await tx.insert(cellHolders).values(
				cells.map(cell => ({
					cell,
					kind: status === 'open' ? ('hold' as const) : ('owned' as const),
					accountId,
					orderId: id,
					holdUntil: status === 'open' ? order.holdUntil : null,
					since: now,
				})),
			)
		}
	})
	return { id, reference: order.reference, cells }
}

/** Gives cells to the account by an approved order, or one of another status; with `creative`, they show it. */
export async function ownCells(
	accountId: string,
	cells: readonly number[],
	creative?: { description: string; link: string; imageKey?: string },
	status: 'approved' | 'pending' = 'approved',
): Promise<{ orderId: string; creativeId: string | null }> {
	const order = await makeOrder(accountId, cells, { status })
	if (!creative) return { orderId: order.id, creativeId: null }
	const id = randomUUID()
	const now = Date.now()
	await write(async tx => {
		await tx.insert(creatives).values({ id, accountId, createdAt: now, updatedAt: now, ...creative })
		for (const cell of cells) {
			await tx.update(cellHolders).set({ creativeId: id }).where(eq(cellHolders.cell, cell))
		}
	})
	return { orderId: order.id, creativeId: id }
}

/** Records the purchase of the cells by the order, at the prices of its day. */
export async function recordPurchase(
	orderId: string,
	cells: readonly number[],
	{ isApproved = true } = {},
): Promise<void> {
	const prices = await getPrices()
	const pence = new Map(cellsByIds(cells).map(({ id, type }) => [id, prices[type]]))
	await write(async tx => {
		await recordEvents(tx, cells, { at: Date.now(), kind: 'bought', orderId, pence })
		if (isApproved) await recordEvents(tx, cells, { at: Date.now(), kind: 'approved', orderId })
	})
}

/** Releases all cells and deletes counted attempts, so that tests that share a server do not affect each other. */
export async function clearGrid(): Promise<void> {
	await write(async tx => {
		await tx.delete(cellLoans)
		await tx.delete(cellHolders)
		await tx.update(transferCells).set({ open: null })
		await tx.update(orders).set({ status: 'abandoned' }).where(eq(orders.status, 'open'))
		await tx.delete(throttles)
	})
}

/** Adds the row of a stored receipt, without its bytes. @returns its key. */
export async function storeReceipt(accountId: string): Promise<string> {
	const row = newReceipt(accountId)
	await write(tx => tx.insert(files).values(row))
	return row.key
}

/** Reserves cells for the house, as an administrator does. */
export async function reserveForHouse(cells: readonly number[]): Promise<void> {
	const since = Date.now()
	await write(tx =>
		tx.insert(cellHolders).values(cells.map(cell => ({ cell, kind: 'house' as const, since }))),
	)
}

/** Creates an invitation to take over cells, permanently unless `until` is given. Moves no cells. */
export async function makeTransfer(
	senderId: string | null,
	cells: readonly number[],
	options: { recipientEmail: string; status?: typeof transfers.$inferInsert.status; until?: number },
): Promise<{ id: string }> {
	const id = randomUUID()
	const now = nextMoment()
	const status = options.status ?? 'open'
	await write(async tx => {
		await tx.insert(transfers).values({
			id,
			senderId,
			recipientEmail: options.recipientEmail,
			status,
			until: options.until ?? null,
			createdAt: now,
			decidedAt: status === 'open' ? null : now,
		})
		const open = status === 'open' ? 1 : null
		await tx.insert(transferCells).values(cells.map(cell => ({ transferId: id, cell, open })))
	})
	return { id }
}

/** Creates a bank statement imported by an administrator, with its payments. */
export async function makeStatement(
	importedBy: string,
	payments: { text: string; pence: number; bookedOn?: string; bankReference?: string }[],
): Promise<{ id: string; entryIds: string[] }> {
	const id = randomUUID()
	const entryIds = payments.map(() => randomUUID())
	await write(async tx => {
		const row = { id, name: 'statement.csv', format: 'csv', importedAt: Date.now(), importedBy } as const
		await tx.insert(statements).values(row)
		for (const [position, payment] of payments.entries()) {
			await tx.insert(bankEntries).values({
				id: entryIds[position] ?? '',
				statementId: id,
				position,
				fingerprint: randomUUID(),
				bookedOn: '2025-11-20',
				counterparty: 'A Payer',
				bankReference: '',
				...payment,
			})
		}
	})
	return { id, entryIds }
}

/** Books a payment on an order by hand. `pence`: > 0 received, < 0 sent back. */
export async function bookMoney(orderId: string, pence: number, actorId: string): Promise<void> {
	const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
	const payment = { pence, bookedOn: '2025-11-20', bankReference: `B-${orderId}` }
	const by = { actorId, now: Date.now() }
	const outcome = await bookByHand({ orderId, version: order?.version ?? 0, payment, ...by })
	if (!outcome.ok) throw new Error(outcome.message)
}

/** Creates an email that was given up, because its recipient was rejected. @returns its id. */
export async function makeFailedMail(
	to: string,
	options: Partial<typeof outbox.$inferInsert> = {},
): Promise<string> {
	const now = Date.now()
	const id = randomUUID()
	const mail = contactReceivedEmail({ firstName: 'Ada', lastName: 'Example' })
	await write(tx =>
		tx.insert(outbox).values({
			...mail,
			id,
			recipient: to,
			attempts: 1,
			createdAt: now,
			nextAttemptAt: now,
			failedAt: now,
			lastError: "Can't send mail - all recipients were rejected: 550 No such mailbox",
			...options,
		}),
	)
	return id
}

/** Creates a coupon valid today: ten percent, without a minimum. @returns its code. */
export async function makeCoupon(options: Partial<typeof coupons.$inferInsert> = {}): Promise<string> {
	const now = Date.now()
	const code = options.code ?? `TEN-${randomUUID().slice(0, 8).toUpperCase()}`
	const day = 24 * 60 * 60 * 1000
	await write(tx =>
		tx.insert(coupons).values({
			id: randomUUID(),
			code,
			codeNormal: normaliseCouponCode(code),
			type: 'percentage',
			discount: 1_000,
			minPurchasePence: 0,
			startsAt: now - day,
			endsAt: now + day,
			isActive: true,
			createdAt: now,
			updatedAt: now,
			...options,
		}),
	)
	return code
}

/** The default prices of a new installation, in pence. */
export const SHIPPED_PRICES = {
	large: 10_000_000_00,
	medium: 1_000_000_00,
	small: 500_000_00,
	tiny: 100_000_00,
} as const

/** Changes the price of some types, in pence. */
export async function setPrices(prices: Partial<Record<CellType, number>>): Promise<void> {
	await write(async tx => {
		for (const [type, pence] of Object.entries(prices)) {
			await tx
				.update(pixelPrices)
				.set({ pence })
				.where(eq(pixelPrices.type, type as CellType))
		}
	})
}

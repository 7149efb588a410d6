/**
 * Fills a new DATA_DIR with several years of data: `tsx bench/books.ts ORDERS`. Buyers have fifty orders each, with
 * receipts, four audit entries, five ledger rows and two emails per order; statements have a thousand lines, the newest
 * undecided; one member has ten orders and an open checkout. Prints the cookies and ids for opening pages as that
 * member and as an administrator.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CELLS } from '~/domain/grid/layout'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { seed } from '~/domain/settings/seed.server'
import { DAY_MS, MINUTE_MS } from '~/domain/time'
import { openSession } from '~/server/auth/session.server'
import { closeDatabase, type Tx, write } from '~/server/db/db.server'
import { migrate } from '~/server/db/migrate.server'
import {
	accounts,
	auditEntries,
	bankEntries,
	cellHolders,
	files,
	leases,
	orderCells,
	orders,
	outbox,
	payments,
	statements,
} from '~/server/db/schema.server'
import { sampleBuyer } from '../scripts/sample'

const NOW = Date.now()
/** Milliseconds since the first order. */
const YEARS = 486 * DAY_MS
const PRICE = 100_000
const ORDERS_AN_ACCOUNT = 50
const CHUNK = 500
const orderCount = Number(process.argv[2] ?? 10)
const mailCount = 2 * orderCount
const buyerCount = Math.ceil(orderCount / ORDERS_AN_ACCOUNT)

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Zoë Hopper 伟', 'Émile Durand', '王 Ångström']
/* In small data sets every buyer matches the search, so that pages have the same number of rows. */
const getName = (index: number) => NAMES[buyerCount === 1 ? 2 : index % NAMES.length] ?? ''
const getEmail = (index: number) => `buyer${index % buyerCount}@example.com`

/* Most old orders were rejected (in small grids of a few thousand sales), the newest are pending, and few own cells. */
function getStatus(index: number) {
	const fromEnd = orderCount - 1 - index
	if (fromEnd < Math.min(200, orderCount / 2)) return 'pending' as const
	return (['approved', 'rejected', 'rejected', 'failed'] as const)[index % 4] ?? 'rejected'
}

function reference(index: number): string {
	const digits = Array.from(
		{ length: REFERENCE_LENGTH },
		(_, place) => Math.floor(index / REFERENCE_BASE ** place) % REFERENCE_BASE,
	)
	return referenceFrom(digits)
}

async function inChunks(
	count: number,
	insert: (tx: Tx, indices: number[]) => Promise<unknown>,
): Promise<void> {
	for (let from = 0; from < count; from += CHUNK) {
		const indices = Array.from({ length: Math.min(CHUNK, count - from) }, (_, offset) => from + offset)
		await write(tx => insert(tx, indices))
	}
}

const member = { id: randomUUID(), email: 'me@example.com', fullName: 'Zoë Hopper 伟', role: 'user' as const }
const buyers = Array.from({ length: buyerCount }, () => randomUUID())
const orderIds = Array.from({ length: orderCount }, () => randomUUID())
const submittedAt = (index: number) => NOW - Math.floor(((orderCount - index) * YEARS) / orderCount)
/** The last ten orders belong to the member. */
const getBuyer = (index: number) =>
	index >= orderCount - 10 ? member.id : (buyers[index % buyerCount] ?? member.id)

async function seedAccounts(): Promise<void> {
	await write(tx => tx.insert(accounts).values({ ...member, createdAt: NOW }))
	await inChunks(buyerCount, (tx, indices) =>
		tx.insert(accounts).values(
			indices.map(index => ({
				id: buyers[index] ?? '',
				email: getEmail(index),
				fullName: getName(index),
				role: 'user' as const,
				createdAt: NOW,
			})),
		),
	)
}

async function seedOrders(): Promise<void> {
	await inChunks(orderCount, async (tx, indices) => {
		const key = (index: number) => `receipts/${orderIds[index]}.pdf`
		await tx.insert(files).values(
			indices.map(index => ({
				key: key(index),
				kind: 'receipt' as const,
				mime: 'application/pdf',
				bytes: 40_000,
				name: `receipt-${index}.pdf`,
				accountId: getBuyer(index),
				createdAt: submittedAt(index),
			})),
		)
		await tx.insert(orders).values(
			indices.map(index => {
				const at = submittedAt(index)
				const paymentId = `FT-${(index % 90_000) + 10_000_000}`
				return {
					id: orderIds[index] ?? '',
					reference: reference(index),
					accountId: getBuyer(index),
					status: getStatus(index),
					subtotalPence: PRICE,
					totalPence: PRICE,
					proceededAt: at,
					createdAt: at,
					submittedAt: at,
					decidedAt: getStatus(index) === 'pending' ? null : at + MINUTE_MS,
					...sampleBuyer(getName(index), getEmail(index), paymentId),
					paymentReceiptKey: key(index),
				}
			}),
		)
		await tx.insert(orderCells).values(
			indices.map(index => ({
				orderId: orderIds[index] ?? '',
				cell: 112 + (index % 1_000),
				type: 'tiny' as const,
				pricePence: PRICE,
			})),
		)
		await tx.insert(auditEntries).values(
			indices.flatMap(index =>
				['order.open', 'order.hold', 'order.submit', 'order.decide'].map(action => ({
					id: randomUUID(),
					at: submittedAt(index),
					actorId: getBuyer(index),
					action,
					subjectType: 'order',
					subjectId: orderIds[index] ?? '',
				})),
			),
		)
	})
	const owning = orderIds.slice(-200)
	await write(tx =>
		tx.insert(cellHolders).values(
			owning.map((orderId, offset) => {
				const index = orderCount - owning.length + offset
				const accountId = getBuyer(index)
				return { cell: 112 + (index % 1_000), kind: 'owned' as const, accountId, orderId, since: NOW }
			}),
		),
	)
}

const LINES_A_STATEMENT = 1_000
const ROWS_AN_ORDER = 5
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Adds the lines of the bank: booked for decided orders, and sent back for rejected ones. The last statement has as
 * many lines without a reference as lines for pending orders. @returns its id.
 */
async function seedLedger(adminId: string): Promise<string> {
	const decided = Array.from({ length: orderCount }, (_, index) => index).filter(
		index => getStatus(index) !== 'pending',
	)
	const lines = decided.length * ROWS_AN_ORDER
	const statementIds = Array.from({ length: Math.ceil(lines / LINES_A_STATEMENT) + 1 }, () => randomUUID())
	const undecided = statementIds.at(-1) ?? ''
	const makeStatement = (id: string, at: number) =>
		({ id, name: `${toDay(at)}.xml`, format: 'camt', importedAt: at, importedBy: adminId }) as const
	const line = (statementId: string, position: number, index: number, pence: number) => ({
		id: randomUUID(),
		statementId,
		position,
		fingerprint: `${statementId} ${position}`,
		bookedOn: toDay(submittedAt(index)),
		pence,
		counterparty: getName(index),
		text: `MCXI ${reference(index)} with thanks`,
		bankReference: `EXB-${index}-${position}`,
	})
	await write(tx =>
		tx
			.insert(statements)
			.values(
				statementIds.map((id, place) => makeStatement(id, NOW - (statementIds.length - place) * DAY_MS)),
			),
	)
	await inChunks(lines, async (tx, indices) => {
		const rows = indices.map(number => {
			const index = decided[Math.floor(number / ROWS_AN_ORDER)] ?? 0
			const isBack = getStatus(index) === 'rejected' && number % ROWS_AN_ORDER === ROWS_AN_ORDER - 1
			const pence = isBack ? -(PRICE / ROWS_AN_ORDER) : PRICE / ROWS_AN_ORDER
			const statementId = statementIds[Math.floor(number / LINES_A_STATEMENT)] ?? ''
			return { entry: line(statementId, number % LINES_A_STATEMENT, index, pence), index }
		})
		await tx.insert(bankEntries).values(rows.map(({ entry }) => entry))
		await tx.insert(payments).values(
			rows.map(({ entry: { id: bankEntryId, pence, bookedOn, bankReference }, index }) => ({
				id: randomUUID(),
				orderId: orderIds[index] ?? '',
				bankEntryId,
				pence,
				bookedOn,
				bankReference,
				recordedAt: submittedAt(index),
				recordedBy: adminId,
			})),
		)
	})
	const pending = orderIds.map((_, index) => index).filter(index => getStatus(index) === 'pending')
	const named = pending.map((index, position) => line(undecided, position, index, PRICE))
	const nameless = named.map(item => ({
		...item,
		id: randomUUID(),
		position: item.position + named.length,
		fingerprint: randomUUID(),
		text: 'Thanks',
	}))
	await write(tx => tx.insert(bankEntries).values([...named, ...nameless]))
	return undecided
}

async function seedMails(): Promise<void> {
	const body = `<p>${'We have received your payment and look at it within a working day. '.repeat(12)}</p>`
	await inChunks(mailCount, (tx, indices) =>
		tx.insert(outbox).values(
			indices.map(index => {
				const at = NOW - (mailCount - index) * 3 * MINUTE_MS
				const hasFailed = index % 2_000 === 7
				return {
					id: randomUUID(),
					kind: 'order-received',
					recipient: getEmail(index),
					subject: `We have received your order ${reference(index % orderCount)}`,
					text: body,
					html: body,
					attempts: 1,
					createdAt: at,
					nextAttemptAt: at,
					sentAt: hasFailed ? null : at + 1_000,
					failedAt: hasFailed ? at + 1_000 : null,
					lastError: hasFailed ? '550 No such mailbox' : null,
				}
			}),
		),
	)
}

/** Adds an open checkout for the member. @returns its id. */
async function seedCheckout(): Promise<string> {
	const id = randomUUID()
	const cell = CELLS.find(item => item.type === 'small')?.id ?? 0
	await write(async tx => {
		const money = { subtotalPence: PRICE, totalPence: PRICE }
		const hold = { proceededAt: NOW, heldAt: NOW, holdUntil: NOW + 1_000 * MINUTE_MS }
		const open = { id, accountId: member.id, status: 'open' as const, createdAt: NOW }
		await tx.insert(orders).values({ ...open, reference: reference(orderCount), ...money, ...hold })
		await tx.insert(orderCells).values({ orderId: id, cell, type: 'small', pricePence: PRICE })
		const held = { cell, orderId: id, accountId: member.id, holdUntil: hold.holdUntil }
		await tx.insert(cellHolders).values({ ...held, kind: 'hold', since: NOW })
		// Pauses the background jobs, so that only pages are measured.
		const resting = ['sweep-files', 'retention'].map(name => ({ name, holder: 'bench', until: NOW + DAY_MS }))
		await tx.insert(leases).values(resting)
	})
	return id
}

async function openCookie(accountId: string): Promise<string> {
	return (await write(tx => openSession(tx, accountId, NOW))).split(';')[0] ?? ''
}

await migrate()
await seed(NOW)
await seedAccounts()
await seedOrders()
await seedMails()
const checkoutId = await seedCheckout()
const [admin] = await write(tx => tx.select().from(accounts).where(eq(accounts.role, 'admin')))
const statementId = await seedLedger(admin?.id ?? '')
const cookies = { member: await openCookie(member.id), admin: await openCookie(admin?.id ?? '') }
console.log(JSON.stringify({ cookies, checkoutId, pendingId: orderIds.at(-1), statementId }))
await closeDatabase()

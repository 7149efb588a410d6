/**
 * Fills a fresh DATA_DIR with the books of a house of some years: `tsx bench/books.ts ORDERS MAILS [BUYERS] [AUDIT]`.
 * Buyers of some fifty orders each, if nothing else is said, with receipts, audit entries (four an order at least) and
 * two mails an order; a sale between members for every tenth order, a coupon, a bank statement; one member with ten
 * orders, blocks and an open checkout. Prints what is needed to open every page as that member and as an administrator.
 */
import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { CELLS } from '~/domain/grid/layout'
import { comparablePaymentId } from '~/domain/orders/payment-id'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { seed } from '~/domain/settings/seed.server'
import { closeDatabase, type Tx, write } from '~/server/db.server'
import { migrate } from '~/server/migrate.server'
import {
	accounts,
	auditEntries,
	cellHolders,
	coupons,
	files,
	leases,
	orderCells,
	orders,
	outbox,
	statementEntries,
	statements,
	transferCells,
	transfers,
} from '~/server/schema.server'
import { openSession } from '~/server/session.server'

const NOW = Date.now()
const MINUTE = 60_000
/** Since the first order, in ms. */
const YEARS = 486 * 24 * 60 * MINUTE
const PRICE = 100_000
const ORDERS_AN_ACCOUNT = 50
const CHUNK = 500
const orderCount = Number(process.argv[2] ?? 10)
const mailCount = Number(process.argv[3] ?? 2 * orderCount)
const buyerCount = Number(process.argv[4] ?? Math.ceil(orderCount / ORDERS_AN_ACCOUNT))
const auditCount = Number(process.argv[5] ?? 4 * orderCount)

const FIRST = ['Ada', 'Grace', 'Zoë', 'Alan', 'Edsger', 'Barbara', 'Niklaus', '王', 'Émile', 'Søren']
const LAST = [
	'Lovelace',
	'Hopper',
	'Turing',
	'Dijkstra',
	'Liskov',
	'Wirth',
	'伟',
	'Durand',
	'Ångström',
	'Berg',
]
const pick = (from: readonly string[], at: number) => from[at % from.length] ?? ''
/* In small books everybody is whom the searches ask for, so that pages with as many rows are compared. */
const isSmall = buyerCount <= 10
const nameOf = (index: number) =>
	isSmall ? 'Zoë Hopper 伟' : `${pick(FIRST, index)} ${pick(LAST, Math.floor(index / FIRST.length))}`
const addressOf = (index: number) => `buyer${buyerCount === 1 ? 7 : index % buyerCount}@example.com`

/* Most old orders were rejected, in small grids of a few thousand sales; the newest wait. Those that own cells are few,
   as cells are. */
function statusOf(index: number) {
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

const member = {
	id: randomUUID(),
	email: 'member@example.com',
	fullName: 'Zoë Hopper 伟',
	role: 'user' as const,
}
const buyers = Array.from({ length: buyerCount }, () => randomUUID())
const orderIds = Array.from({ length: orderCount }, () => randomUUID())
const submittedAt = (index: number) => NOW - Math.floor(((orderCount - index) * YEARS) / orderCount)
/** The last ten orders are the member's. */
const buyerOf = (index: number) =>
	index >= orderCount - 10 ? member.id : (buyers[index % buyerCount] ?? member.id)

async function seedAccounts(): Promise<void> {
	await write(tx => tx.insert(accounts).values({ ...member, createdAt: NOW }))
	await inChunks(buyerCount, (tx, indices) =>
		tx.insert(accounts).values(
			indices.map(index => ({
				id: buyers[index] ?? '',
				email: addressOf(index),
				fullName: nameOf(index),
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
				accountId: buyerOf(index),
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
					accountId: buyerOf(index),
					status: statusOf(index),
					subtotalPence: PRICE,
					totalPence: PRICE,
					proceededAt: at,
					createdAt: at,
					submittedAt: at,
					decidedAt: statusOf(index) === 'pending' ? null : at + MINUTE,
					name: nameOf(index),
					email: addressOf(index),
					contactNo: '+442079460000',
					country: 'UK',
					bankName: 'Example Bank',
					bankAccountNo: 'GB00EXMP00000000',
					paymentId,
					paymentIdNormal: comparablePaymentId(paymentId),
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
					actorId: buyerOf(index),
					action,
					subjectType: 'order',
					subjectId: orderIds[index] ?? '',
					detail: { cells: [112 + (index % 1_000)] },
					address: '192.0.2.1',
				})),
			),
		)
	})
	const owning = orderIds.slice(-200)
	await write(tx =>
		tx.insert(cellHolders).values(
			owning.map((orderId, offset) => {
				const index = orderCount - owning.length + offset
				const accountId = buyerOf(index)
				return { cell: 112 + (index % 1_000), kind: 'owned' as const, accountId, orderId, since: NOW }
			}),
		),
	)
}

/** The rest of the audit: who signed in, all along. */
async function seedSignIns(): Promise<void> {
	const more = auditCount - 4 * orderCount
	if (more <= 0) return
	const span = orderCount * 7 * MINUTE
	await write(tx =>
		tx.run(sql`insert into audit_entries (id, at, actor_id, action, subject_type, subject_id, address)
			with recursive entry(n) as (select 0 union all select n + 1 from entry where n + 1 < ${more})
			select 'sign-in-' || n, ${NOW - span} + n * ${span} / ${more}, accounts.id, 'account.log-in', 'account',
				accounts.id, '198.51.' || n % 100 || '.' || n % 250
			from entry join accounts on accounts.email = 'buyer' || n % ${buyerCount} || '@example.com'`),
	)
}

/** A million rows are entered without the indexes of the audit, which are made again at the end. */
async function seedAudited(): Promise<void> {
	const kept = sql`from sqlite_schema where type = 'index' and tbl_name = 'audit_entries' and sql is not null`
	const indexes = await write(tx => tx.all<{ name: string; sql: string }>(sql`select name, sql ${kept}`))
	await write(async tx => {
		for (const { name } of indexes) await tx.run(sql`drop index ${sql.identifier(name)}`)
	})
	await seedOrders()
	await seedSignIns()
	await write(async tx => {
		for (const index of indexes) await tx.run(sql.raw(index.sql))
	})
}

/** Sales between members, long ago. */
async function seedSales(): Promise<void> {
	const sales = Array.from({ length: Math.max(10, Math.floor(orderCount / 10)) }, () => randomUUID())
	await inChunks(sales.length, async (tx, indices) => {
		await tx.insert(transfers).values(
			indices.map(index => {
				const at = NOW - (sales.length - index) * 60 * MINUTE
				return {
					id: sales[index] ?? '',
					senderId: buyers[index % buyerCount] ?? null,
					recipientEmail: addressOf(index + 1),
					recipientId: buyers[(index + 1) % buyerCount] ?? null,
					status: 'accepted' as const,
					createdAt: at,
					decidedAt: at + MINUTE,
				}
			}),
		)
		await tx.insert(transferCells).values(
			indices.map(index => ({
				transferId: sales[index] ?? '',
				cell: 112 + (index % 1_000),
				open: null,
				pricePence: PRICE,
			})),
		)
	})
}

/** A coupon that every hundredth order used, and a statement of 25 payments, of which five pay orders that wait. */
async function seedDesk(adminId: string): Promise<{ couponId: string; statementId: string }> {
	const [couponId, statementId] = [randomUUID(), randomUUID()]
	await write(async tx => {
		await tx.insert(coupons).values({
			...{ id: couponId, code: 'SPRING', codeNormal: 'SPRING', type: 'percentage', discount: 1_000 },
			...{
				minPurchasePence: 1,
				startsAt: NOW - 1_000 * MINUTE,
				endsAt: NOW + 1_000 * MINUTE,
				isActive: true,
			},
			...{ createdAt: NOW, updatedAt: NOW },
		})
		const used = orderIds.filter((_, index) => index % 100 === 0)
		for (let from = 0; from < used.length; from += CHUNK) {
			const some = inArray(orders.id, used.slice(from, from + CHUNK))
			await tx.update(orders).set({ couponId, couponCode: 'SPRING' }).where(some)
		}
		const statement = { id: statementId, name: 'november.xml', format: 'camt' as const }
		await tx.insert(statements).values({ ...statement, importedAt: NOW, importedBy: adminId })
		await tx.insert(statementEntries).values(
			Array.from({ length: 25 }, (_, position) => ({
				id: randomUUID(),
				statementId,
				position,
				fingerprint: `entry ${position}`,
				bookedOn: '2026-11-21',
				pence: PRICE,
				payer: nameOf(position),
				text: position < 5 ? `Payment ${reference(orderCount - 1 - position)}` : `Invoice ${position}`,
				bankReference: `B-${position}`,
			})),
		)
	})
	return { couponId, statementId }
}

async function seedMails(): Promise<void> {
	const body = `<p>${'We have received your payment and look at it within a working day. '.repeat(12)}</p>`
	await inChunks(mailCount, (tx, indices) =>
		tx.insert(outbox).values(
			indices.map(index => {
				const at = NOW - (mailCount - index) * 3 * MINUTE
				const place = { failed: index % 2_000 === 7, waiting: mailCount - index <= 5 }
				return {
					id: randomUUID(),
					kind: 'order-received',
					recipient: addressOf(index),
					subject: `We have received your order ${reference(index % orderCount)}`,
					text: body,
					html: body,
					attempts: 1,
					createdAt: at,
					nextAttemptAt: place.waiting ? NOW + 60 * MINUTE : at,
					sentAt: place.failed || place.waiting ? null : at + 1_000,
					failedAt: place.failed ? at + 1_000 : null,
					lastError: place.failed ? '550 No such mailbox' : null,
				}
			}),
		),
	)
}

/** What the member's own pages show: an open checkout, an invitation that came and one that was accepted. */
async function seedMember(): Promise<{ checkoutId: string; invitationId: string; saleId: string }> {
	const [checkoutId, invitationId, saleId] = [randomUUID(), randomUUID(), randomUUID()]
	const [one, other, third] = CELLS.filter(cell => cell.type === 'small').map(cell => cell.id)
	await write(async tx => {
		const money = { subtotalPence: PRICE, totalPence: PRICE }
		const hold = { proceededAt: NOW, heldAt: NOW, holdUntil: NOW + 1_000 * MINUTE }
		const open = { id: checkoutId, accountId: member.id, status: 'open' as const, createdAt: NOW }
		await tx.insert(orders).values({ ...open, reference: reference(orderCount), ...money, ...hold })
		const cells = { orderId: checkoutId, cell: one ?? 0 }
		await tx.insert(orderCells).values({ ...cells, type: 'small', pricePence: PRICE })
		const held = { ...cells, kind: 'hold' as const, accountId: member.id, holdUntil: hold.holdUntil }
		await tx.insert(cellHolders).values({ ...held, since: NOW })
		await tx.insert(transfers).values([
			{ id: invitationId, senderId: null, recipientEmail: member.email, status: 'open', createdAt: NOW },
			{
				id: saleId,
				senderId: member.id,
				recipientEmail: addressOf(0),
				recipientId: buyers[0] ?? null,
				status: 'accepted',
				createdAt: NOW,
				decidedAt: NOW,
			},
		])
		await tx.insert(cellHolders).values({ cell: other ?? 0, kind: 'house', since: NOW })
		await tx.insert(transferCells).values([
			{ transferId: invitationId, cell: other ?? 0, open: 1 },
			{ transferId: saleId, cell: third ?? 0, open: null, pricePence: PRICE },
		])
		// The jobs of the server rest meanwhile, so that what is measured is the pages.
		const until = NOW + 24 * 60 * MINUTE
		const resting = ['sweep-files', 'retention'].map(name => ({ name, holder: 'bench', until }))
		await tx.insert(leases).values(resting)
	})
	return { checkoutId, invitationId, saleId }
}

async function cookieOf(accountId: string): Promise<string> {
	const [pair = ''] = (await write(tx => openSession(tx, accountId, NOW))).split(';')
	return pair
}

await migrate()
await seed(NOW)
await seedAccounts()
await seedAudited()
await seedSales()
await seedMails()
const ids = await seedMember()
const [admin] = await write(tx => tx.select().from(accounts).where(eq(accounts.role, 'admin')))
const cookies = { member: await cookieOf(member.id), admin: await cookieOf(admin?.id ?? '') }
const desk = await seedDesk(admin?.id ?? '')
const opened = { pendingId: orderIds.at(-1), memberId: member.id, cell: 112 + ((orderCount - 1) % 1_000) }
console.log(JSON.stringify({ cookies, ...ids, ...desk, ...opened }))
await closeDatabase()

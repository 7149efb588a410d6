import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listUsers } from '~/domain/accounts/users.queries.server'
import { listAudit } from '~/domain/audit/queries.server'
import { listCouponOrders, listCoupons } from '~/domain/coupons/queries.server'
import type { Sort } from '~/domain/list'
import { listOutbox } from '~/domain/mail/queries.server'
import { OUTBOX_PAGE_SIZE } from '~/domain/mail/rules'
import { listPurchased } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { listForReview } from '~/domain/orders/review/list.server'
import { listStatements } from '~/domain/statements/queries.server'
import { listReceived } from '~/domain/transfers/history/received-queries.server'
import { listSent } from '~/domain/transfers/history/sent-queries.server'
import { listSales } from '~/domain/transfers/history/sold-queries.server'
import { write } from '~/server/db/db.server'
import {
	accounts,
	auditEntries,
	coupons,
	orders,
	outbox,
	statements,
	transfers,
} from '~/server/db/schema.server'
import {
	clearGrid,
	makeAdmin,
	makeCoupon,
	makeFailedMail,
	makeOrder,
	makeStatement,
	makeTransfer,
	makeUser,
	type TestAccount,
} from '../support/factories'

/* Rows with equal times appear exactly once across the pages of a list. */

const NOW = Date.UTC(2026, 5, 1, 12)
/** More rows than a page of the longest lists. */
const MANY = OUTBOX_PAGE_SIZE + 5

let owner: TestAccount
let admin: TestAccount

beforeEach(async () => {
	await clearGrid()
	owner = await makeUser()
	admin = await makeAdmin()
})

async function repeat<T>(make: (index: number) => Promise<T>): Promise<T[]> {
	const made: T[] = []
	for (let index = 0; index < MANY; index++) made.push(await make(index))
	return made
}

const ids = (rows: readonly { id: string }[]) => rows.map(row => row.id)

async function makeOrders(more: Partial<typeof orders.$inferInsert> = {}): Promise<string[]> {
	const made = ids(await repeat(() => makeOrder(owner.id, [300], { status: 'rejected', ...more })))
	const at = { createdAt: NOW, submittedAt: NOW }
	await write(tx => tx.update(orders).set(at).where(inArray(orders.id, made)))
	return made
}

async function makeTransfers(status: 'open' | 'accepted', senderId = owner.id): Promise<string[]> {
	const to = { recipientEmail: owner.email, status }
	const made = ids(await repeat(index => makeTransfer(senderId, [112 + index], to)))
	const at = { createdAt: NOW, decidedAt: status === 'open' ? null : NOW }
	await write(tx => tx.update(transfers).set(at).where(inArray(transfers.id, made)))
	return made
}

type Place = { page: number; sort?: Sort }
type Listed = (place: Place) => Promise<string[]>
const LISTS: Record<string, () => Promise<{ made: string[]; list: Listed }>> = {
	'own orders': async () => ({
		made: await makeOrders(),
		list: async place => ids((await listPurchased(owner.id, { ...WHOLE_HISTORY, ...place })).rows),
	}),
	'own orders that are rejected': async () => ({
		made: await makeOrders(),
		list: async place =>
			ids((await listPurchased(owner.id, { ...WHOLE_HISTORY, status: 'rejected', ...place })).rows),
	}),
	'everybody’s orders, searched': async () => ({
		made: await makeOrders(),
		list: async place => {
			const filter = { q: owner.email, status: null, from: null, to: null, ...place }
			return ids((await listForReview(filter)).rows)
		},
	}),
	'everybody’s orders of a status': async () => {
		await write(tx => tx.update(orders).set({ status: 'failed' }))
		return {
			made: await makeOrders(),
			list: async place => {
				const filter = { q: '', status: 'rejected', from: null, to: null, ...place } as const
				return ids((await listForReview(filter)).rows)
			},
		}
	},
	'orders of a coupon': async () => {
		const couponId = crypto.randomUUID()
		await makeCoupon({ id: couponId })
		return {
			made: await makeOrders({ couponId }),
			list: async place => ids((await listCouponOrders(couponId, place)).rows),
		}
	},
	'sent invitations': async () => ({
		made: await makeTransfers('open'),
		list: async place => ids((await listSent(owner.id, { q: '', ...place }, NOW)).rows),
	}),
	'received invitations': async () => ({
		made: await makeTransfers('open', admin.id),
		list: async place => ids((await listReceived(owner, { q: '', status: null, ...place }, NOW)).rows),
	}),
	'own sales': async () => ({
		made: await makeTransfers('accepted'),
		list: async place => ids((await listSales(owner.id, { q: '', ...place })).rows),
	}),
	'everybody’s sales': async () => {
		await write(tx => tx.update(transfers).set({ status: 'withdrawn', decidedAt: 1 }))
		return {
			made: await makeTransfers('accepted'),
			list: async place => ids((await listSales(null, { q: '', ...place })).rows),
		}
	},
	audit: async () => {
		const made = Array.from({ length: MANY }, () => crypto.randomUUID())
		await write(tx =>
			tx.insert(auditEntries).values(
				made.map(id => ({
					id,
					at: NOW,
					actorId: owner.id,
					action: 'order.open',
					subjectType: 'order',
					subjectId: owner.id,
				})),
			),
		)
		return {
			made,
			list: async place =>
				ids((await listAudit({ q: owner.id, who: null, kind: null, from: null, to: null, ...place })).rows),
		}
	},
	outbox: async () => {
		await write(tx => tx.delete(outbox))
		await repeat(() => makeFailedMail(owner.email))
		const rows = await write(tx =>
			tx.update(outbox).set({ failedAt: NOW }).where(eq(outbox.recipient, owner.email)).returning(),
		)
		return {
			made: ids(rows),
			list: async place => ids((await listOutbox({ q: '', status: 'failed', ...place })).rows),
		}
	},
	statements: async () => {
		const made = ids(await repeat(index => makeStatement(admin.id, [{ text: 'x', pence: index + 1 }])))
		await write(tx => tx.update(statements).set({ importedAt: NOW }))
		return { made, list: async place => ids((await listStatements(place)).rows) }
	},
	coupons: async () => {
		const made = await repeat(async () => {
			const id = crypto.randomUUID()
			await makeCoupon({ id })
			return id
		})
		await write(tx => tx.update(coupons).set({ createdAt: NOW }))
		return { made, list: async place => ids((await listCoupons({ q: '', ...place })).rows) }
	},
	users: async () => {
		const made = ids(await repeat(() => makeUser({ fullName: 'Tied Together' })))
		await write(tx => tx.update(accounts).set({ createdAt: NOW }).where(inArray(accounts.id, made)))
		return { made, list: async place => ids((await listUsers({ q: 'Tied Together', ...place })).rows) }
	},
}

test.each(Object.keys(LISTS))('the list of %s has each row on one page', async name => {
	const { made, list } = (await LISTS[name]?.()) ?? { made: [], list: async () => [] }
	const walk = async (sort?: Sort) => {
		const shown: string[] = []
		for (let page = 1, rows = ['']; shown.length < MANY && rows.length > 0; page++) {
			rows = await list({ page, sort })
			shown.push(...rows.filter(id => made.includes(id)))
		}
		return shown
	}
	const shown = await walk()
	expect(new Set(shown)).toEqual(new Set(made))
	expect(shown).toHaveLength(MANY)
	// The newest rows come first, or the highest id, which is random, where rows have equal times.
	expect([made.toReversed(), made.toSorted().toReversed()]).toContainEqual(shown)
	expect(await walk('oldest')).toEqual(shown.toReversed())
})

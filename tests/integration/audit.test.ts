import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { AUDIT_LISTED, auditAsCsv, listAudit } from '~/domain/audit/queries.server'
import { AuditFilter } from '~/domain/audit/schema'
import { readLedger } from '~/domain/orders/ledger.server'
import { reversePayment } from '~/domain/payments/booking.server'
import { bookEntry } from '~/domain/payments/entries.server'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries } from '~/server/db/schema.server'
import {
	makeAdmin,
	makeCoupon,
	makeFailedMail,
	makeOrder,
	makeStatement,
	makeUser,
} from '../support/factories'
import { nthReference } from '../support/statements'

const NOON = Date.UTC(2026, 6, 1, 12)

beforeEach(() => write(tx => tx.delete(auditEntries)))

let made = 0
async function enter(change: Partial<typeof auditEntries.$inferInsert> = {}): Promise<string> {
	const id = randomUUID()
	const entry = {
		action: 'coupon.create',
		subjectType: 'coupon',
		subjectId: randomUUID(),
		address: '192.0.2.1',
	}
	await write(tx => tx.insert(auditEntries).values({ id, at: NOON + made++, ...entry, ...change }))
	return id
}

const list = (asked: Record<string, string>) => listAudit(AuditFilter.parse(asked))
const listIds = async (asked: Record<string, string>) => (await list(asked)).rows.map(row => row.id)

describe('the audit log', () => {
	test('records who did what to which subject, when and from where', async () => {
		const admin = await makeAdmin({ fullName: 'Grace Auditor' })
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [400], { status: 'rejected' })
		await enter({
			actorId: admin.id,
			action: 'order.reject',
			subjectType: 'order',
			subjectId: order.id,
			detail: { reason: 'No money', released: [400] },
		})
		const { rows } = await list({})
		expect(rows).toEqual([
			expect.objectContaining({
				what: 'Rejected',
				kind: 'Order',
				subject: { label: order.reference, href: `/admin/transactions/${order.id}` },
				actor: { name: 'Grace Auditor', isAdmin: true },
				address: '192.0.2.1',
				details: ['Reason: No money', expect.stringMatching(/^Pixels released: Tiny, row \d+, column \d+$/)],
			}),
		])
	})

	test('shows pixels by row and column, settings by name, and links to their pages', async () => {
		await enter({ action: 'setting.change', subjectType: 'setting', subjectId: 'maxCellsPerOrder' })
		await enter({ action: 'price.change', subjectType: 'setting', subjectId: 'prices' })
		await enter({ subjectType: 'creative', detail: { cells: [112], description: 'Ours' } })
		const cells = [112, 113, 400]
		await enter({ action: 'cell.reserve', subjectType: 'cell', subjectId: '112', detail: { cells } })
		expect((await list({})).rows.map(row => row.subject)).toEqual([
			{ label: '3 pixels, the first: Tiny, row 8, columns 1–2', href: '/admin/profile?cells=112-113.400' },
			{
				label: 'Tiny, row 8, column 1',
				href: '/admin/profile?type=tiny&fromRow=8&fromCol=1&toRow=8&toCol=1',
			},
			{ label: 'Prices', href: '/admin/setting/prices' },
			{ label: 'Maximum pixels per order', href: '/admin/setting' },
		])
	})

	test('names an email by its subject, while it is stored', async () => {
		const entry = { subjectType: 'mail', action: 'mail.send-again' }
		const id = await makeFailedMail('ada@example.test', { subject: 'Your order is confirmed' })
		for (const subjectId of [id, randomUUID(), 'failed', 'ada@example.test'])
			await enter({ ...entry, subjectId })
		expect((await list({})).rows.map(row => row.subject)).toEqual([
			{ label: 'ada@example.test', href: '/admin/outbox' },
			{ label: 'All failed emails', href: '/admin/outbox?status=failed' },
			{ label: 'Deleted email', href: '/admin/outbox' },
			{ label: 'Your order is confirmed', href: `/admin/outbox/${id}` },
		])
	})

	test('names the bank line and the reversed row of a booking', async () => {
		const admin = await makeAdmin()
		const order = await makeOrder((await makeUser()).id, [402], {
			status: 'pending',
			reference: nthReference(1),
		})
		const { entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: 100_000_00 }])
		const by = { actorId: admin.id, now: Date.now() }
		const [entryId = ''] = entryIds
		const parts = [{ reference: order.reference, pence: null }]
		expect(await bookEntry({ entryId, left: 100_000_00, parts, ...by })).toEqual({ ok: true })
		const [row] = await readLedger(db, order.id)
		expect(
			await reversePayment({ orderId: order.id, paymentId: row?.id ?? '', note: 'Wrong', ...by }),
		).toEqual({ ok: true })
		const named = (await list({})).rows.map(({ details }) =>
			details.filter(line => /^(Bank line|Row reversed): /.test(line)),
		)
		const line = 'Bank line: 20 November 2025, £100,000, A Payer'
		expect(named).toEqual([[line, 'Row reversed: 20 November 2025, £100,000'], [line]])
	})

	test('is searchable by actor, subject, reference, code, id and address', async () => {
		const admin = await makeAdmin({ fullName: 'Grace Finder', email: `finder-${randomUUID()}@example.test` })
		const buyer = await makeUser({ fullName: 'Berta Buyer' })
		const order = await makeOrder(buyer.id, [401], { status: 'failed' })
		const couponId = randomUUID()
		const code = await makeCoupon({ id: couponId, deletedAt: NOON })
		const other = await enter({ address: '198.51.100.7' })
		const byHer = await enter({ actorId: admin.id, subjectId: couponId })
		const toHer = await enter({ action: 'account.role', subjectType: 'account', subjectId: admin.id })
		const toOrder = await enter({ action: 'order.fail', subjectType: 'order', subjectId: order.id })
		for (const q of ['grace finder', admin.email, admin.id])
			expect(await listIds({ q }), q).toEqual([toHer, byHer])
		for (const q of [order.reference, order.reference.toLowerCase(), order.id]) {
			expect(await listIds({ q }), q).toEqual([toOrder])
		}
		for (const q of [code, code.toLowerCase(), couponId]) expect(await listIds({ q }), q).toEqual([byHer])
		expect(await listIds({ q: '198.51.100.7' })).toEqual([other])
		expect(await listIds({ q: 'role changed' })).toEqual([toHer])
		expect(await listIds({ q: 'nobody at all' })).toEqual([])
		expect(await listIds({ q: 'grace finder', kind: 'account' })).toEqual([toHer])
	})

	test('can be filtered by kind of subject and by days in London', async () => {
		const before = await enter({ at: Date.parse('2026-06-30T22:59:59Z') })
		const first = await enter({ at: Date.parse('2026-06-30T23:00:00Z') })
		const mail = await enter({ at: NOON, subjectType: 'mail', action: 'mail.send-again' })
		const after = await enter({ at: Date.parse('2026-07-01T23:00:00Z') })
		const day = '2026-07-01'
		expect(await listIds({ from: day, to: day })).toEqual([mail, first])
		expect(await listIds({ kind: 'mail' })).toEqual([mail])
		expect(await listIds({ from: day })).toEqual([after, mail, first])
		expect(await listIds({ to: '2026-06-30' })).toEqual([before])
	})

	test('can be filtered by person and action, together with a search', async () => {
		const [grace, alan] = [
			await makeAdmin({ fullName: 'Grace Same' }),
			await makeAdmin({ fullName: 'Alan Same' }),
		]
		const made = await enter({ actorId: grace.id })
		const changed = await enter({ actorId: grace.id, action: 'coupon.change' })
		const others = await enter({ actorId: alan.id, action: 'coupon.change' })
		const nobodys = await enter({ action: 'order.fail', subjectType: 'order' })
		expect(await listIds({ who: grace.id })).toEqual([changed, made])
		expect(await listIds({ who: 'nobody' })).toEqual([nobodys])
		expect(await listIds({ kind: 'coupon.change' })).toEqual([others, changed])
		expect(await listIds({ kind: 'coupon' })).toEqual([others, changed, made])
		expect(await listIds({ q: 'same', who: alan.id, kind: 'coupon.change' })).toEqual([others])
		expect(await listIds({ who: 'somebody', kind: 'coupon.unknown' })).toHaveLength(4)
	})

	test('is exported to a file with all found entries', async () => {
		const admin = await makeAdmin({ fullName: 'Grace Filed' })
		for (let index = 0; index < 520; index++) await enter({ at: NOON, subjectId: 'same' })
		const detail = { value: 20_000_000, reason: '=1+1' }
		await enter({
			actorId: admin.id,
			action: 'setting.change',
			subjectType: 'setting',
			subjectId: 'limitPence',
			detail,
		})
		const readLines = async (asked: Record<string, string>) => {
			const parts: string[] = []
			for await (const part of auditAsCsv(AuditFilter.parse(asked))) parts.push(part)
			return parts.join('').trimEnd().split('\r\n')
		}
		expect(await readLines({})).toHaveLength(522)
		const [head, line, ...rest] = await readLines({ who: admin.id })
		expect(head).toBe('When (UTC),Who,What,Kind,Subject,Internal number,Details,From address')
		expect(line).toContain(',Grace Filed,Setting changed,Setting,')
		expect(line).toContain('£200,000; Reason: =1+1')
		expect(rest).toEqual([])
	})

	test('has pages, newest first, also for entries of the same moment', async () => {
		const ids: string[] = []
		for (let index = 0; index < 45; index++) ids.unshift(await enter({ at: NOON }))
		const pages = await Promise.all(['1', '2', '3', '4'].map(page => list({ page })))
		expect(pages.slice(0, 3).flatMap(page => page.rows.map(row => row.id))).toEqual(ids)
		expect(pages[3]).toMatchObject({ page: 3, from: 41, to: 45, total: 45, isCapped: false })
	})

	test('does not name deleted accounts', async () => {
		const gone = await makeUser({ fullName: 'Gone Person' })
		await enter({ actorId: gone.id, action: 'account.delete', subjectType: 'account', subjectId: gone.id })
		await write(tx => tx.update(accounts).set({ deletedAt: NOON }).where(sql`id = ${gone.id}`))
		const [row] = (await list({})).rows
		expect([row?.actor?.name, row?.subject.label]).toEqual(['Deleted account', 'Deleted account'])
		expect(await listIds({ q: 'gone person' })).toEqual([])
	})

	test('stays fast with very many entries, and says that it does not list all of them', async () => {
		const admin = await makeAdmin({ fullName: 'Busy Administrator' })
		await write(tx =>
			tx.run(sql`insert into audit_entries (id, at, actor_id, action, subject_type, subject_id)
				with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${AUDIT_LISTED + 5})
				select 'many-' || n, n, ${admin.id}, 'setting.change', 'setting', 'maintenance' from numbers`),
		)
		for (const q of ['', 'busy administrator']) {
			expect(await list({ q, page: '1000000' })).toMatchObject({
				total: AUDIT_LISTED,
				to: AUDIT_LISTED,
				isCapped: true,
			})
		}
		expect((await list({})).rows[0]?.id).toBe(`many-${AUDIT_LISTED + 5}`)
	})
})

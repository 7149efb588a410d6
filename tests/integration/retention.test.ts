import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendEmailAgain } from '~/domain/mail/commands.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { RETENTION_MS } from '~/domain/retention/rules'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	challenges,
	contactMessages,
	leases,
	orderCells,
	orders,
	outbox,
	ownershipEvents,
	restoredForms,
	sessions,
	spentPaymentTokens,
	throttles,
} from '~/server/db/schema.server'
import { makeOrder, makeUser, ownCells } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

const NOW = Date.now()
const DAY = 24 * 60 * 60 * 1000
const forever = new AbortController().signal
const servers: TestServer[] = []

afterEach(async () => {
	await Promise.all(servers.splice(0).map(server => server.stop()))
})

/** A row of the outbox; `sentAt` null: still waiting. */
const mail = (sentAt: number | null, body = 'Hello') => ({
	id: randomUUID(),
	kind: 'contact',
	recipient: 'ada@example.test',
	subject: 'Hello',
	text: body,
	html: `<p>${body}</p>`,
	createdAt: sentAt ?? NOW,
	nextAttemptAt: NOW + DAY,
	sentAt,
})
const message = (createdAt: number, words = 'Hello') => ({
	id: randomUUID(),
	firstName: 'Ada',
	lastName: 'L',
	email: 'ada@example.test',
	message: words,
	createdAt,
})
const code = (expiresAt: number) => ({
	id: randomUUID(),
	purpose: 'reset' as const,
	email: 'ada@example.test',
	createdAt: expiresAt,
	resendAfter: expiresAt,
	expiresAt,
})

/** Two rows of a kind: one just old enough to be deleted and one just too new. */
async function pairs() {
	const { id: accountId } = await makeUser()
	const at = (keptMs: number) => [NOW - keptMs - 1, NOW - keptMs] as const
	const session = (expiresAt: number) => {
		const times = { signedInAt: NOW, lastSeenAt: NOW, expiresAt }
		return { id: randomUUID(), tokenHash: randomUUID(), accountId, ...times }
	}
	const form = (createdAt: number) => {
		const fields: [string, string][] = []
		return { id: randomUUID(), accountId, path: '/', fields, hadFiles: false, createdAt }
	}
	await write(async tx => {
		await tx.insert(outbox).values([...at(RETENTION_MS.emailBodies).map(time => mail(time)), mail(null)])
		await tx.insert(contactMessages).values(at(RETENTION_MS.contactMessages).map(time => message(time)))
		await tx.insert(sessions).values(at(0).map(session))
		await tx.insert(challenges).values(at(RETENTION_MS.codes).map(code))
		await tx.insert(restoredForms).values(at(RETENTION_MS.restoredForms).map(form))
		await tx
			.insert(throttles)
			.values(at(0).map(windowEndsAt => ({ key: randomUUID(), count: 1, windowEndsAt })))
		const token = (spentAt: number) => ({ id: randomUUID(), spentAt })
		await tx.insert(spentPaymentTokens).values(at(RETENTION_MS.paymentTokens).map(token))
	})
}

test('expired data that is not part of the accounts is deleted, and the rest kept', async () => {
	await pairs()
	await applyRetention(NOW, forever)
	const left = await Promise.all(
		[contactMessages, sessions, challenges, restoredForms, throttles, spentPaymentTokens].map(table =>
			db.$count(table),
		),
	)
	expect(left).toEqual([1, 1, 1, 1, 1, 1])
	const mails = await db.select().from(outbox).orderBy(outbox.sentAt)
	expect(mails.map(row => [row.sentAt !== null, row.text, row.html])).toEqual([
		[false, 'Hello', '<p>Hello</p>'],
		[true, '', ''],
		[true, 'Hello', '<p>Hello</p>'],
	])
	expect(mails.every(row => row.subject === 'Hello')).toBe(true)
})

test('the text of a given-up email is erased like that of a sent one, unless it is to be resent', async () => {
	const given = (failedAt: number) => ({ ...mail(null), createdAt: failedAt, failedAt })
	const late = NOW - RETENTION_MS.emailBodies - 1
	const [old, newer, again] = [given(late), given(late + 1), given(late)]
	const waiting = { ...mail(null), createdAt: late }
	const mails = [old, newer, again, waiting]
	const { id: actorId } = await makeUser()
	await write(tx => tx.insert(outbox).values(mails))
	await sendEmailAgain(again.id, { actorId, now: NOW })
	await applyRetention(NOW, forever)
	const ids = mails.map(({ id }) => id)
	const left = await db.select().from(outbox).where(inArray(outbox.id, ids))
	const findTexts = (id: string) => left.filter(row => row.id === id).map(({ text, html }) => text + html)
	expect(ids.map(findTexts)).toEqual([
		[''],
		['Hello<p>Hello</p>'],
		['Hello<p>Hello</p>'],
		['Hello<p>Hello</p>'],
	])
	expect(left.find(row => row.id === old.id)).toMatchObject({ subject: 'Hello', failedAt: late })
})

test('checkouts that never reached the bank details are deleted with their cells; other orders stay', async () => {
	const buyer = await makeUser()
	const createdAt = NOW - RETENTION_MS.checkouts - 1
	const early = { createdAt, proceededAt: null, heldAt: null, holdUntil: null }
	const gone = await Promise.all([
		makeOrder(buyer.id, [300, 301], { status: 'abandoned', ...early }),
		makeOrder(buyer.id, [302], { status: 'abandoned', ...early }),
	])
	const kept = await Promise.all([
		makeOrder(buyer.id, [303], { status: 'abandoned', createdAt: NOW - RETENTION_MS.checkouts }),
		makeOrder(buyer.id, [304], { status: 'abandoned', ...early, proceededAt: createdAt }),
		makeOrder(buyer.id, [305], { status: 'rejected', ...early }),
		makeOrder(buyer.id, [306], { status: 'pending', ...early }),
		makeOrder((await makeUser()).id, [307], { status: 'open', ...early, holdUntil: NOW + DAY, heldAt: NOW }),
	])
	const audited = { at: createdAt, action: 'order.open', subjectType: 'order', subjectId: gone[0].id }
	await write(tx => tx.insert(auditEntries).values({ id: randomUUID(), ...audited }))
	await applyRetention(NOW, forever)
	const getIds = (made: { id: string }[]) => made.map(order => order.id)
	expect(await db.$count(orders, inArray(orders.id, getIds(gone)))).toBe(0)
	expect(await db.$count(orderCells, inArray(orderCells.orderId, getIds(gone)))).toBe(0)
	expect(await db.$count(orders, inArray(orders.id, getIds(kept)))).toBe(kept.length)
	expect(await db.$count(orderCells, inArray(orderCells.orderId, getIds(kept)))).toBe(kept.length)
	expect(await db.$count(auditEntries, eq(auditEntries.subjectId, gone[0].id))).toBe(1)
})

test('more than one batch is deleted, and an aborted run leaves the rest to the next', async () => {
	const many = Array.from({ length: 1_200 }, () => message(NOW - RETENTION_MS.contactMessages - DAY))
	const mails = Array.from({ length: 1_200 }, () => mail(NOW - RETENTION_MS.emailBodies - DAY))
	await write(async tx => {
		await tx.delete(contactMessages)
		for (let from = 0; from < 1_200; from += 400) {
			await tx.insert(contactMessages).values(many.slice(from, from + 400))
			await tx.insert(outbox).values(mails.slice(from, from + 400))
		}
	})
	const full = () => db.$count(outbox, sql`text <> '' and sent_at < ${NOW - RETENTION_MS.emailBodies}`)
	const stopping = new AbortController()
	const run = applyRetention(NOW, stopping.signal)
	stopping.abort()
	await run
	expect(await full()).toBeGreaterThan(0)
	expect(await db.$count(contactMessages)).toBe(1_200)
	await applyRetention(NOW, forever)
	expect(await full()).toBe(0)
	expect(await db.$count(contactMessages)).toBe(0)
})

test('on a filled database one of two processes runs it, and the accounting records stay', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [400, 401])
	const eventsBefore = await db.$count(ownershipEvents)
	const sent = NOW - RETENTION_MS.emailBodies - DAY
	const words = 'We have received your payment and look at it within a working day. '.repeat(30)
	await write(async tx => {
		await tx.delete(leases)
		for (let chunk = 0; chunk < 8; chunk++) {
			await tx.insert(outbox).values(Array.from({ length: 200 }, () => mail(sent, words)))
			const old = NOW - RETENTION_MS.contactMessages - DAY
			await tx.insert(contactMessages).values(Array.from({ length: 100 }, () => message(old, words)))
			const rows = Array.from({ length: 100 }, () => ({
				id: randomUUID(),
				reference: randomUUID(),
				accountId: owner.id,
				status: 'abandoned' as const,
				subtotalPence: 1,
				totalPence: 1,
				createdAt: NOW - RETENTION_MS.checkouts - DAY,
			}))
			await tx.insert(orders).values(rows)
		}
		// Orders of a hundred cells each, which are written faster than many orders of a few.
		await tx.run(sql`insert into ${orderCells} (order_id, cell, type, price_pence)
			with recursive numbers(cell) as (select 112 union all select cell + 1 from numbers where cell < 211)
			select ${orders.id}, numbers.cell, 'tiny', 1 from ${orders}, numbers where ${orders.status} = 'abandoned'
				and ${orders.accountId} = ${owner.id}`)
	})
	const dataDir = process.env['DATA_DIR'] ?? ''
	servers.push(...(await Promise.all([startServer({ dataDir }), startServer({ dataDir })])))
	const ran = () => servers.filter(server => server.output().includes('old data removed')).length
	await expect.poll(ran, { timeout: 240_000 }).toBe(1)
	expect(ran()).toBe(1)
	expect(await db.$count(contactMessages)).toBe(0)
	expect(await db.$count(outbox, sql`text <> '' and sent_at is not null and sent_at < ${sent + 1}`)).toBe(0)
	expect(await db.$count(outbox)).toBeGreaterThanOrEqual(1_600)
	expect(await db.$count(orders, eq(orders.accountId, owner.id))).toBe(1)
	expect(await db.$count(ownershipEvents)).toBe(eventsBefore)
})

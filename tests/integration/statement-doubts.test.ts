import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { approvePaid, assignEntry, keepEntry, returnEntry } from '~/domain/statements/decide.server'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { notesOf } from '~/domain/statements/notes'
import { readStatement } from '~/domain/statements/parse.server'
import { approvedAndGone, payableOrders, readStatementEntries } from '~/domain/statements/queries.server'
import { db } from '~/server/db.server'
import { auditEntries, orders, statementEntries } from '~/server/schema.server'
import {
	clearTheGrid,
	makeAdmin,
	makeOrder,
	makeStatement,
	makeUser,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'
import { camt, nthReference, ofx } from '../support/statements'

/* What a person decides after a statement took a payment back, or may have. */

const LIST = '/admin/statements'
const PRICE = 100_000_00
const NOW = Date.UTC(2025, 10, 24, 12)

let server: TestServer
let admin: TestAccount
let cookie: string
let made = 0

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(async () => {
	await server.stop()
})
beforeEach(async () => {
	await clearTheGrid()
	admin = await makeAdmin()
	const { name, value } = await sessionCookie(admin.id)
	cookie = `${name}=${value}`
})

async function makeDue() {
	made++
	const buyer = await makeUser()
	return await makeOrder(buyer.id, [700 + made], { status: 'pending', reference: nthReference(made) })
}

const came = (text: string, id: string, pence = PRICE) => ({ day: '2025-11-20', pence, text, id })
const went = (text: string, id = `OUT${made}`, pence = PRICE) => ({
	day: '2025-11-21',
	pence: -pence,
	text,
	id,
})
const read = (text: string) => readStatement(Buffer.from(text))
const bring = (text: string) => importStatement(read(text), { name: 'file', actorId: admin.id, now: NOW })
const idOf = (outcome: Awaited<ReturnType<typeof bring>>) => (outcome.ok ? outcome.id : '')
async function noted(text: string) {
	const { known, back } = await previewStatement(read(text))
	return notesOf(read(text), known, back).join(' ')
}
const entriesFor = async (text: string) =>
	await db
		.select()
		.from(statementEntries)
		.where(eq(statementEntries.text, text))
		.orderBy(statementEntries.bankReference)
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
const recorded = async (action: string, ids: string[]) =>
	await db
		.select()
		.from(auditEntries)
		.where(and(inArray(auditEntries.subjectId, ids), eq(auditEntries.action, action)))
const approve = async (orderId: string, entryIds: string[], version = 1) =>
	await approvePaid({ orderId, version, entryIds }, { actorId: admin.id, now: NOW })
const seen = (statementId: string, entryId: string, version: number) => ({
	...{ statementId, entryId, version },
	...{ actorId: admin.id, now: NOW },
})

const get = async (path: string, flash: string[] = []) =>
	await (await fetch(server.url + path, { headers: { cookie: [cookie, ...flash].join('; ') } })).text()
async function send(path: string, fields: Record<string, string | Blob>): Promise<Response> {
	const body = new FormData()
	for (const [name, value] of Object.entries(fields)) body.append(name, value)
	const encoded = new Response(body)
	return await fetch(server.url + path, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie, origin: server.url, 'content-type': encoded.headers.get('content-type') ?? '' },
		body: Buffer.from(await encoded.arrayBuffer()),
	})
}

/** An order whose payment came and was taken back, approved with it or not. */
async function makeTakenBack({ approved }: { approved: boolean }) {
	const order = await makeDue()
	const { reference } = order
	const path = `${LIST}/${idOf(await bring(camt([came(reference, `IN${made}`)])))}`
	const [entry] = await entriesFor(reference)
	if (!entry) throw new Error('nothing came')
	if (approved) expect(await approve(order.id, [entry.id])).toEqual({ ok: true })
	await bring(camt([went(reference)]))
	return { order, reference, path, entry, statementId: entry.statementId }
}
const NOTICE = 'A payment for this order was taken back'

describe('a payment that a file seemed to take back', () => {
	it('counts again once somebody says that it was not sent back, whatever is imported again', async () => {
		const { order, reference, path, entry, statementId } = await makeTakenBack({ approved: false })
		expect(await get(path)).toContain('Not sent back')
		expect(await get(`/admin/transactions/${order.id}`)).toContain(NOTICE)
		const form = { intent: 'keep', entry: entry.id }
		expect((await send(path, { ...form, version: '1' })).status).toBe(409)
		expect((await send(path, { ...form, version: '2' })).headers.get('location')).toBe(path)
		const page = await get(path)
		expect(page).toContain('data-match="exact"')
		expect(page).not.toContain('Not sent back')
		expect(await get(`/admin/transactions/${order.id}`)).not.toContain(NOTICE)
		expect(await recorded('statement.keep', [statementId])).toMatchObject([
			{ actorId: admin.id, detail: { entryId: entry.id, pence: PRICE, on: '2025-11-21' } },
		])
		expect(await recorded('order.payment-keep', [order.id])).toHaveLength(1)
		expect(await bring(camt([went(reference)]))).toMatchObject({ ok: false, back: { taken: [], named: [] } })
		expect(await approve(order.id, [entry.id], 2)).toMatchObject({ ok: false })
		expect(await approve(order.id, [entry.id], 3)).toEqual({ ok: true })
	})

	it('is for no order any more where another has paid its order since', async () => {
		const { reference, entry, statementId } = await makeTakenBack({ approved: true })
		const { id, entryIds } = await makeStatement(admin.id, [{ text: 'Once more', pence: PRICE }])
		const [other = ''] = entryIds
		expect(await assignEntry({ ...seen(id, other, 1), reference })).toEqual({ ok: true })
		const [marked] = await db.select().from(statementEntries).where(eq(statementEntries.id, entry.id))
		expect(await keepEntry(seen(statementId, entry.id, marked?.version ?? 0))).toEqual({ ok: true })
		const [kept] = await db.select().from(statementEntries).where(eq(statementEntries.id, entry.id))
		expect(kept).toMatchObject({ returnedAt: null, orderId: null, settledAt: null })
	})

	it('stays sent back where somebody recorded it, or says so twice', async () => {
		const { reference: text } = await makeDue()
		const { id, entryIds } = await makeStatement(admin.id, [{ text, pence: PRICE }])
		const [entryId = ''] = entryIds
		await returnEntry({ ...seen(id, entryId, 1), on: '2025-11-21', bankReference: 'typed' })
		expect(await get(`${LIST}/${id}`)).not.toContain('Not sent back')
		expect(await keepEntry(seen(id, entryId, 2))).toMatchObject({ ok: false, code: 'settled' })
		const taken = await makeTakenBack({ approved: false })
		const keep = () => keepEntry(seen(taken.statementId, taken.entry.id, 2))
		expect((await Promise.all([keep(), keep()])).map(one => one.ok)).toEqual([true, false])
	})

	it('refuses an approval that was opened before, and is said where it is approved', async () => {
		const { order } = await makeTakenBack({ approved: false })
		const decision = { orderId: order.id, actorId: admin.id, now: NOW }
		expect(await approveOrder({ ...decision, version: 1 })).toMatchObject({ ok: false, code: 'changed' })
		expect(await get(`/admin/transactions/${order.id}/approve`)).toContain(NOTICE)
		expect(await approveOrder({ ...decision, version: 2 })).toEqual({ ok: true })
		expect(await get(`/admin/transactions/${order.id}`)).toContain('The order stays approved')
	})

	it('is said no more once another payment paid the order', async () => {
		const { order, reference } = await makeTakenBack({ approved: false })
		await bring(camt([came(reference, 'NEXT')]))
		const next = (await entriesFor(reference)).find(one => one.bankReference === 'NEXT')
		expect(await approve(order.id, [next?.id ?? ''], 2)).toEqual({ ok: true })
		expect(await get(`/admin/transactions/${order.id}`)).not.toContain(NOTICE)
	})

	it('is no alarm where the order is paid by another one', async () => {
		const order = await makeDue()
		const { reference: text } = order
		const { entryIds } = await makeStatement(admin.id, [{ text, pence: PRICE }])
		expect(await approve(order.id, entryIds)).toEqual({ ok: true })
		await bring(ofx([came(text, `IN${made}`)]))
		const file = ofx([{ ...came('x', 'FIX'), corrects: `IN${made}`, action: 'DELETE' }])
		expect(await noted(file)).toContain('taken back')
		expect(await noted(file)).not.toContain('Approved already')
		expect((await bring(file)).back).toMatchObject({ taken: [{}], approved: [] })
		expect(await get(`/admin/transactions/${order.id}`)).not.toContain(NOTICE)
	})
})

describe('an approved order whose payment was taken back', () => {
	it('takes the next payment that covers it, and no other', async () => {
		const { order, reference, path } = await makeTakenBack({ approved: true })
		expect(await get(path)).toContain('Money of orders that are approved was taken back')
		const { id, entryIds } = await makeStatement(admin.id, [
			{ text: reference, pence: PRICE },
			{ text: reference, pence: PRICE - 1 },
		])
		const [whole = '', part = ''] = entryIds
		const page = await get(`${LIST}/${id}`)
		expect(page).toContain('The order is approved; the payment for it was taken back.')
		expect(page).not.toContain('Another payment pays the order.')
		const assign = (entryId: string) => assignEntry({ ...seen(id, entryId, 1), reference })
		expect(await assign(part)).toMatchObject({
			ok: false,
			message: 'This order is approved, and lacks £100,000',
		})
		expect(await assign(whole)).toEqual({ ok: true })
		expect((await entriesFor(reference)).find(one => one.id === whole)).toMatchObject({
			orderId: order.id,
			settledAt: NOW,
		})
		expect(await assign(part)).toMatchObject({ message: 'This order has been approved already' })
		expect(await get(`${LIST}/${id}`)).toContain('Another payment pays the order.')
		expect(await get(`/admin/transactions/${order.id}`)).not.toContain(NOTICE)
		expect(await get(path)).not.toContain('Money of orders that are approved')
	})

	it('is named once, however many of its payments went', async () => {
		const order = await makeDue()
		const half = { text: 'From two', pence: PRICE / 2 }
		const { id, entryIds } = await makeStatement(admin.id, [half, half])
		for (const entryId of entryIds) await assignEntry({ ...seen(id, entryId, 1), reference: order.reference })
		expect(await approve(order.id, entryIds)).toEqual({ ok: true })
		const file = camt(['A', 'B'].map(one => went(order.reference, one, PRICE / 2)))
		expect((await bring(file)).back).toMatchObject({ taken: [{}, {}], approved: [order.reference] })
		const page = await readStatementEntries(id)
		expect(approvedAndGone(page?.entries ?? []).map(one => one.id)).toEqual([order.id])
	})

	it('is not to be refunded beside what the bank took back', async () => {
		const { order, path } = await makeTakenBack({ approved: true })
		await rejectOrder({ orderId: order.id, version: 2, actorId: admin.id, now: NOW })
		expect(await get(path)).not.toContain(`Mark ${order.reference} as refunded`)
	})
})

describe('a file that may mean several payments', () => {
	it('marks them all where it takes back as many, and none of more or fewer', async () => {
		const { reference } = await makeDue()
		await bring(camt([came(reference, 'P'), came(reference, 'Q')]))
		const three = ['A', 'B', 'C'].map(one => went(reference, one))
		expect((await bring(camt(three))).back).toMatchObject({ taken: [], unclear: [reference] })
		expect((await bring(camt(three.slice(1)))).back).toMatchObject({ taken: [{}, {}], unclear: [] })
		expect((await entriesFor(reference)).map(one => one.returnReference)).toEqual(['B', 'C'])
	})

	it.each(['with', 'without'])('puts the doubt on record, %s a payment that is new', async which => {
		const { reference: text } = await makeDue()
		const other = await makeDue()
		const { id } = await makeStatement(admin.id, [
			{ text, pence: PRICE },
			{ text, pence: PRICE },
		])
		const outcome = await bring(
			camt([...(which === 'with' ? [came(other.reference, 'NEW')] : []), went(text)]),
		)
		const subject = which === 'with' ? idOf(outcome) : id
		expect(await recorded('statement.import', [subject])).toMatchObject([{ detail: { unclear: [text] } }])
	})

	it('files a new payment as sent back only where no earlier one may be meant', async () => {
		const { reference } = await makeDue()
		await bring(camt([came(reference, 'P')]))
		const outcome = await bring(camt([came(reference, 'Q'), went(reference)]))
		expect(outcome).toMatchObject({ added: 1, back: { taken: [], unclear: [reference] } })
		expect((await entriesFor(reference)).map(one => one.returnedAt)).toEqual([null, null])
	})

	it('leaves a new payment where its recall is on record with another', async () => {
		const { reference } = await makeTakenBack({ approved: false })
		const outcome = await bring(camt([came(reference, 'Q'), went(reference)]))
		expect(outcome).toMatchObject({ added: 1, back: { taken: [], unclear: [], named: [] } })
		expect((await entriesFor(reference)).find(one => one.bankReference === 'Q')?.returnedAt).toBeNull()
	})

	it('marks nothing by a correction with its sign turned, and tells it', async () => {
		const { reference } = await makeDue()
		await bring(ofx([came(reference, `IN${made}`)]))
		const line = { ...went(reference, 'FIX'), corrects: `IN${made}` }
		const outcome = await bring(ofx([came('Something else', `MORE${made}`), { ...line, text: 'A fee' }]))
		expect(outcome).toMatchObject({ back: { taken: [], unclear: [expect.anything()] } })
	})
})

it('what alarms is a warning that stays', async () => {
	const { reference: text } = await makeDue()
	await makeStatement(admin.id, [
		{ text, pence: PRICE },
		{ text, pence: PRICE },
	])
	const bringing = async (lines: Parameters<typeof camt>[0]) => {
		const statement = new File([camt(lines)], 'november.xml')
		const answer = await send(LIST, { intent: 'import', statement })
		const flash = answer.headers.getSetCookie().map(one => one.split(';')[0] ?? '')
		return await get(answer.headers.get('location') ?? '', flash)
	}
	const alarming = await bringing([came('Hello', `H${made}`), went(text)])
	expect(alarming).toMatch(/class="toast tone-warning"[^>]* seconds="86400"/)
	expect(await bringing([came('Again', `A${made}`)])).toContain('class="toast tone-success"')
})

it('two payments that were assigned in two statements do not stop the confirmation of one', async () => {
	const order = await makeDue()
	const made = await Promise.all([1, 2].map(() => makeStatement(admin.id, [{ text: 'Aunt', pence: PRICE }])))
	for (const { id, entryIds } of made) {
		await assignEntry({ ...seen(id, entryIds[0] ?? '', 1), reference: order.reference })
	}
	const payable = await Promise.all(made.map(async ({ id }) => await readStatementEntries(id)))
	const [one] = payable.flatMap(read => (read ? payableOrders(read) : []))
	expect(one?.entryIds).toHaveLength(1)
	expect(await approve(order.id, one?.entryIds ?? [])).toEqual({ ok: true })
	expect((await orderOf(order.id))?.status).toBe('approved')
})

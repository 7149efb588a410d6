import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { referenceFrom } from '~/domain/orders/reference'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { approvePaid, assignEntry, returnEntry } from '~/domain/statements/decide.server'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { notesOf } from '~/domain/statements/notes'
import { readStatement } from '~/domain/statements/parse.server'
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

/* What a bank statement takes back of payments that came in with an earlier one. */

const LIST = '/admin/statements'
const PRICE = 100_000_00
const NOW = Date.UTC(2025, 10, 24, 12)
const DAY = '2025-11-20'
const LATER = '2025-11-21'

let server: TestServer
let admin: TestAccount
let buyer: TestAccount
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
	buyer = await makeUser()
	const { name, value } = await sessionCookie(admin.id)
	cookie = `${name}=${value}`
})

async function makeDue() {
	made++
	return await makeOrder(buyer.id, [500 + made], { status: 'pending', reference: nthReference(made) })
}

/** The bank's own number of the how manieth thing it is, so that no test meets what another one imported. */
const number = (what: string) => `${what}${made}`
const came = (text: string, id = number('IN'), pence = PRICE) => ({ day: DAY, pence, text, id })
const went = (text: string, id = number('OUT'), pence = PRICE) => ({ day: LATER, pence: -pence, text, id })
const corrected = (action: 'REPLACE' | 'DELETE', text: string, pence = PRICE) => ({
	...came(text, number('FIX'), pence),
	day: LATER,
	corrects: number('IN'),
	action,
})

const read = (text: string) => readStatement(Buffer.from(text))
const bring = (text: string) => importStatement(read(text), { name: 'file', actorId: admin.id, now: NOW })
const noted = async (text: string) => {
	const statement = read(text)
	const { known, back } = await previewStatement(statement)
	return notesOf(statement, known, back).join(' ')
}
const entriesFor = async (text: string) =>
	await db.select().from(statementEntries).where(eq(statementEntries.text, text)).orderBy(statementEntries.id)
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
const recalled = async (subjectId: string) =>
	await db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.subjectId, subjectId), eq(auditEntries.action, 'order.payment-recall')))
const approve = async (orderId: string, entryIds: string[]) =>
	await approvePaid({ orderId, version: 1, entryIds }, { actorId: admin.id, now: NOW })

async function send(fields: Record<string, string>): Promise<Response> {
	const body = new FormData()
	const { statement, ...rest } = fields
	for (const [name, value] of Object.entries(rest)) body.append(name, value)
	if (statement) body.append('statement', new Blob([statement]), 'november.xml')
	const encoded = new Response(body)
	return await fetch(server.url + LIST, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie, origin: server.url, 'content-type': encoded.headers.get('content-type') ?? '' },
		body: Buffer.from(await encoded.arrayBuffer()),
	})
}
const get = async (path: string, flash: string[] = []) =>
	await (await fetch(server.url + path, { headers: { cookie: [cookie, ...flash].join('; ') } })).text()
const matches = (html: string) => [...html.matchAll(/data-match="(\w+)"/g)].map(([, match]) => match)
const idOf = (outcome: Awaited<ReturnType<typeof bring>>) => (outcome.ok ? outcome.id : '')

describe('a file that takes back what came in before', () => {
	it('tells it in the preview, records it with nothing new in it, and once', async () => {
		const order = await makeDue()
		const { reference } = order
		const path = `${LIST}/${idOf(await bring(camt([came(reference)])))}`
		expect(await get(`${path}/approve`)).toContain('Approve 1 exact payment?')
		const file = camt([went(`Recalled ${reference}`)])
		const told = `1 payment imported before was taken back (${reference}).`

		const preview = await (await send({ intent: 'preview', statement: file })).text()
		expect(preview).toContain(told)
		expect(preview).toContain('Record what was taken back')
		expect((await entriesFor(reference))[0]).toMatchObject({ returnedAt: null, version: 1 })

		const carried = /name="carried" value="([^"]*)"/.exec(preview)?.[1] ?? ''
		const answer = await send({ intent: 'import', carried, name: 'november.xml' })
		expect(answer.headers.get('location')).toBe(path)
		const page = await get(
			path,
			answer.headers.getSetCookie().map(one => one.split(';')[0] ?? ''),
		)
		expect(page).toContain(`No payment was new. 1 line of outgoing money left out. ${told}`)
		expect(page).toContain(`Sent back on 21 November 2025, ${number('OUT')}`)
		expect(await get(`${path}/approve`)).toContain('Nothing to approve')
		expect(await orderOf(order.id)).toMatchObject({ status: 'pending', version: 2 })
		expect(await get(`/admin/transactions/${order.id}`)).toContain('A payment for this order was taken back')
		expect(await get(`/admin/audit?q=${path.split('/').at(-1)}`)).toContain('Payment taken back')

		expect((await send({ intent: 'import', statement: file })).status).toBe(409)
		expect(await recalled(order.id)).toMatchObject([
			{
				actorId: admin.id,
				detail: { pence: PRICE, on: LATER, bankReference: number('OUT'), file: 'november.xml' },
			},
		])
	})

	it('leaves an order that is approved as it is, and says so wherever it is seen', async () => {
		const order = await makeDue()
		const path = `${LIST}/${idOf(await bring(camt([came(order.reference)])))}`
		const [entry] = await entriesFor(order.reference)
		expect(await approve(order.id, [entry?.id ?? ''])).toEqual({ ok: true })
		const before = await orderOf(order.id)
		const file = camt([went(`Recalled ${order.reference}`)])
		expect(await noted(file)).toContain(`Approved already: ${order.reference}. Please look`)
		expect(await bring(file)).toMatchObject({ ok: true, added: 0 })
		expect(await orderOf(order.id)).toEqual(before)
		expect((await entriesFor(order.reference))[0]).toMatchObject({
			orderId: order.id,
			settledAt: NOW,
			returnedAt: NOW,
		})
		expect(await get(path)).toContain('Money of orders that are approved was taken back')
		const page = await get(`/admin/transactions/${order.id}`)
		expect(page).toContain('The order stays approved, and its pixels with their holders, until you decide.')
		expect(page).toContain(`href="${path}"`)
		expect(await recalled(order.id)).toHaveLength(1)
	})

	it('does not stand in the way of the next payment, whatever is imported again', async () => {
		const { reference } = await makeDue()
		await bring(camt([came(reference)]))
		const file = camt([went(`Recalled ${reference}`)])
		await bring(file)
		const next = `${LIST}/${idOf(await bring(camt([came(reference, number('NEXT'))])))}`
		expect(await bring(file)).toMatchObject({ ok: false, back: { taken: [], unclear: [], named: [] } })
		expect(matches(await get(next))).toEqual(['exact'])
		expect(await get(`${next}/approve`)).toContain('Approve 1 exact payment?')
	})

	it('knows a payment by the order that it was assigned to', async () => {
		const order = await makeDue()
		const { id: statementId, entryIds } = await makeStatement(admin.id, [
			{ text: 'From my aunt', pence: PRICE },
		])
		const seen = { statementId, entryId: entryIds[0] ?? '', version: 1, actorId: admin.id, now: NOW }
		expect(await assignEntry({ ...seen, reference: order.reference })).toEqual({ ok: true })
		expect(await bring(camt([went(order.reference)]))).toMatchObject({ ok: true, back: { taken: [{}] } })
		expect(await approve(order.id, entryIds)).toMatchObject({ ok: false })
	})

	it('says so of an order that was approved without the payment', async () => {
		const order = await makeDue()
		await bring(camt([came(order.reference)]))
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOW })
		const file = camt([went(order.reference)])
		expect(await noted(file)).toContain(`Approved already: ${order.reference}.`)
		await bring(file)
		const page = await get(`/admin/transactions/${order.id}`)
		expect(page).toContain('The order stays approved')
	})

	const back = { on: LATER, bankReference: 'typed', version: 1, now: NOW }
	it.each([
		['are open', async () => {}],
		[
			'include one with which the order was approved',
			async (order: { id: string }, entryId: string) => {
				await approve(order.id, [entryId])
			},
		],
		[
			'include one that somebody sent back by hand',
			async (_: unknown, entryId: string, statementId: string) => {
				await returnEntry({ ...back, actorId: admin.id, entryId, statementId })
			},
		],
	])('marks none of two payments that fit where they %s', async (_, decide) => {
		const order = await makeDue()
		const text = order.reference
		const { id, entryIds } = await makeStatement(admin.id, [{ text, pence: PRICE }])
		await makeStatement(admin.id, [{ text, pence: PRICE }])
		await decide(order, entryIds[0] ?? '', id)
		const before = await entriesFor(text)
		const file = camt([went(text)])
		expect(await noted(file)).toContain(`Not clear which payment was taken back (${text}): none is marked.`)
		expect(await bring(file)).toMatchObject({ ok: false, back: { taken: [], unclear: [text] } })
		expect(await entriesFor(text)).toEqual(before)
	})

	it('marks each payment once, by its own amount, and names the orders of the rest', async () => {
		const [one, other] = [await makeDue(), await makeDue()]
		await bring(camt([came(one.reference), came(other.reference, 'OTHER')]))
		const part = went(one.reference, 'PART', PRICE - 1)
		const file = camt([part, went(other.reference), went(other.reference, 'AGAIN')])
		const named = [one.reference, other.reference]
		expect((await bring(file)).back).toMatchObject({
			taken: [{ orders: [{ id: other.id }] }],
			unclear: [],
			named,
		})
		expect((await entriesFor(one.reference))[0]).toMatchObject({ returnedAt: null })
		expect((await entriesFor(other.reference))[0]).toMatchObject({
			returnReference: number('OUT'),
			version: 2,
		})
	})

	it('leaves what somebody recorded as sent back as it was recorded', async () => {
		const { reference: text } = await makeDue()
		const { id: statementId, entryIds } = await makeStatement(admin.id, [{ text, pence: PRICE }])
		await returnEntry({ ...back, actorId: admin.id, entryId: entryIds[0] ?? '', statementId })
		expect(await bring(camt([went(text)]))).toMatchObject({ ok: false, back: { taken: [], named: [text] } })
		expect((await entriesFor(text))[0]).toMatchObject({ returnReference: 'typed', version: 2 })
	})

	it('marks none of two that fit where one of them is new in the same file', async () => {
		const { reference } = await makeDue()
		const known = came(reference, number('KNOWN'))
		await bring(camt([known]))
		const outcome = await bring(camt([came(reference, number('NEW')), known, went(reference)]))
		expect(outcome).toMatchObject({ ok: true, added: 1, back: { taken: [], unclear: [reference] } })
		expect((await entriesFor(reference)).map(one => one.returnedAt)).toEqual([null, null])
	})

	it.each([
		['another amount', (text: string) => camt([went(text, 'X', PRICE - 1)])],
		['a day before it came', (text: string) => camt([{ ...went(text), day: '2025-11-19' }])],
		[
			'another order',
			(text: string) => camt([went(referenceFrom([18, 18, 18, 18, 18, 18, made % 19]) + text.slice(9))]),
		],
		['a number that no OFX file gave it', (text: string) => ofx([corrected('DELETE', text)])],
	])('marks no payment where it says %s', async (_, file) => {
		const { reference } = await makeDue()
		await bring(camt([came(reference)]))
		expect(await bring(file(reference))).toMatchObject({ ok: false, back: { taken: [], unclear: [] } })
		expect((await entriesFor(reference))[0]).toMatchObject({ returnedAt: null, version: 1 })
	})
})

describe('an OFX correction of a payment in an earlier file', () => {
	const text = (reference: string) => `${reference} · A PAYER`

	it('that deletes it is told and recorded on the page of its statement', async () => {
		const { reference } = await makeDue()
		const path = `${LIST}/${idOf(await bring(ofx([came(reference)])))}`
		const file = ofx([corrected('DELETE', 'An error of the bank')])
		const preview = await (await send({ intent: 'preview', statement: file })).text()
		expect(preview).toContain(`1 payment imported before was taken back (${reference}).`)
		expect(await bring(file)).toMatchObject({ ok: true, added: 0 })
		expect(await get(path)).toContain(`Sent back on 21 November 2025, deleted by the bank: ${number('FIX')}`)
		expect(await get(`${path}/approve`)).toContain('Nothing to approve')
		expect(await bring(file)).toMatchObject({ ok: false })
	})

	it('that replaces it is a new payment beside one that went', async () => {
		const order = await makeDue()
		await bring(ofx([came(order.reference)]))
		const file = ofx([corrected('REPLACE', order.reference)])
		expect((await previewStatement(read(file))).entries.map(one => one.match)).toEqual(['exact'])
		const outcome = await bring(file)
		expect(outcome).toMatchObject({ ok: true, added: 1, back: { taken: [{}] } })
		expect(matches(await get(`${LIST}/${idOf(outcome)}`))).toEqual(['exact'])
		const [old] = (await entriesFor(text(order.reference))).filter(one => one.bankReference === number('IN'))
		expect(old).toMatchObject({ returnReference: `replaced by the bank: ${number('FIX')}` })
		expect(await approve(order.id, [old?.id ?? ''])).toMatchObject({ ok: false })
		expect(await bring(file)).toMatchObject({ ok: false })
	})

	it.each([
		['another amount', (reference: string) => corrected('REPLACE', reference, PRICE - 1)],
		['another payer and text', () => ({ ...corrected('DELETE', 'x'), payer: 'SOMEBODY ELSE' })],
	])('that has %s marks nothing, and says so', async (_, line) => {
		const { reference } = await makeDue()
		await bring(ofx([came(reference)]))
		expect((await bring(ofx([line(reference)]))).back).toMatchObject({ taken: [], unclear: [number('IN')] })
		expect((await entriesFor(text(reference)))[0]).toMatchObject({ returnedAt: null })
	})

	it('marks nothing where two payments have its number, or one unlike it, and no replacement that has the number itself', async () => {
		const { reference } = await makeDue()
		await bring(ofx([came(reference)]))
		await bring(ofx([came('Another account')]))
		const file = ofx([corrected('DELETE', 'x')])
		expect(await noted(file)).toContain(`Not clear which payment was taken back (${number('IN')})`)
		expect(await bring(file)).toMatchObject({ ok: false, back: { taken: [] } })

		await makeDue()
		await bring(ofx([came('Another account')]))
		const unlike = ofx([{ ...corrected('DELETE', 'x', 5), payer: 'SOMEBODY ELSE' }])
		expect(await bring(unlike)).toMatchObject({ ok: false, back: { taken: [], unclear: [number('IN')] } })

		await makeDue()
		const same = ofx([{ ...corrected('REPLACE', 'Same number'), id: number('IN') }])
		expect(await bring(same)).toMatchObject({ ok: true, back: { taken: [] } })
		expect(await bring(same)).toMatchObject({ ok: false, back: { taken: [] } })
	})
})

describe('at once', () => {
	it('the file with a payment and the file with its recall leave it unproposed', async () => {
		const order = await makeDue()
		const recall = read(camt([went(order.reference)]))
		const by = { name: 'file', actorId: admin.id, now: NOW }
		const both = await Promise.all([bring(camt([came(order.reference)])), importStatement(recall, by)])
		expect(both).toMatchObject([
			{ ok: true, added: 1 },
			{ ok: true, added: 0 },
		])
		const [entry] = await entriesFor(order.reference)
		expect(entry).toMatchObject({ returnedOn: LATER, version: 2 })
		expect(await approve(order.id, [entry?.id ?? ''])).toMatchObject({ ok: false })
	})

	it('two imports of one recall mark it once', async () => {
		const order = await makeDue()
		await bring(camt([came(order.reference)]))
		const file = camt([went(order.reference)])
		const both = await Promise.all([bring(file), bring(file)])
		expect(both.map(one => one.ok)).toEqual([true, false])
		expect((await entriesFor(order.reference))[0]?.version).toBe(2)
		expect(await recalled(order.id)).toHaveLength(1)
	})

	it.each(['recall', 'approval'])(
		'a recall and an approval leave no order approved unsaid: first the %s',
		async first => {
			const order = await makeDue()
			await bring(camt([came(order.reference)]))
			const [entry] = await entriesFor(order.reference)
			const recall = () => bring(camt([went(order.reference)]))
			const approval = () => approve(order.id, [entry?.id ?? ''])
			if (first === 'recall') {
				const [marked, approved] = await Promise.all([recall(), approval()])
				expect([marked.ok, approved.ok]).toEqual([true, false])
				expect((await orderOf(order.id))?.status).toBe('pending')
				return
			}
			const [approved, marked] = await Promise.all([approval(), recall()])
			expect(approved).toEqual({ ok: true })
			expect(marked).toMatchObject({ ok: true, back: { taken: [{ orders: [{ status: 'approved' }] }] } })
			expect((await entriesFor(order.reference))[0]).toMatchObject({
				settledAt: NOW,
				returnedAt: NOW,
				version: 3,
			})
			expect((await orderOf(order.id))?.status).toBe('approved')
		},
	)
})

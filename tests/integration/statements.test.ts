import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { approvePaid, assignEntry, returnEntry } from '~/domain/statements/decide.server'
import { db, write } from '~/server/db.server'
import { auditEntries, orders, outbox, receipts, statementEntries, statements } from '~/server/schema.server'
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
import { camt, csv, nthReference } from '../support/statements'

/* Bank statements over the running product: what is in them, and what is decided about it. */

const LIST = '/admin/statements'
const PRICE = 100_000_00
const NOW = Date.UTC(2025, 10, 24, 12)

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

/** An order of one tiny cell with a reference as the product gives them out. */
async function makeDue(options: Parameters<typeof makeOrder>[2] & { by?: TestAccount } = {}) {
	made++
	const reference = nthReference(made)
	const { by = buyer, ...more } = options
	return await makeOrder(by.id, [300 + made], { status: 'pending', reference, ...more })
}
const LONG_TEXT = '34679CDFGHJKMNPRTWX '.repeat(24)
const paying = (text: string, pence = PRICE, id = '') => ({ day: '2025-11-20', pence, text, id })

async function send(path: string, fields: Record<string, string | Blob>): Promise<Response> {
	const body = new FormData()
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') body.append(name, value)
		else body.append(name, value, 'november.xml')
	}
	return await post(path, body)
}
const post = async (path: string, body: FormData | URLSearchParams) => {
	const encoded = new Response(body)
	return await fetch(server.url + path, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie, origin: server.url, 'content-type': encoded.headers.get('content-type') ?? '' },
		body: Buffer.from(await encoded.arrayBuffer()),
	})
}
const get = async (path: string) => await (await fetch(server.url + path, { headers: { cookie } })).text()
const preview = async (text: string) => await send(LIST, { intent: 'preview', statement: new Blob([text]) })
const hidden = (html: string, name: string) =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const matches = (html: string) => [...html.matchAll(/data-match="(\w+)"/g)].map(([, match]) => match)
const status = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status
const countOf = async (table: typeof statements | typeof statementEntries) =>
	(await db.select().from(table)).length
const entryOf = async (id: string) =>
	(await db.select().from(statementEntries).where(eq(statementEntries.id, id)))[0]

/** Previews a file and imports it with the form that the preview shows. @returns the path of the statement. */
async function bring(text: string): Promise<string> {
	const html = await (await preview(text)).text()
	const answer = await send(LIST, {
		intent: 'import',
		carried: hidden(html, 'carried'),
		name: hidden(html, 'name'),
	})
	expect(answer.status).toBe(302)
	return answer.headers.get('location') ?? ''
}

describe('importing a statement', () => {
	it.each([
		['rows', `Date,Amount\n${'2026-11-20,1\n'.repeat(380_000)}`, 'There is far more in this file'],
		['blanks', `Date,Amount${' '.repeat(5_000_000)}x`, 'There is far more in this file'],
		['elements in one another', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'damaged or not complete'],
	])('refuses a file of %s without end with a sentence', async (_, text, sentence) => {
		const answer = await preview(text)
		expect(answer.status).toBe(422)
		expect(await answer.text()).toContain(sentence)
	})

	it.each([
		[
			'that is taken',
			200,
			camt(Array.from({ length: 1_000 }, (_, id) => paying(LONG_TEXT, id + 1, `${id}`))),
		],
		['without titles', 422, `a,b,${'x'.repeat(100)}\n`.repeat(39_000)],
	])('keeps nobody waiting while it reads a file at the limit %s', async (_, code, text) => {
		const answer = preview(text)
		let isRead = false
		answer.finally(() => {
			isRead = true
		})
		const begun = performance.now()
		const answered = [begun]
		while (!isRead) {
			expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
			answered.push(performance.now())
		}
		expect((await answer).status).toBe(code)
		const longest = Math.max(...answered.map((at, index) => at - (answered[index - 1] ?? begun)))
		expect(longest / (performance.now() - begun)).toBeLessThan(0.6)
	})

	it('shows what is in it before anything is stored, then stores it, on record', async () => {
		const order = await makeDue()
		const before = [await countOf(statements), await countOf(statementEntries)]
		const shown = await preview(camt([paying(`Order ${order.reference.toLowerCase()}`), paying('Hello', -5)]))
		const html = await shown.text()
		expect(shown.status).toBe(200)
		expect(matches(html)).toEqual(['exact'])
		expect(html).toContain('Nothing is stored yet')
		expect(html).toContain('1 line of outgoing money left out.')
		expect([await countOf(statements), await countOf(statementEntries)]).toEqual(before)

		const path = await bring(camt([paying(`Order ${order.reference.toLowerCase()}`), paying('Hello', -5)]))
		const page = await get(path)
		expect(matches(page)).toEqual(['exact'])
		expect(page).toContain('november.xml')
		expect(await get(LIST)).toContain(path)
		const id = path.split('/').at(-1) ?? ''
		expect(await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))).toMatchObject([
			{ action: 'statement.import', actorId: admin.id, detail: { entries: 1, pence: PRICE } },
		])
		expect(await get(`/admin/audit?q=${id}`)).toContain('Bank statement imported')
	})

	it('books nothing twice; two equal payments of a day are two', async () => {
		const { reference } = await makeDue()
		const once = [paying(reference)]
		const path = await bring(camt(once))
		const again = await preview(camt(once))
		expect(again.status).toBe(422)
		expect(await again.text()).toContain('has been imported before')
		const before = await countOf(statementEntries)
		const forced = await send(LIST, { intent: 'import', statement: new Blob([camt(once)]) })
		expect(forced.status).toBe(409)
		expect(await countOf(statementEntries)).toBe(before)

		const twice = await bring(camt([...once, ...once]))
		expect(twice).not.toBe(path)
		expect(await countOf(statementEntries)).toBe(before + 1)
	})

	it('never proposes money that went out again, and says what else names an order', async () => {
		const [order, other] = [await makeDue(), await makeDue()]
		await bring(camt([paying(other.reference, PRICE, 'came before')]))
		const text = camt([
			paying(order.reference, PRICE, 'came'),
			paying(`Recalled ${order.reference}`, -PRICE, 'went'),
			paying(`Recalled ${other.reference}`, -PRICE, 'went too'),
		])
		const shown = await (await preview(text)).text()
		expect(shown).toContain('This file says so, on')
		expect(shown).toContain(`1 payment imported before was taken back (${other.reference}).`)
		const path = await bring(text)
		const page = await get(path)
		expect(page).toContain('Sent back on 20 November 2025, went')
		expect(page).not.toContain('Approve 1 exact')
		expect(await get(`${path}/approve`)).toContain('Nothing to approve')
		const again = paying(order.reference, PRICE, 'came again')
		const next = await bring(camt([paying(order.reference, PRICE, 'came'), again]))
		expect(matches(await get(next))).toEqual(['exact'])
	})

	it('says of money that went out which orders it names, where it takes no payment back', async () => {
		const order = await makeDue()
		const paid = paying(order.reference, PRICE, 'A')
		await bring(camt([paid]))
		const both = [paid, { ...paying(`Part of ${order.reference}`, -5, 'R'), day: '2025-11-21' }]
		const told = `Money that went out names ${order.reference}: see what came in for it.`
		const refused = await preview(camt(both))
		expect(refused.status).toBe(422)
		expect(await refused.text()).toContain(`Nothing was added. 1 line of outgoing money left out. ${told}`)
		const statement = new Blob([camt(both)])
		const again = await send(LIST, { intent: 'import', statement })
		expect(again.status).toBe(409)
		expect(await again.text()).toContain(told)
		const alone = await preview(camt(both.slice(1)))
		expect(alone.status).toBe(422)
		expect(await alone.text()).toContain(
			`There is no incoming payment in pounds in this file. 1 line of outgoing money left out. ${told}`,
		)
		const three = camt([...both, paying('Something else', 5, 'C')])
		expect(await (await preview(three)).text()).toContain(told)
		const imported = await send(LIST, { intent: 'import', statement: new Blob([three]) })
		const flash = imported.headers.getSetCookie().map(one => one.split(';')[0])
		const page = await fetch(server.url + imported.headers.get('location'), {
			headers: { cookie: [cookie, ...flash].join('; ') },
		})
		expect(await page.text()).toContain(told)
	})

	it('that fails stores nothing, and says so', async () => {
		const before = await countOf(statementEntries)
		const broken =
			"create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end"
		await write(tx => tx.run(sql.raw(broken)))
		const answer = await send(LIST, { intent: 'import', statement: new Blob([camt([paying('Breaks', 5)])]) })
		await write(tx => tx.run(sql.raw('drop trigger broken')))
		expect(answer.status).toBe(500)
		const html = await answer.text()
		expect(html).toContain('An unexpected error occurred. Please try again.')
		expect(await countOf(statementEntries)).toBe(before)
		const [carried, name] = [hidden(html, 'carried'), hidden(html, 'name')]
		expect((await send(LIST, { intent: 'import', carried, name })).status).toBe(302)
	})

	it('twice at once happens once', async () => {
		const text = camt([paying('At once', 5)])
		const before = await countOf(statementEntries)
		const both = await Promise.all(
			[1, 2].map(() => send(LIST, { intent: 'import', statement: new Blob([text]) })),
		)
		expect(both.map(answer => answer.status).toSorted()).toEqual([302, 409])
		expect(await countOf(statementEntries)).toBe(before + 1)
	})

	it.each([
		['nothing', '', 422, 'Please choose a bank statement'],
		['a document type', `<!DOCTYPE a>${camt([])}`, 422, 'DOCTYPE'],
		['no entries', camt([]), 422, 'There are no booked entries in this file.'],
		['more than 5MB', 'x'.repeat(5 * 1024 * 1024 + 1), 413, 'must not be larger than 5MB'],
	])('refuses a file with %s', async (_, text, code, message) => {
		const answer = await preview(text)
		expect(answer.status).toBe(code)
		expect(await answer.text()).toContain(message)
	})

	it('refuses what no form of ours sends', async () => {
		expect((await send(LIST, { intent: 'other', statement: new Blob(['x']) })).status).toBe(400)
		expect((await send(LIST, { intent: 'import', carried: 'nonsense!' })).status).toBe(400)
	})
})

describe('the confirmation for all', () => {
	it('approves what is exact and nothing else, with receipts and emails', async () => {
		const [one, other, short, near] = [await makeDue(), await makeDue(), await makeDue(), await makeDue()]
		const spoilt = `0${near.reference.slice(1)}`
		const path = await bring(
			csv([
				paying([...one.reference].join(' ')),
				paying(other.reference, PRICE, '1'),
				paying(other.reference, PRICE, '2'),
				paying(short.reference, PRICE - 1),
				paying(spoilt),
				paying(`${one.reference} ${other.reference}`, 2 * PRICE),
				paying('Hello'),
			]),
		)
		expect(matches(await get(path))).toEqual([
			'exact',
			'exact',
			'duplicate',
			'less',
			'similar',
			'several',
			'unknown',
		])
		expect(matches(await get(`${path}?match=similar`))).toEqual(['similar'])
		const page = await get(`${path}/approve`)
		expect(page).toContain('Approve 2 exact payments?')
		expect(page).toContain('two hundred thousand pounds')
		const confirm = new URLSearchParams({ intent: 'confirm', payable: hidden(page, 'payable') })
		expect((await post(`${path}/approve`, confirm)).headers.get('location')).toBe(path)
		expect(await Promise.all([one, other, short, near].map(order => status(order.id)))).toEqual([
			'approved',
			'approved',
			'pending',
			'pending',
		])
		expect(await db.select().from(receipts).where(eq(receipts.orderId, one.id))).toHaveLength(1)
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(mails.map(mail => mail.kind)).toEqual(['order-approved', 'order-approved'])
		expect(matches(await get(path)).slice(0, 3)).toEqual(['exact', 'exact', 'duplicate'])
		expect(await get(`${path}/approve`)).toContain('Nothing to approve')
		await post(`${path}/approve`, confirm)
		expect(await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))).toHaveLength(2)
	})

	it('leaves an order that somebody decided about meanwhile, and says so', async () => {
		const order = await makeDue()
		const path = await bring(camt([paying(order.reference)]))
		const payable = hidden(await get(`${path}/approve`), 'payable')
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOW })
		const answer = await post(`${path}/approve`, new URLSearchParams({ intent: 'confirm', payable }))
		const flash = answer.headers.getSetCookie().map(one => one.split(';')[0])
		const page = await (
			await fetch(server.url + path, { headers: { cookie: [cookie, ...flash].join('; ') } })
		).text()
		expect(page).toContain('0 payments approved. 1 not:')
		expect(matches(page)).toEqual(['duplicate'])
	})

	it('happens once when two administrators confirm at once', async () => {
		const order = await makeDue()
		const { entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
		const paid = { orderId: order.id, version: 1, entryIds }
		const by = { actorId: admin.id, now: NOW }
		const both = await Promise.all([approvePaid(paid, by), approvePaid(paid, by)])
		expect(both.filter(one => one.ok)).toHaveLength(1)
		expect(await entryOf(entryIds[0] ?? '')).toMatchObject({ orderId: order.id, settledAt: NOW, version: 2 })
	})

	it.each([
		['less than exact', PRICE - 1],
		['for another order', PRICE],
	])('cannot be made to take a payment %s', async (what, pence) => {
		const [order, other] = [await makeDue(), await makeDue()]
		const text = what === 'for another order' ? other.reference : order.reference
		const { entryIds } = await makeStatement(admin.id, [{ text, pence }])
		const outcome = await approvePaid(
			{ orderId: order.id, version: 1, entryIds },
			{ actorId: admin.id, now: NOW },
		)
		expect(outcome).toMatchObject({ ok: false })
		expect(await status(order.id)).toBe('pending')
		expect(await entryOf(entryIds[0] ?? '')).toMatchObject({ settledAt: null })
	})
})

describe('payments of one order in two statements', () => {
	const by = () => ({ actorId: admin.id, now: NOW })
	const statement = async (...entries: { text: string; pence: number }[]) => {
		const { id, entryIds } = await makeStatement(admin.id, entries)
		return { path: `${LIST}/${id}`, id, entryIds }
	}

	it('are exact and a duplicate as soon as both are known, and one confirmation approves', async () => {
		const order = await makeDue()
		const text = order.reference
		const first = await statement({ text, pence: PRICE })
		expect(matches(await (await preview(camt([paying(text, PRICE, 'again')]))).text())).toEqual(['duplicate'])
		const second = await statement({ text: 'Hello', pence: 7 }, { text: `for ${text}`, pence: PRICE })
		expect(matches(await get(first.path))).toEqual(['exact'])
		const page = await get(second.path)
		expect(matches(page)).toEqual(['unknown', 'duplicate'])
		expect(page).toContain(`href="${first.path}?match=exact"`)
		expect(await get(first.path)).not.toContain('See the other statement')
		expect(await get(`${second.path}/approve`)).toContain('Nothing to approve')

		const paid = { orderId: order.id, version: 1 }
		const late = { ...paid, entryIds: second.entryIds.slice(1) }
		expect(await approvePaid(late, by())).toMatchObject({ ok: false })
		const both = await Promise.all([
			approvePaid(late, by()),
			approvePaid({ ...paid, entryIds: first.entryIds }, by()),
		])
		expect(both).toEqual([{ ok: false, message: expect.stringContaining('has changed') }, { ok: true }])
		expect(await status(order.id)).toBe('approved')
	})

	it('a lesser one that came first is a duplicate too, and the next is exact once the first is sent back', async () => {
		const { reference: text } = await makeDue()
		const lesser = await statement({ text, pence: 5 })
		const first = await statement({ text, pence: PRICE })
		const next = await statement({ text, pence: PRICE })
		const all = async () =>
			(await Promise.all([lesser, first, next].map(({ path }) => get(path)))).flatMap(matches)
		expect(await all()).toEqual(['duplicate', 'exact', 'duplicate'])
		const [entryId = ''] = first.entryIds
		const seen = { statementId: first.id, entryId, version: 1, ...by() }
		await returnEntry({ ...seen, on: '2025-11-21', bankReference: 'R' })
		expect(await all()).toEqual(['duplicate', 'duplicate', 'exact'])
	})

	it('one that names another order as well, decided or not, stands in nobody’s way', async () => {
		const [order, decided] = [await makeDue(), await makeDue({ status: 'approved' })]
		await statement({ text: `${order.reference} ${decided.reference}`, pence: PRICE })
		const second = await statement({ text: order.reference, pence: PRICE })
		expect(matches(await get(second.path))).toEqual(['exact'])
	})
})

describe('a payment that somebody decides about', () => {
	const assign = async (path: string, fields: Record<string, string>) =>
		await post(path, new URLSearchParams({ intent: 'assign', version: '1', ...fields }))
	const recorded = async (orderId: string) =>
		(await db.select().from(auditEntries).where(eq(auditEntries.subjectId, orderId))).map(one => one.action)

	it('is assigned by hand, and is exact when it pays the order to the penny', async () => {
		const order = await makeDue()
		const path = await bring(camt([paying('From my aunt'), paying('Hello', 5)]))
		const [entry = ''] = [...(await get(path)).matchAll(/data-entry="([^"]+)"/g)].map(([, id]) => id ?? '')
		const none = await assign(path, { entry, reference: 'nothing like it' })
		expect(none.status).toBe(422)
		const said = await none.text()
		expect(said).toContain('There is no order with this reference')
		expect(said).toContain('value="nothing like it"')
		const typed = order.reference.toLowerCase().replace(/(.{4})/, '$1 ')
		expect((await assign(path, { entry, reference: typed })).status).toBe(302)
		expect(matches(await get(path))).toEqual(['exact', 'unknown'])
		expect(await get(path)).toContain('Assigned by hand')
		expect(await recorded(order.id)).toEqual(['order.payment-assign'])
		expect((await assign(path, { entry, reference: typed })).status).toBe(409)
	})

	it('counts with another one for the same order, from another statement too', async () => {
		const order = await makeDue()
		const by = { actorId: admin.id, now: NOW, version: 1, reference: order.reference }
		const first = await makeStatement(admin.id, [{ text: 'part one', pence: 1 }])
		const second = await makeStatement(admin.id, [{ text: 'part two', pence: PRICE - 1 }])
		for (const { id, entryIds } of [first, second]) {
			expect(await assignEntry({ ...by, statementId: id, entryId: entryIds[0] ?? '' })).toEqual({ ok: true })
		}
		const path = `${LIST}/${second.id}`
		expect(matches(await get(path))).toEqual(['exact'])
		const payable = hidden(await get(`${path}/approve`), 'payable')
		await post(`${path}/approve`, new URLSearchParams({ intent: 'confirm', payable }))
		expect(await status(order.id)).toBe('approved')
		expect(await entryOf(first.entryIds[0] ?? '')).toMatchObject({
			orderId: order.id,
			settledAt: expect.any(Number),
		})
	})

	it('moves to another order of the same buyer once its order is rejected, never to somebody else’s', async () => {
		const [order, next] = [await makeDue({ status: 'rejected' }), await makeDue()]
		const strange = await makeDue({ by: await makeUser() })
		const { id, entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
		const [entryId = ''] = entryIds
		await setSettled(entryId, order.id)
		const seen = { statementId: id, entryId, actorId: admin.id, now: NOW, version: 1 }
		expect(await assignEntry({ ...seen, reference: strange.reference })).toMatchObject({ code: 'buyer' })
		expect(await assignEntry({ ...seen, reference: next.reference })).toEqual({ ok: true })
		expect(matches(await get(`${LIST}/${id}`))).toEqual(['exact'])
		expect(await recorded(next.id)).toEqual(['order.payment-move'])
	})

	it('stays with an order that is approved', async () => {
		const [order, next] = [await makeDue({ status: 'approved' }), await makeDue()]
		const { id, entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
		const [entryId = ''] = entryIds
		await setSettled(entryId, order.id)
		const seen = { statementId: id, entryId, actorId: admin.id, now: NOW, version: 1 }
		expect(await assignEntry({ ...seen, reference: next.reference })).toMatchObject({ code: 'settled' })
		expect(await returnEntry({ ...seen, on: '2025-11-21', bankReference: 'R' })).toMatchObject({
			code: 'settled',
		})
	})

	it('is sent back, on record, and is decided then', async () => {
		const { id, entryIds } = await makeStatement(admin.id, [{ text: 'Hello', pence: 5 }])
		const [entry = ''] = entryIds
		const path = `${LIST}/${id}`
		const back = { intent: 'return', entry, version: '1', returned_on: '2025-11-21', bank_reference: 'RF 1' }
		const early = await post(path, new URLSearchParams({ ...back, returned_on: '2025-11-19' }))
		expect([early.status, (await early.text()).includes('came later than this day')]).toEqual([422, true])
		expect((await post(path, new URLSearchParams(back))).status).toBe(302)
		expect(await get(path)).toContain('Sent back on 21 November 2025, RF 1')
		const entries = and(eq(auditEntries.subjectId, id), eq(auditEntries.action, 'statement.return'))
		expect(await db.select().from(auditEntries).where(entries)).toHaveLength(1)
		expect((await assign(path, { entry, version: '2', reference: 'X' })).status).toBe(409)
	})

	it('for a rejected order leads to the refund of that order', async () => {
		const order = await makeDue({ status: 'rejected' })
		const { id } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
		expect(await get(`${LIST}/${id}`)).toContain(`href="/admin/transactions/${order.id}/refund"`)
	})
})

async function setSettled(entryId: string, orderId: string): Promise<void> {
	await write(tx =>
		tx.update(statementEntries).set({ orderId, settledAt: NOW }).where(eq(statementEntries.id, entryId)),
	)
}

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countWaiting } from '~/domain/dashboard/waiting.server'
import { isNoReversal, readLedger } from '~/domain/orders/ledger.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { bookByHand, reversePayment } from '~/domain/payments/booking.server'
import { bookEntry, confirmExact, dismissEntries } from '~/domain/payments/entries.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	bankEntries,
	cellHolders,
	orders,
	outbox,
	payments,
	receipts,
	statements,
} from '~/server/db/schema.server'
import { explainQuery } from '../support/database'
import {
	bookMoney,
	clearGrid,
	makeAdmin,
	makeOrder,
	makeStatement,
	makeUser,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'
import { camt, csv, mt940, nthReference, ofx } from '../support/statements'

/* Bank statements in the running product: their contents and the decisions on their lines. */

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
	await clearGrid()
	admin = await makeAdmin()
	buyer = await makeUser()
	const { name, value } = await sessionCookie(admin.id)
	cookie = `${name}=${value}`
})

/** Creates an order of one tiny cell with a valid reference. */
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
const matches = (html: string) => [...html.matchAll(/data-match="([\w-]+)"/g)].map(([, match]) => match)
const status = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status
const countRows = async (table: typeof statements | typeof bankEntries) =>
	(await db.select().from(table)).length
const idsIn = (html: string) => [...html.matchAll(/data-entry="([^"]+)"/g)].map(([, id]) => id ?? '')
const readEntry = async (id: string) => (await db.select().from(bankEntries).where(eq(bankEntries.id, id)))[0]

/** Previews a file and imports it with the form of the preview. @returns the path of the statement. */
async function importFile(text: string): Promise<string> {
	const html = await (await preview(text)).text()
	const response = await send(LIST, {
		intent: 'import',
		packed: hidden(html, 'packed'),
		name: hidden(html, 'name'),
	})
	expect(response.status).toBe(302)
	return response.headers.get('location') ?? ''
}

describe('importing a statement', () => {
	test('shows that a file with balances adds up, and nothing for one without', async () => {
		const lines = [{ day: '2025-11-20', pence: 7_00, text: 'Balanced', id: 'ADDS-UP' }]
		const words = 'Opening balance £0, closing balance £7: the file adds up'
		const contains = (html: string) => html.replaceAll('<!-- -->', '').includes(words)
		expect(contains(await get(await importFile(mt940(lines))))).toBe(true)
		expect(
			contains(await get(await importFile(csv(lines.map(line => ({ ...line, id: 'NO-BALANCE' })))))),
		).toBe(false)
	})

	test.each([
		['rows', `Date,Amount\n${'2026-11-20,1\n'.repeat(380_000)}`, 'There is far more in this file'],
		['blanks', `Date,Amount${' '.repeat(5_000_000)}x`, 'There is far more in this file'],
		['elements in one another', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'damaged or not complete'],
	])('rejects a file of endless %s with a clear error', async (_, text, sentence) => {
		const response = await preview(text)
		expect(response.status).toBe(422)
		expect(await response.text()).toContain(sentence)
	})

	test.each([
		[
			'that is taken',
			200,
			camt(Array.from({ length: 1_000 }, (_, id) => paying(LONG_TEXT, id + 1, `${id}`))),
		],
		['without titles', 422, `a,b,${'x'.repeat(100)}\n`.repeat(39_000)],
	])('blocks nobody while it reads a file at the size limit %s', async (_, code, text) => {
		const response = preview(text)
		let isRead = false
		void response.finally(() => {
			isRead = true
		})
		const begun = performance.now()
		const answered = [begun]
		while (!isRead) {
			expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
			answered.push(performance.now())
		}
		expect((await response).status).toBe(code)
		const longest = Math.max(...answered.map((at, index) => at - (answered[index - 1] ?? begun)))
		expect(longest / (performance.now() - begun)).toBeLessThan(0.6)
	})

	test('previews the contents, then stores them with an audit entry', async () => {
		const order = await makeDue()
		const before = [await countRows(statements), await countRows(bankEntries)]
		const shown = await preview(camt([paying(`Order ${order.reference.toLowerCase()}`), paying('Hello', -5)]))
		const html = await shown.text()
		expect(shown.status).toBe(200)
		expect(matches(html)).toEqual(['exact', 'unknown'])
		expect(html).toContain('Nothing is stored yet')
		expect([await countRows(statements), await countRows(bankEntries)]).toEqual(before)

		const path = await importFile(
			camt([paying(`Order ${order.reference.toLowerCase()}`), paying('Hello', -5)]),
		)
		const page = await get(path)
		expect(matches(page)).toEqual(['unknown', 'exact'])
		expect(page).toContain('november.xml')
		expect(await get(LIST)).toContain(path)
		const id = path.split('/').at(-1) ?? ''
		expect(await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))).toMatchObject([
			{ action: 'statement.import', actorId: admin.id, detail: { entries: 2, pence: PRICE - 5 } },
		])
		expect(await get(`/admin/audit?q=${id}`)).toContain('Bank statement imported')
	})

	test('books no payment twice; two equal payments on a day are two', async () => {
		const { reference } = await makeDue()
		const once = [paying(reference)]
		const path = await importFile(camt(once))
		const again = await preview(camt(once))
		expect(again.status).toBe(422)
		expect(await again.text()).toContain('has been imported before')
		const before = await countRows(bankEntries)
		const forced = await send(LIST, { intent: 'import', statement: new Blob([camt(once)]) })
		expect(forced.status).toBe(409)
		expect(await countRows(bankEntries)).toBe(before)

		const twice = await importFile(camt([...once, ...once]))
		expect(twice).not.toBe(path)
		expect(await countRows(bankEntries)).toBe(before + 1)
	})

	test('has the same totals of incoming and outgoing payments as the file', async () => {
		const amounts = [PRICE, 7, -3, PRICE, -PRICE]
		const path = await importFile(camt(amounts.map((pence, nth) => paying('Sum', pence, `sum ${nth}`))))
		const id = path.split('/').at(-1) ?? ''
		const rows = await db.select().from(bankEntries).where(eq(bankEntries.statementId, id))
		expect(rows.map(({ pence }) => pence)).toEqual(amounts)
	})

	test('treats an entry corrected in a later OFX file as sent back', async () => {
		const order = await makeDue()
		const wrong = { day: '2025-11-20', pence: PRICE, text: order.reference, id: 'FIT-WRONG-1' }
		const first = await importFile(ofx([wrong]))
		const [entryId = ''] = idsIn(await get(first))
		await confirmExact({ entryId, orderId: order.id, version: 1, actorId: admin.id, now: NOW })
		const deletion = {
			...wrong,
			day: '2025-11-21',
			id: 'FIT-2',
			corrects: 'FIT-WRONG-1',
			action: 'DELETE' as const,
		}
		const second = await importFile(ofx([deletion]))
		const page = await get(second)
		expect(matches(page)).toEqual(['sent-back'])
		expect(page).toContain('Deleted by the bank: FIT-WRONG-1')
		expect((await preview(ofx([deletion]))).status).toBe(422)
	})

	test('asks once for the columns of an unknown CSV format, and remembers them', async () => {
		const order = await makeDue()
		const file = (text: string) => `Jour;Remarque;Montant Livres;Numero\n20.11.2025;${text};100.000,00;Q-7`
		const asked = await preview(file(`Pour ${order.reference}`))
		const page = await asked.text()
		expect([asked.status, page.includes('Which column is what?')]).toEqual([422, true])
		expect([...page.matchAll(/<select[^>]* name="([^"]+)"/g)].map(([, name]) => name)).toEqual(
			'date amount in out text payer bank_reference'.split(' '),
		)
		const packed = { packed: hidden(page, 'packed'), name: hidden(page, 'name') }
		const map = { ...packed, intent: 'map', date: '0', text: '1' }
		const without = await send(LIST, map)
		expect(await without.text()).toContain(
			'href="#amount">Please say which column is the amount, or what came in',
		)
		const wrong = await (await send(LIST, { ...map, date: '1', text: '0', amount: '2' })).text()
		expect([
			wrong.includes('Line 2 has no date that can be read.'),
			wrong.includes('Which column is what?'),
		]).toEqual([true, true])
		expect(await (await preview(file('Autre'))).text()).toContain('Which column is what?')
		const tried = await send(LIST, { ...map, amount: '2', intent: 'read' })
		const shown = (await tried.text()).replace(/<!--.*?-->|<[^>]+>/g, '')
		expect([tried.status, shown.includes('How we read it')]).toEqual([200, true])
		expect(shown).toContain('1 of 1 line names an order. Sum in £100,000, out £0.')
		expect(shown).toContain('Montant Livres: Amount')
		expect(shown.indexOf('How we read it')).toBeLessThan(shown.indexOf('Booking date'))
		expect((await preview(file('Autre'))).status).toBe(422)
		const mapped = await send(LIST, { ...map, amount: '2', in: '', bank_reference: '3' })
		expect([mapped.status, matches(await mapped.text())]).toEqual([200, ['exact']])
		expect((await preview(file('Autre'))).status).toBe(200)
		const columns = 'Columns: Date: Jour; Amount: Montant Livres; Text: Remarque; Bank reference: Numero'
		expect(await get('/admin/audit?kind=statement.map')).toContain(columns)
		const again = await (await send(LIST, { ...packed, intent: 'read' })).text()
		expect(again).toContain('Which column is what?')
		expect(again).toContain('<option value="2" selected="">Montant Livres: 100.000,00</option>')
		expect((await send(LIST, { ...map, date: 'nonsense', amount: '2' })).status).toBe(422)
	})

	test('stores nothing when it fails, and shows an error', async () => {
		const before = await countRows(bankEntries)
		const broken =
			"create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end"
		await write(tx => tx.run(sql.raw(broken)))
		const response = await send(LIST, {
			intent: 'import',
			statement: new Blob([camt([paying('Breaks', 5)])]),
		})
		await write(tx => tx.run(sql.raw('drop trigger broken')))
		expect(response.status).toBe(500)
		const html = await response.text()
		expect(html).toContain('An unexpected error occurred. Please try again.')
		expect(await countRows(bankEntries)).toBe(before)
		const [packed, name] = [hidden(html, 'packed'), hidden(html, 'name')]
		expect((await send(LIST, { intent: 'import', packed, name })).status).toBe(302)
	})

	test('stores one statement for two parallel requests', async () => {
		const text = camt([paying('At once', 5)])
		const before = await countRows(bankEntries)
		const both = await Promise.all(
			[1, 2].map(() => send(LIST, { intent: 'import', statement: new Blob([text]) })),
		)
		expect(both.map(response => response.status).toSorted()).toEqual([302, 409])
		expect(await countRows(bankEntries)).toBe(before + 1)
	})

	test.each([
		['nothing', '', 422, 'Please choose a bank statement'],
		['a document type', `<!DOCTYPE a>${camt([])}`, 422, 'DOCTYPE'],
		['no entries', camt([]), 422, 'There are no booked entries in this file.'],
		['more than 5MB', 'x'.repeat(5 * 1024 * 1024 + 1), 413, 'must not be larger than 5MB'],
	])('rejects a file with %s', async (_, text, code, message) => {
		const response = await preview(text)
		expect(response.status).toBe(code)
		expect(await response.text()).toContain(message)
	})

	test('rejects invalid forms', async () => {
		expect((await send(LIST, { intent: 'other', statement: new Blob(['x']) })).status).toBe(400)
		expect((await send(LIST, { intent: 'import', packed: 'nonsense!' })).status).toBe(400)
	})
})

/** Returns the fields of the form that books a line as proposed. */
function proposedForm(html: string, entry: string): URLSearchParams {
	const row = html.slice(html.indexOf(`data-entry="${entry}"`))
	const [form = ''] = /<form method="post">.*?<\/form>/s.exec(row) ?? []
	const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
		name,
		value,
	])
	return new URLSearchParams(fields)
}

describe('the bulk confirmation of a statement', () => {
	test('books and approves exact payments only, with receipts and emails', async () => {
		const [one, other, short, near] = [await makeDue(), await makeDue(), await makeDue(), await makeDue()]
		const [byHand, twice] = [await makeDue({ status: 'approved' }), await makeDue()]
		const spoilt = `0${near.reference.slice(1)}`
		const path = await importFile(
			csv([
				paying([...one.reference].join(' ')),
				paying(other.reference, PRICE, '1'),
				paying(twice.reference, PRICE, '1'),
				paying(twice.reference, PRICE, '2'),
				paying(short.reference, PRICE - 1),
				paying(spoilt),
				paying(`${short.reference} ${near.reference}`, 2 * PRICE),
				paying('Hello'),
				paying(byHand.reference),
			]),
		)
		const kinds = ['look', 'look', 'part', 'split', 'similar', 'unknown', 'exact', 'exact', 'books']
		expect(matches(await get(path))).toEqual(kinds)
		expect(matches(await get(`${path}?match=similar`))).toEqual(['similar'])
		const page = (await get(`${path}/approve`)).replaceAll('<!-- -->', '')
		expect(page).toContain('Confirm 3 exact payments?')
		expect(page).toContain('three hundred thousand pounds')
		expect(page).toContain(
			'2 orders are approved, and their buyers told by email; the other payment is booked only.',
		)
		// The list is long, so the button is above it.
		expect(page.indexOf('value="confirm"')).toBeLessThan(page.indexOf('<table'))
		const confirm = new URLSearchParams({ intent: 'confirm', payable: hidden(page, 'payable') })
		expect((await post(`${path}/approve`, confirm)).headers.get('location')).toBe(path)
		const all = [one, other, short, near, twice, byHand]
		expect(await Promise.all(all.map(order => status(order.id)))).toEqual([
			'approved',
			'approved',
			'pending',
			'pending',
			'pending',
			'approved',
		])
		for (const { id } of [one, other, byHand]) {
			expect(await readLedger(db, id)).toMatchObject([{ pence: PRICE, recordedBy: admin.fullName }])
		}
		expect(await db.select().from(receipts).where(eq(receipts.orderId, one.id))).toHaveLength(1)
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(mails.map(mail => mail.kind)).toEqual(['order-approved', 'order-approved'])
		const after = await get(path)
		expect(matches(after).slice(-3)).toEqual(['booked', 'booked', 'booked'])
		expect(after).toContain('6 payments left to decide')
		expect(await get(`${path}/approve`)).toContain('Nothing to confirm')
		await post(`${path}/approve`, confirm)
		expect(await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))).toHaveLength(2)
	})

	test('books a payment of an order that has lost its pixels, without approving it', async () => {
		const order = await makeDue()
		const path = await importFile(camt([paying(order.reference)]))
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.orderId, order.id)))
		expect(await get(path)).toContain('Reject it; then the money can be sent back.')
		const page = await get(`${path}/approve`)
		expect(page).toContain('No order is approved: the payments are booked only.')
		expect(page).toContain('booked only: it no longer holds all its pixels.')
		expect(page).toContain(`href="/admin/transactions/${order.id}/reject"`)
		const confirm = new URLSearchParams({ intent: 'confirm', payable: hidden(page, 'payable') })
		await post(`${path}/approve`, confirm)
		expect(await status(order.id)).toBe('pending')
		expect(await readLedger(db, order.id)).toMatchObject([{ pence: PRICE }])
		expect(await get(path)).toContain('Settled: every payment is booked or dismissed')
	})

	test('skips and names an order that changed meanwhile', async () => {
		const [order, sound] = [await makeDue(), await makeDue()]
		const path = await importFile(camt([paying(order.reference), paying(sound.reference)]))
		const payable = hidden(await get(`${path}/approve`), 'payable')
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOW })
		const response = await post(`${path}/approve`, new URLSearchParams({ intent: 'confirm', payable }))
		const flash = response.headers.getSetCookie().map(value => value.split(';')[0])
		const page = await (
			await fetch(server.url + path, { headers: { cookie: [cookie, ...flash].join('; ') } })
		).text()
		expect(page).toContain(`1 payment booked. 1 failed: ${order.reference} or its payment has changed.`)
		expect(matches(page)).toEqual(['books', 'booked'])
		expect(await status(sound.id)).toBe('approved')
	})

	test('takes effect once with two administrators at once', async () => {
		const order = await makeDue()
		const { entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
		const paid = { entryId: entryIds[0] ?? '', orderId: order.id, version: 1, actorId: admin.id, now: NOW }
		const other = { ...paid, actorId: (await makeAdmin()).id }
		const both = await Promise.all([confirmExact(paid), confirmExact(other), confirmExact(paid)])
		expect(both.map(result => result.ok)).toEqual([true, false, true])
		expect(await readLedger(db, order.id)).toHaveLength(1)
	})

	test.each([
		['less than exact', PRICE - 1],
		['for another order', PRICE],
	])('rejects a payment %s', async (what, pence) => {
		const [order, other] = [await makeDue(), await makeDue()]
		const text = what === 'for another order' ? other.reference : order.reference
		const { entryIds } = await makeStatement(admin.id, [{ text, pence }])
		const paid = { entryId: entryIds[0] ?? '', orderId: order.id, version: 1, actorId: admin.id, now: NOW }
		expect(await confirmExact(paid)).toMatchObject({ ok: false, code: 'changed' })
		expect(await status(order.id)).toBe('pending')
		expect(await readLedger(db, order.id)).toEqual([])
	})
})

describe('a decision on a line', () => {
	const by = () => ({ actorId: admin.id, now: NOW })
	const line = async (text: string, pence: number) => {
		const { id, entryIds } = await makeStatement(admin.id, [{ text, pence }])
		return { path: `${LIST}/${id}`, entryId: entryIds[0] ?? '', left: Math.abs(pence) }
	}
	const money = async (id: string) => {
		const [row] = await db.select().from(orders).where(eq(orders.id, id))
		return [row?.receivedPence, row?.sentPence]
	}

	test('books and approves it in one step, or books it as proposed', async () => {
		const [order, short, rich] = [await makeDue(), await makeDue(), await makeDue()]
		const path = await importFile(
			camt([paying(order.reference), paying(short.reference, 5), paying(rich.reference, PRICE + 5)]),
		)
		const page = await get(path)
		expect(matches(page)).toEqual(['part', 'too-much', 'exact'])
		const ids = idsIn(page)
		for (const [index, entry] of ids.entries()) {
			const form = proposedForm(page, entry)
			form.append('intent', 'book')
			// Continues at the next line.
			const next = ids[index + 1]
			const response = await post(path, form)
			expect(response.headers.get('location')).toBe(next ? `${path}#entry-${next}` : path)
			expect((await post(path, form)).status).toBe(form.has('payable') ? 302 : 409)
		}
		expect(await status(order.id)).toBe('approved')
		expect(await status(rich.id)).toBe('pending')
		expect([await money(short.id), await money(rich.id)]).toEqual([
			[5, 0],
			[PRICE + 5, 0],
		])
		expect((await countWaiting()).toSendBack).toBeGreaterThan(0)
	})

	test('removes it from the bank payments to decide; the other worklists list orders', async () => {
		const due = await makeDue()
		const path = await importFile(camt([paying(due.reference, PRICE)]))
		const before = (await countWaiting()).toDecide
		const page = await get('/admin/payments?list=to-decide')
		const statement = await get(path)
		const [entry = ''] = idsIn(statement)
		const place = `href="${path}?open=${entry}#entry-${entry}"`
		expect(page).toContain(place)
		expect(page).toContain(`href="/admin/transactions/${due.id}"`)
		const opened = await get(`${path}?open=${entry}`)
		expect(opened).toContain('Reference of the order')
		expect(statement).not.toContain('Reference of the order')
		const form = proposedForm(statement, entry)
		form.append('intent', 'book')
		expect((await post(path, form)).status).toBe(302)
		expect((await countWaiting()).toDecide).toBe(before - 1)
		expect(await get('/admin/payments')).not.toContain(place)
		for (const list of ['to-send-back', 'not-seen']) {
			const url = `${server.url}/admin/payments?list=${list}`
			const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
			expect([status, headers.get('location')]).toEqual([302, `/admin/transactions?money=${list}`])
		}
	})

	test('books it on a typed reference, or on two orders', async () => {
		const [one, other] = [await makeDue(), await makeDue()]
		const { path, entryId, left } = await line('From my aunt', PRICE)
		const send = (reference: string[], amount: string[]) => {
			const form = new URLSearchParams({ intent: 'book', entry: entryId, left: `${left}` })
			for (const text of reference) form.append('reference', text)
			for (const text of amount) form.append('amount', text)
			return post(path, form)
		}
		const none = await send(['nothing like it'], [])
		expect([none.status, (await none.text()).includes('value="nothing like it"')]).toEqual([422, true])
		const tooMuch = await send([one.reference, other.reference], ['99,999', '2'])
		expect([
			tooMuch.status,
			(await tooMuch.text()).includes('Only £100,000 of this payment is left'),
		]).toEqual([422, true])
		const twice = await send([one.reference, one.reference.toLowerCase()], ['1', '2'])
		expect([twice.status, (await twice.text()).includes('Please name each order once')]).toEqual([422, true])
		const typed = one.reference.toLowerCase().replace(/(.{4})/, '$1 ')
		expect((await send([typed, other.reference], ['99,999', '1'])).status).toBe(302)
		expect(await money(one.id)).toEqual([99_999_00, 0])
		expect(await money(other.id)).toEqual([1_00, 0])
		expect(matches(await get(path))).toEqual(['booked'])
	})

	test('books an outgoing one as sent back, up to the received amount, and notifies the buyer', async () => {
		const order = await makeDue({ status: 'rejected' })
		const back = await line(`RETURN ${order.reference}`, -PRICE)
		const parts = [{ reference: order.reference, pence: null }]
		expect(matches(await get(back.path))).toEqual(['unknown'])
		expect(await bookEntry({ ...back, parts, ...by() })).toMatchObject({ code: 'amount' })
		const came = await line(order.reference, PRICE)
		expect(await bookEntry({ ...came, parts, ...by() })).toEqual({ ok: true })
		expect(matches(await get(back.path))).toEqual(['sent-back'])
		expect(await bookEntry({ ...back, parts, ...by() })).toEqual({ ok: true })
		expect(await money(order.id)).toEqual([PRICE, PRICE])
		const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(mail).toMatchObject({ kind: 'order-refunded' })
	})

	test('proposes the order whose booked payment an outgoing line quotes', async () => {
		const order = await makeDue()
		const path = await importFile(camt([paying(order.reference, PRICE, 'EXB-2326-0841')]))
		const [entryId = ''] = idsIn(await get(path))
		await confirmExact({ entryId, orderId: order.id, version: 1, ...by() })
		const back = await line('Recall of exb23260841', -PRICE)
		const page = await get(back.path)
		expect(matches(page)).toEqual(['sent-back'])
		expect(page).toContain(order.reference)
	})

	test('is refused for an order whose buyer is still in the checkout', async () => {
		const order = await makeDue({ status: 'open' })
		const early = await line(order.reference, PRICE)
		expect(await get(early.path)).toContain('has not sent the receipt yet')
		const parts = [{ reference: order.reference, pence: null }]
		expect(await bookEntry({ ...early, parts, ...by() })).toMatchObject({ code: 'reference' })
	})

	test('dismisses it with a reason, and reopens it', async () => {
		const fees = await line('CHAPS CHARGES', -84_20)
		const without = await post(fees.path, new URLSearchParams({ intent: 'dismiss', entry: fees.entryId }))
		expect([without.status, (await without.text()).includes('Please say why')]).toEqual([422, true])
		expect(await dismissEntries({ entryIds: [fees.entryId], reason: 'Bank fees', ...by() })).toEqual({
			ok: true,
		})
		const page = await get(fees.path)
		expect(matches(page)).toEqual(['dismissed'])
		expect(page).toContain('Bank fees')
		const order = await makeDue()
		const parts = [{ reference: order.reference, pence: null }]
		expect(await bookEntry({ ...fees, parts, ...by() })).toMatchObject({ code: 'changed' })
		expect(await dismissEntries({ entryIds: [fees.entryId], reason: null, ...by() })).toEqual({ ok: true })
		expect(await readEntry(fees.entryId)).toMatchObject({ dismissedAt: null, dismissedReason: null })
	})

	test('is needed again once its booking is reversed', async () => {
		const order = await makeDue()
		const came = await line(order.reference, PRICE)
		await bookEntry({ ...came, parts: [{ reference: order.reference, pence: null }], ...by() })
		const [row] = await readLedger(db, order.id)
		const reversal = { orderId: order.id, paymentId: row?.id ?? '', note: 'Wrong order', ...by() }
		const both = await Promise.all([reversePayment(reversal), reversePayment(reversal)])
		expect(both).toEqual([{ ok: true }, { ok: true }])
		expect(await money(order.id)).toEqual([0, 0])
		expect(matches(await get(came.path))).toEqual(['exact'])
		expect((await readLedger(db, order.id)).map(({ pence, isReversed }) => [pence, isReversed])).toEqual([
			[PRICE, true],
			[-PRICE, false],
		])
		const actions = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, order.id))
		expect(actions.map(action => action.action)).toEqual(['order.payment-in', 'order.payment-reverse'])
	})

	test('booked in part says what is left of it and where the rest is booked', async () => {
		const [order, came] = [await makeDue(), await line('From my uncle', PRICE)]
		await bookEntry({ ...came, parts: [{ reference: order.reference, pence: 30_000_00 }], ...by() })
		const html = (await get(came.path)).replaceAll('<!-- -->', '')
		expect(html).toMatch(RegExp(`£70,000 is left, booked so far on <a [^>]*>${order.reference}`))
		const page = await get(`/admin/transactions/${order.id}`)
		expect(page.replaceAll('<!-- -->', '')).toContain('Payment booked, £30,000, by Second Administrator')
	})

	test('can be reversed from the statement, and returns to the line', async () => {
		const order = await makeDue()
		const came = await line(order.reference, PRICE)
		await bookEntry({ ...came, parts: [{ reference: order.reference, pence: null }], ...by() })
		const html = await get(`${came.path}?match=booked`)
		const href = /href="([^"]*\/reverse[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
		const back = `${came.path}?match=booked#entry-${came.entryId}`
		expect(await get(href)).toContain(`href="${back}"`)
		const fields = { intent: 'reverse', version: '1', note: 'Wrong order' }
		const response = await post(href, new URLSearchParams(fields))
		expect([response.status, response.headers.get('location')]).toEqual([302, back])
	})
})

test('money sent back by a line says on its statement that it waits for another administrator', async () => {
	const [order, other] = [await makeDue({ status: 'rejected' }), await makeAdmin({ fullName: 'Fred First' })]
	await bookMoney(order.id, PRICE, admin.id)
	const path = await importFile(camt([paying(order.reference, -PRICE, 'BACK')]))
	const [entryId = ''] = idsIn(await get(path))
	const readLine = async () => (await get(path)).replaceAll('<!-- -->', '')
	const limitTo = (secondAbovePence: number) =>
		changeSettings({ secondAbovePence }, { actorId: admin.id, now: NOW })
	await limitTo(1)
	expect(await readLine()).toContain('Book as sent back')
	const parts = [{ reference: order.reference, pence: null }]
	const book = (by: TestAccount) => bookEntry({ entryId, left: PRICE, parts, actorId: by.id, now: NOW })
	expect(await book(other)).toEqual({ ok: true, isWaiting: true })
	const seenBySecond = await readLine()
	expect(seenBySecond).toMatch(/Sent back by Fred First, [^<]*\. You are the second\./)
	expect(seenBySecond).toContain('Confirm as sent back')
	const ofAll = (await get('/admin/payments')).replaceAll('<!-- -->', '')
	expect(ofAll).toMatch(
		/Waits for a second administrator.*Sent back by Fred First, [^<]*\. You are the second\./,
	)
	const { name, value } = await sessionCookie(other.id)
	cookie = `${name}=${value}`
	const seenByFirst = await readLine()
	expect(seenByFirst).toContain('You have already decided this. Another administrator must confirm it.')
	expect(seenByFirst).not.toContain('as sent back')
	await limitTo(0)
})

describe('a line that names several orders with another sum', () => {
	test('is booked in its opened row, with their references, and never without one', async () => {
		const [one, other] = [await makeDue(), await makeDue()]
		const path = await importFile(camt([paying(`${one.reference} ${other.reference}`, PRICE, 'SEVERAL')]))
		const [entry = ''] = idsIn(await get(path))
		expect(matches(await get(path))).toEqual(['unknown'])
		expect(await get(path)).not.toContain('value="book"')
		const open = await get(`${path}?open=${entry}`)
		for (const { reference } of [one, other]) expect(open).toContain(`value="${reference}"`)
		const fields = { intent: 'book', entry, left: String(PRICE) }
		const refused = await post(path, new URLSearchParams(fields))
		expect(refused.status).toBe(422)
		expect(await refused.text()).toContain('Please enter the reference of an order')
	})
})

describe('a booking by hand', () => {
	/** Submits the first page of a booking. @returns its confirmation. */
	const postConfirmation = async (id: string, direction: 'in' | 'out', amount: string) => {
		const { version } = (await db.select().from(orders).where(eq(orders.id, id)))[0] ?? {}
		const form = { intent: 'book', version: String(version), direction, amount }
		const path = `/admin/transactions/${id}/payments/new?direction=${direction}`
		const fields = new URLSearchParams({ ...form, booked_on: '2025-11-21', bank_reference: 'B', note: '' })
		return [await get(path), await (await post(path, fields)).text()]
	}

	test('names the order and its buyer on both pages, and what is left to send back', async () => {
		const order = await makeDue({ status: 'rejected' })
		for (const page of await postConfirmation(order.id, 'in', '100,000')) {
			expect(page).toContain(order.reference)
			expect(page.slice(page.indexOf('id="dialog-title"'))).toContain(buyer.fullName)
			expect(page).not.toContain('still to send back')
		}
		await bookMoney(order.id, PRICE, admin.id)
		const [, confirmation] = await postConfirmation(order.id, 'out', '30,000')
		expect(confirmation).toContain('£70,000 is then still to send back.')
		const limitTo = (secondAbovePence: number) =>
			changeSettings({ secondAbovePence }, { actorId: admin.id, now: NOW })
		const rule = 'Above £30,000 a second administrator must confirm.'
		await limitTo(30_000_00)
		const [, below] = await postConfirmation(order.id, 'out', '30,000')
		const [, above] = await postConfirmation(order.id, 'out', '30,000.01')
		await limitTo(0)
		expect([confirmation, below, above].map(page => page?.includes(rule))).toEqual([false, false, true])
	})

	test('from an outdated page is not taken for a reversal of the same amount', async () => {
		const order = await makeOrder(buyer.id, [299], { status: 'rejected' })
		await bookMoney(order.id, PRICE, admin.id)
		const by = { actorId: admin.id, now: NOW }
		await bookMoney(order.id, -PRICE, admin.id)
		const [, sent] = await readLedger(db, order.id)
		await reversePayment({ orderId: order.id, paymentId: sent?.id ?? '', note: 'Came in', ...by })
		const { bookedOn = '', bankReference = '' } = sent ?? {}
		const payment = { pence: PRICE, bookedOn, bankReference }
		expect(await bookByHand({ orderId: order.id, version: 2, payment, ...by })).toMatchObject({
			code: 'changed',
		})
	})

	test('cannot be reversed while its money is sent back, which its page says first', async () => {
		const order = await makeDue({ status: 'rejected' })
		await bookMoney(order.id, PRICE, admin.id)
		await bookMoney(order.id, -1, admin.id)
		const [received, sent] = await readLedger(db, order.id)
		const getPath = (id = '') => `/admin/transactions/${order.id}/payments/${id}/reverse`
		const refused = await get(getPath(received?.id))
		expect(refused).toContain('Some of this money was sent back. Reverse that row first.')
		expect(refused).not.toContain('value="reverse"')
		const refusal = { intent: 'reverse', version: '1', note: 'x' }
		for (const page of [
			refused,
			await (await post(getPath(received?.id), new URLSearchParams(refusal))).text(),
		]) {
			expect(page).toContain('The row is not reversed')
			expect(page).not.toContain('Failed to update payment status')
		}
		const fields = { intent: 'reverse', version: '1', note: ' ' }
		const response = await post(getPath(sent?.id), new URLSearchParams(fields))
		expect(response.status).toBe(422)
		const page = await response.text()
		expect(page).toMatch(/<input[^>]* id="decision-note" required="" aria-invalid="true"/)
		expect(page).not.toContain('Failed to update payment status')
	})
})

test('reversed days show an error at the field, in filters and before a download', async () => {
	const days = 'from=2025-11-20&to=2025-11-19'
	for (const [file, page] of [
		['payments', 'statements'],
		['transactions', 'transactions'],
		['audit', 'audit'],
	]) {
		const download = await fetch(`${server.url}/admin/${file}.csv?${days}`, {
			headers: { cookie },
			redirect: 'manual',
		})
		const path = download.headers.get('location') ?? ''
		expect(path).toBe(`/admin/${page}?${days}`)
		const html = await get(path)
		const texts = page === 'statements' ? 1 : 2 // On phones the field is behind a button.
		expect(html.split('Until is before From').length - 1, path).toBe(texts)
	}
})

describe('the database of payments', () => {
	const refuses = async (statement: string, why: string) =>
		await expect(write(tx => tx.run(sql.raw(statement)))).rejects.toMatchObject({
			cause: { message: expect.stringContaining(why) },
		})
	const insert = (values: string) =>
		`insert into payments (id, order_id, bank_entry_id, pence, booked_on, bank_reference, reverses, recorded_at, recorded_by) values (${values}, 1, '${admin.id}')`

	test('enforces the rules of the ledger', async () => {
		const order = await makeDue()
		const { entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: 500 }])
		const [entry = ''] = entryIds
		const of = (id: string, pence: number, reverses: string | null = null, bank: string | null = entry) =>
			insert(
				`'${order.id}-${id}', '${order.id}', ${bank ? `'${bank}'` : 'null'}, ${pence}, '2025-11-20', '', ${reverses ? `'${order.id}-${reverses}'` : 'null'}`,
			)
		await refuses(of('a', 501), 'bank_entries_booked')
		await refuses(of('a', -1), 'has its sign')
		await refuses(of('a', -1, null, null), 'orders_money')
		await write(tx => tx.run(sql.raw(of('a', 400))))
		await refuses(of('b', 101), 'bank_entries_booked')
		await refuses(of('b', -399, 'a'), 'a reversal cancels one row')
		await refuses(of('b', -400, 'a', null), 'a reversal cancels one row')
		await write(tx => tx.run(sql.raw(of('b', -400, 'a'))))
		await refuses(of('c', -400, 'a'), 'UNIQUE')
		await refuses(of('c', 400, 'b'), 'a reversal cancels one row')
		await refuses(`update payments set pence = 1`, 'never changed')
		await refuses(`delete from payments`, 'never deleted')
		expect(await readEntry(entry)).toMatchObject({ bookedPence: 0 })
	})

	test('reads the rows of an order through an index', async () => {
		const query = db.select({ id: payments.id }).from(payments)
		const [step] = await explainQuery(query.where(and(eq(payments.orderId, 'x'), isNoReversal)).toSQL())
		expect(step).toContain('payments_order')
	})
})

import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/server/db/db.server'
import { bankEntries, orders, payments } from '~/server/db/schema.server'
import { makeDay } from '../support/day-of-payments'
import { clearGrid, makeAdmin, makeUser, sessionCookie, type TestAccount } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* An administrator processes 200 bank lines using only the forms of the pages. */

const LIST = '/admin/statements'
const MAX_POSTS = 60

let server: TestServer
let cookie = ''
let posts = 0

let admin: TestAccount
let day: Awaited<ReturnType<typeof makeDay>>

beforeAll(async () => {
	await clearGrid()
	admin = await makeAdmin()
	day = await makeDay((await makeUser()).id, admin.id)
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(async () => {
	await server.stop()
})

const get = async (path: string) => await (await fetch(server.url + path, { headers: { cookie } })).text()

async function post(path: string, body: FormData | URLSearchParams): Promise<Response> {
	posts++
	const encoded = new Response(body)
	return await fetch(server.url + path, {
		method: 'POST',
		redirect: 'manual',
		headers: {
			cookie,
			origin: server.url,
			'content-type': encoded.headers.get('content-type') ?? '',
		},
		body: Buffer.from(await encoded.arrayBuffer()),
	})
}

/** Returns the first booking form in a part of a page, with its filled-in fields. */
function bookingIn(html: string): URLSearchParams {
	const [form = ''] = /<form [^>]*>(?:(?!<\/form>).)*value="book".*?<\/form>/s.exec(html) ?? []
	const inputs = [...form.matchAll(/<input [^>]*>/g)].map(([tag]) => {
		const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
		return [of('name'), of('value')]
	})
	return new URLSearchParams([...inputs, ['intent', 'book']])
}

const hidden = (html: string, name: string) =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

test(`a day of payments needs at most ${MAX_POSTS} forms, and the ledger equals the statement`, async () => {
	const { name, value } = await sessionCookie(admin.id)
	cookie = `${name}=${value}`
	expect(day.lines).toBe(200)

	const file = new FormData()
	file.append('intent', 'preview')
	file.append('statement', new Blob([day.text]), 'day.xml')
	const shown = await (await post(LIST, file)).text()
	const form = new FormData()
	for (const item of ['packed', 'name']) form.append(item, hidden(shown, item))
	form.append('intent', 'import')
	const path = (await post(LIST, form)).headers.get('location') ?? ''
	const payable = hidden(await get(`${path}/approve`), 'payable')
	await post(`${path}/approve`, new URLSearchParams({ intent: 'confirm', payable }))

	for (const match of ['look', 'part', 'too-much', 'sent-back', 'unknown']) {
		for (;;) {
			const page = await get(`${path}?match=${match}`)
			const row = new RegExp(`<tr[^>]* data-match="${match}".*?</tr>`, 's').exec(page)?.[0]
			if (!row) break
			const form = bookingIn(row)
			const payer = /PAYER \d/.exec(row)?.[0] ?? ''
			const known = day.silent.get(payer)
			if (known) form.set('reference', known)
			const response = await post(path, form)
			expect(response.status, `${match} ${form}`).toBe(302)
		}
	}
	expect(posts).toBeLessThanOrEqual(MAX_POSTS)

	const statementId = path.split('/').at(-1) ?? ''
	const rows = await db.select().from(bankEntries).where(eq(bankEntries.statementId, statementId))
	const ids = rows.map(row => row.id)
	const [booked] = await db
		.select({ pence: sql<number>`sum(${payments.pence})` })
		.from(payments)
		.where(inArray(payments.bankEntryId, ids))
	expect(rows).toHaveLength(200)
	expect(booked?.pence).toBe(day.pence)
	expect(rows.every(row => row.bookedPence === row.pence)).toBe(true)

	const read = async (some: { id: string }[]) =>
		await db
			.select({
				status: orders.status,
				over: sql<number>`received_pence - sent_pence - total_pence`,
			})
			.from(orders)
			.where(
				inArray(
					orders.id,
					some.map(({ id }) => id),
				),
			)
	const twice = new Set(day.twice.map(order => order.id))
	expect(await read(day.exact.filter(order => !twice.has(order.id)))).toEqual(
		Array.from({ length: 145 }, () => ({ status: 'approved', over: 0 })),
	)
	expect((await read(day.twice)).every(({ status, over }) => status === 'pending' && over > 0)).toBe(true)
	expect((await read(day.under)).every(({ over }) => over === -25_00)).toBe(true)
	expect((await read(day.over)).every(({ over }) => over === 250_00)).toBe(true)
	expect((await read(day.earlier)).every(({ status, over }) => status === 'approved' && over < 0)).toBe(true)
})

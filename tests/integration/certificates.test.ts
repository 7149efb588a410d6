import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { findCertificateCode, readCertificate, readPapers } from '~/domain/certificates/queries.server'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { db } from '~/server/db/db.server'
import { certificates, outbox, receipts } from '~/server/db/schema.server'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Receipts and certificates of ownership. */

const NOW = Date.now()
const CELLS = [300, 301]

let server: TestServer
let buyer: TestAccount
let admin: TestAccount

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})
afterAll(() => server.stop())
beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	admin = await makeAdmin()
})

async function approved(cells = CELLS, account = buyer): Promise<string> {
	const { id } = await makeOrder(account.id, cells, { status: 'pending', name: 'Ashworth & Sons' })
	expect(await approve(id)).toEqual({ ok: true })
	return id
}
const approve = (orderId: string) => approveOrder({ orderId, version: 1, actorId: admin.id, now: NOW })

async function get(path: string, account?: TestAccount) {
	const cookie = account && (await sessionCookie(account.id))
	const headers: HeadersInit = cookie ? { cookie: `${cookie.name}=${cookie.value}` } : {}
	return await fetch(server.url + path, { headers, redirect: 'manual' })
}
const getPapers = (orderId: string) =>
	['receipt', 'certificate'].map(paper => `/user/history/${orderId}/${paper}.pdf`)
const readCode = async (orderId: string) => (await readPapers(orderId)).code ?? ''
const check = async (code: string) => (await get(`/certificates/${code}`)).text()

async function passOn(cells: readonly number[], to: TestAccount) {
	const { id } = await makeTransfer(buyer.id, cells, { recipientEmail: to.email })
	expect(await acceptTransfer({ transferId: id, accountId: to.id, now: NOW })).toEqual({ ok: true })
	return id
}

test('the about page promises only what certificates show', async () => {
	const page = await (await get('/about')).text()
	expect(page).toContain('a certificate whose code anybody can check')
	expect(page).not.toMatch(/signs the|who approved it/)
})

test('documents are listed by place, newest first, with links to verify them', async () => {
	const id = await approved()
	const code = await readCode(id)
	await approved([700, 701])
	const page = await (await get('/user/history/documents', buyer)).text()
	expect(page.match(/aria-label="The grid around [^"]+"/g)).toHaveLength(2)
	expect(page).toContain(`/user/certificates/${code}/certificate.pdf`)
	// Receipts have no code.
	expect(page.split(`href="/certificates/${code}"`)).toHaveLength(2)
	expect(page).toContain(`/user/history/${id}/receipt.pdf`)
	const others = await (await get('/user/history/documents', await makeUser())).text()
	expect(others).toContain('No documents yet')
})

describe('an approval', () => {
	test('gives the buyer a receipt and a certificate, linked in the email', async () => {
		const id = await approved()
		for (const path of getPapers(id)) {
			const response = await get(path, buyer)
			expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
			expect(response.headers.get('cache-control')).toBe('private, no-store')
			expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(
				/^%PDF-1\.7[\s\S]*%%EOF\s*$/,
			)
		}
		const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		for (const path of getPapers(id)) expect(mail?.text).toContain(path)
		expect(mail?.text).toMatch(new RegExp(`See your page:\\n\\S+/pixels/${CELLS[0]}\\n`))
		const code = await readCode(id)
		const page = await (await get(`/user/history/${id}`, buyer)).text()
		for (const path of [...getPapers(id), `/certificates/${code}"`, `/pixels/${CELLS[0]}"`])
			expect(page).toContain(path)
		const dashboard = await (await get('/user/dashboard', buyer)).text()
		expect(dashboard).toContain(`href="/certificates/${code}"`)
	})

	test('numbers the receipts without gaps, also in parallel', async () => {
		const orders = await Promise.all(
			[310, 311, 312, 313].map(cell => makeOrder(buyer.id, [cell], { status: 'pending' })),
		)
		const before = Math.max(0, ...(await db.select().from(receipts)).map(item => item.number))
		await Promise.all(orders.map(order => approve(order.id)))
		const numbers = await Promise.all(
			orders.map(async order => (await readPapers(order.id)).receipt?.number ?? 0),
		)
		expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4].map(step => before + step))
	})

	test('of an order with a total of zero gives only a certificate', async () => {
		const { id } = await makeOrder(buyer.id, [330], { status: 'pending', totalPence: 0 })
		await approve(id)
		const [receipt = '', certificate = ''] = getPapers(id)
		expect((await get(receipt, buyer)).status).toBe(404)
		expect((await get(certificate, buyer)).status).toBe(200)
	})

	test('is required for both: there are none before it, after a rejection or for others', async () => {
		const pending = await makeOrder(buyer.id, [320], { status: 'pending' })
		const other = await makeUser()
		for (const path of getPapers(pending.id)) expect((await get(path, buyer)).status).toBe(404)
		const id = await approved()
		for (const path of getPapers(id)) expect((await get(path, other)).status).toBe(404)
		for (const path of getPapers(id)) expect((await get(path)).status).toBe(302)
		for (const paper of ['receipt', 'certificate']) {
			expect((await get(`/admin/transactions/${id}/${paper}.pdf`, admin)).status).toBe(200)
		}
		await rejectOrder({ orderId: id, version: 2, actorId: admin.id, now: NOW })
		for (const path of getPapers(id)) expect((await get(path, buyer)).status).toBe(404)
	})
})

test('a certificate names its holder no longer once the account is deleted', async () => {
	const id = await approved()
	const read = async () => {
		const response = await get(`/admin/transactions/${id}/certificate.pdf`, admin)
		return Buffer.from(await response.arrayBuffer()).toString('base64')
	}
	const before = await read()
	await deleteAccount({ accountId: buyer.id, actorId: admin.id, version: 1, now: NOW })
	expect(await read()).not.toBe(before)
})

describe('the page that verifies a certificate', () => {
	test('shows that it is valid, for whom and which pixels, in any spelling of the code', async () => {
		const code = await readCode(await approved())
		for (const typed of [code, code.toLowerCase(), code.replaceAll('-', '')]) {
			const page = await check(typed)
			expect(page).toContain('This certificate is valid')
			expect(page).toContain('Ashworth &amp; Sons')
			expect(page).toContain('2 tiny pixels')
			expect(page).toContain('noindex')
		}
	})

	test('has a form for the code', async () => {
		const page = await (await get('/certificates')).text()
		expect(page).toMatch(/<form.*Code of the certificate.*name="code".*Check/s)
		const leads = await get('/certificates?code=34cd+67fg+9hjk')
		expect([leads.status, leads.headers.get('location')]).toEqual([422, null])
		expect(await leads.text()).toContain('This code is unknown.')
		const code = await readCode(await approved())
		const typed = code.replaceAll('-', ' ').toLowerCase()
		const found = await get(`/certificates?${new URLSearchParams({ code: typed })}`)
		expect([found.status, found.headers.get('location')]).toEqual([302, `/certificates/${code}`])
		expect(await (await get('/certificates?code=+')).text()).toContain(
			'Please enter the code of a certificate',
		)
		const unknown = await get('/certificates?code=%3Cb%3E')
		expect(await unknown.text()).toContain('value="&lt;b&gt;"')
		expect(await (await get('/sitemap.xml')).text()).toContain('/certificates</loc>')
	})

	test('shows that a code is unknown', async () => {
		const response = await get('/certificates/3467-9CDF-GHJK')
		expect(response.status).toBe(404)
		expect(await response.text()).toContain('This certificate is unknown')
	})

	test('shows that the pixels were transferred, and the new owner has a certificate', async () => {
		const code = await readCode(await approved())
		const heir = await makeUser({ fullName: 'Grace Heir' })
		await passOn(CELLS, heir)
		expect(await check(code)).toContain('transferred since')
		const next = (await findCertificateCode(CELLS[0] ?? 0, heir.id)) ?? ''
		expect(await check(next)).toContain('This certificate is valid')
		expect(await check(next)).toContain('Grace Heir')
		const paper = `/user/certificates/${next}/certificate.pdf`
		expect((await get(paper, heir)).status).toBe(200)
		expect((await get(paper, buyer)).status).toBe(404)
		const manage = await (await get(`/user/profile?cell=${CELLS[0]}`, heir)).text()
		expect(manage).toContain(paper)
		const [received] = await db.select().from(certificates).where(eq(certificates.code, next))
		const invitation = await (await get(`/user/invitations/${received?.transferId}`, heir)).text()
		expect(invitation).toContain(paper)
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, heir.email))
		expect(mails.map(mail => mail.text).join()).toContain(paper)
	})

	test('shows that a part was transferred', async () => {
		const id = await approved()
		const code = await readCode(id)
		const order = async () => await (await get(`/user/history/${id}`, buyer)).text()
		expect(await order()).toContain('You are the owner of the pixels.')
		const documents = async () => await (await get('/user/history/documents', buyer)).text()
		expect(await documents()).not.toContain('no longer yours')
		await passOn(CELLS.slice(1), await makeUser())
		expect(await documents()).toContain('1 of the 2 pixels is no longer yours.')
		expect(await order()).toContain('1 of the 2 pixels has been passed on since.')
		expect(await check(code)).toContain('Some of these pixels have been transferred')
		expect(await readCertificate(code)).toMatchObject({ status: 'partly', current: [{ id: CELLS[0] }] })
		expect(await findCertificateCode(CELLS[0] ?? 0, buyer.id)).toBe(code)
		expect(await findCertificateCode(CELLS[1] ?? 0, buyer.id)).toBeUndefined()
	})

	test('shows that an order of one pixel was transferred', async () => {
		const id = await approved(CELLS.slice(0, 1))
		await passOn(CELLS.slice(0, 1), await makeUser())
		const page = await (await get(`/user/history/${id}`, buyer)).text()
		expect(page).toContain('The pixel has been passed on since.')
		const documents = await (await get('/user/history/documents', buyer)).text()
		expect(documents).toContain('The pixel is no longer yours.')
	})

	test('does not mention a new owner of released pixels', async () => {
		const code = await readCode(await approved())
		await passOn(CELLS.slice(1), await makeUser())
		const { id: accountId } = buyer
		expect(await deleteAccount({ accountId, actorId: admin.id, version: 1, now: NOW })).toEqual({ ok: true })
		expect(await check(code)).toContain('the others have been released')
	})

	test('shows that it was withdrawn after a rejection', async () => {
		const id = await approved()
		const code = await readCode(id)
		await rejectOrder({ orderId: id, version: 2, actorId: admin.id, now: NOW })
		expect(await check(code)).toContain('This certificate has been withdrawn')
	})
})

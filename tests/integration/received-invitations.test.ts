import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { brand } from '~/domain/brand'
import { formatShortDateTime } from '~/domain/time'
import { acceptTransfer, rejectTransfer } from '~/domain/transfers/commands.server'
import { closeTransfers, withdrawTransfers } from '~/domain/transfers/end-invitations.server'
import { offerCells, withdrawInvitation } from '~/domain/transfers/offer.server'
import InvitationPage, { action, loader as page } from '~/routes/account/invitation'
import { loader } from '~/routes/account/invitations'
import { loader as register, action as signUp } from '~/routes/auth/register'
import { action as enterCode } from '~/routes/auth/verify-otp'
import { db, write } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	cellLoans,
	certificates,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { idsAt } from '../support/cells'
import { emailsTo, newestCode } from '../support/codes'
import {
	clearGrid,
	makeAdmin,
	makeTransfer,
	makeUser,
	ownCells,
	type TestAccount,
} from '../support/factories'
import { callOperation } from '../support/operations'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'

const DAY = 24 * 60 * 60 * 1000

let ada: TestAccount
let grace: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(certificates)
		await tx.delete(transferCells)
		await tx.delete(transfers)
	})
	ada = await makeUser({ fullName: 'Ada Sender' })
	grace = await makeUser()
})

async function list(query = '') {
	const request = await makeRequest(`/user/invitations${query}`, { as: grace })
	return (await loader(routeArgs(request))).list
}

const offer = async (col: number, until?: number) => {
	const cells = idsAt([8, col])
	await ownCells(ada.id, cells)
	const options = { recipientEmail: grace.email, ...(until ? { until } : {}) }
	return (await makeTransfer(ada.id, cells, options)).id
}

test('received invitations are listed, open ones first, with the outcome of the others', async () => {
	const now = Date.now()
	const [accepted, lent, rejected] = [await offer(1), await offer(2, now + DAY), await offer(3)]
	await acceptTransfer({ transferId: accepted, accountId: grace.id, now })
	await acceptTransfer({ transferId: lent, accountId: grace.id, now })
	await rejectTransfer({ transferId: rejected, accountId: grace.id, now })
	await offer(4)
	await offer(5, now - 1)
	const { rows, ...page } = await list()
	expect(rows[0]).toMatchObject({ status: 'waiting', sender: 'Ada Sender' })
	expect(rows.map(row => row.status).toSorted()).toEqual([
		'accepted',
		'expired',
		'lent',
		'rejected',
		'waiting',
	])
	expect(page).toMatchObject({ from: 1, to: 5, total: 5 })
	const [waiting, ...others] = rows
	const ids = (some: typeof rows) => some.map(row => row.id)
	expect(ids((await list('?sort=oldest')).rows)).toEqual([waiting?.id, ...ids(others.toReversed())])
	expect((await list('?status=waiting')).rows).toHaveLength(1)
	expect((await list('?status=decided')).rows).toHaveLength(4)
	expect((await list('?status=nonsense&page=99')).rows).toHaveLength(5)
	await write(tx => tx.delete(cellLoans))
	expect((await list()).rows.find(row => row.id === lent)?.status).toBe('returned')
	const other = await makeRequest('/user/invitations', { as: ada })
	expect((await loader(routeArgs(other))).list.rows).toEqual([])
})

test('accepted invitations stay in the list when the address changes', async () => {
	const id = await offer(1)
	await acceptTransfer({ transferId: id, accountId: grace.id, now: Date.now() })
	await write(tx =>
		tx
			.update(accounts)
			.set({ email: `new-${grace.email}` })
			.where(eq(accounts.id, grace.id)),
	)
	expect((await list()).rows.map(row => row.id)).toEqual([id])
})

test('the list has ten per page', async () => {
	for (let col = 1; col <= 11; col++) await offer(col)
	expect(await list('?page=2')).toMatchObject({ page: 2, pageCount: 2, from: 11, to: 11, total: 11 })
})

test('the search finds the sender’s name and the house, but no addresses', async () => {
	const elodie = await makeUser({ fullName: 'Élodie Lender' })
	await ownCells(elodie.id, idsAt([9, 1]))
	await makeTransfer(elodie.id, idsAt([9, 1]), { recipientEmail: grace.email })
	await makeTransfer(null, idsAt([9, 2]), { recipientEmail: grace.email })
	await rejectTransfer({ transferId: await offer(1), accountId: grace.id, now: Date.now() })
	await offer(2)
	const findSenders = async (query: string) => (await list(query)).rows.map(row => row.sender)
	expect(await findSenders('?q=elodie')).toEqual(['Élodie Lender'])
	expect(await findSenders('?q=sender+ADA')).toEqual(['Ada Sender', 'Ada Sender'])
	expect(await findSenders('?q=ada&status=waiting')).toEqual(['Ada Sender'])
	expect(await findSenders(`?q=${brand.name}`)).toEqual([null])
	expect(await findSenders(`?q=${encodeURIComponent(elodie.email)}`)).toEqual([])
})

test('accepting many pixels is confirmed on a page that shows all of them', async () => {
	const cells = idsAt([1, 1])
	await ownCells(ada.id, cells)
	const { id } = await makeTransfer(ada.id, cells, { recipientEmail: grace.email })
	const post = async (fields: Record<string, string>) => {
		const all = { intent: 'accept', version: '1', returnTo: '/user/history', ...fields }
		const request = await makeRequest(`/user/invitations/${id}`, { as: grace, fields: all })
		const args = routeArgs(request, { transferId: id })
		const response = await Promise.resolve(action(args)).catch((thrown: unknown) => thrown)
		return (response as Response).headers.get('location')
	}
	const holder = async () =>
		(
			await db
				.select()
				.from(cellHolders)
				.where(eq(cellHolders.cell, cells[0] ?? 0))
		)[0]?.accountId
	expect(await post({})).toBe(`/user/invitations/${id}?returnTo=%2Fuser%2Fhistory`)
	expect(await holder()).toBe(ada.id)
	expect(await post({ confirmed: 'yes' })).toBe(`/user/invitations/${id}?returnTo=%2Fuser%2Fhistory`)
	expect(await holder()).toBe(grace.id)
})

test('a rejection returns to the page where it was made', async () => {
	const id = await offer(1)
	const fields = { intent: 'reject', version: '1', returnTo: '/user/history' }
	const request = await makeRequest(`/user/invitations/${id}`, { as: grace, fields })
	const args = routeArgs(request, { transferId: id })
	const response = (await Promise.resolve(action(args)).catch((thrown: unknown) => thrown)) as Response
	expect(response.headers.get('location')).toBe('/user/history')
	expect((await list()).rows.map(row => row.status)).toEqual(['rejected'])
})

test('decisions by a former owner of the address are not shown', async () => {
	const accepted = await offer(1)
	await rejectTransfer({ transferId: await offer(2), accountId: grace.id, now: Date.now() })
	await acceptTransfer({ transferId: accepted, accountId: grace.id, now: Date.now() })
	const address = grace.email
	await write(tx =>
		tx
			.update(accounts)
			.set({ email: `gone-${address}` })
			.where(eq(accounts.id, grace.id)),
	)
	const before = grace
	grace = await makeUser({ email: address })
	const waiting = await offer(3)
	expect((await list()).rows.map(row => row.id)).toEqual([waiting])
	const shown = async (as: TestAccount) => {
		const request = await makeRequest(`/user/invitations/${accepted}`, { as })
		const response = await page(routeArgs(request, { transferId: accepted }))
		return response.init?.status
	}
	expect([await shown(grace), await shown(before)]).toEqual([404, 200])
})

/** Returns the text and the status of an invitation's page. */
async function loadPage(id: string, as: TestAccount) {
	const request = await makeRequest(`/user/invitations/${id}`, { as })
	const { data, init } = await page(routeArgs(request, { transferId: id }))
	const html = renderPage(InvitationPage, { loaderData: data })
	return { status: init?.status, text: html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ') }
}

describe('a withdrawn invitation', () => {
	const withdraw = (id: string, senderId: string | null, actorId: string) =>
		withdrawInvitation({ transferId: id, senderId, actorId, version: 1, now: Date.UTC(2026, 5, 3, 12) })

	test('shows that its sender has withdrawn it, also to the later owner of the address, and to nobody else', async () => {
		const [id, email] = [await offer(1), `later-${grace.email}`]
		await withdraw(id, ada.id, ada.id)
		expect(await loadPage(id, grace)).toMatchObject({
			status: 200,
			text: expect.stringContaining('Ada Sender withdrew this invitation on 3 Jun 2026.'),
		})
		const toNewcomer = (await makeTransfer(ada.id, [900], { recipientEmail: email })).id
		await withdraw(toNewcomer, ada.id, ada.id)
		const newcomer = await makeUser({ email })
		expect((await loadPage(toNewcomer, newcomer)).text).toContain('Ada Sender withdrew this invitation')
		const foreign = await loadPage(id, newcomer)
		expect(foreign).toMatchObject({ status: 404 })
		expect(foreign.text).toContain('There is no such invitation for you.')
		expect(foreign.text).toContain(`You are logged in as ${email}.`)
		expect(foreign.text).not.toContain('Ada')
	})

	test('or expired invitation is shown as such to an account registered later', async () => {
		const email = `late-${grace.email}`
		const until = Date.now() - 1000
		const { id } = await makeTransfer(ada.id, [902], { recipientEmail: email, until, status: 'expired' })
		const page = await loadPage(id, await makeUser({ email }))
		expect(page).toMatchObject({
			status: 200,
			text: expect.stringContaining('This invitation has expired.'),
		})
	})

	test('of the house names the house', async () => {
		const admin = await makeAdmin()
		const { id } = await makeTransfer(null, [901], { recipientEmail: grace.email })
		await withdraw(id, null, admin.id)
		expect((await loadPage(id, grace)).text).toContain(`${brand.name} withdrew this invitation on`)
	})

	test('of lost pixels or of a deleted sender gives that reason', async () => {
		const [released, orphaned] = [await offer(1), await offer(2)]
		await write(tx => withdrawTransfers(tx, idsAt([8, 1]), Date.now()))
		expect((await loadPage(released, grace)).text).toContain(
			`${brand.name} withdrew this invitation by Ada Sender on`,
		)
		await write(async tx => {
			await closeTransfers(tx, ada, Date.now())
			await tx.update(accounts).set({ deletedAt: Date.now() }).where(eq(accounts.id, ada.id))
		})
		const { text } = await loadPage(orphaned, grace)
		expect(text).toContain('when the account of its sender was deleted')
	})
})

test('a loan shows who lends which pixels until when, and that it has ended', async () => {
	const until = Date.now() + DAY
	const id = await offer(1, until)
	await acceptTransfer({ transferId: id, accountId: grace.id, now: Date.now() })
	const time = formatShortDateTime(until).replaceAll('\u00a0', ' ')
	const running = (await loadPage(id, grace)).text
	expect(running).toContain(`On loan to you from Ada Sender: 1 pixel, lent until ${time}.`)
	expect(running).not.toContain('ended')
	await write(tx => tx.update(cellLoans).set({ until: Date.now() - 1 }))
	const ended = await loadPage(id, grace)
	expect(ended.text).toContain(`Ada Sender lent you 1 pixel until ${time}. The loan has ended.`)
	expect(ended.text).toContain('row 8, column 1')
	expect((await loadPage(id, await makeUser())).text).not.toContain('Ada')
})

describe('a recipient without an account', () => {
	test('registers through the link in the email, with the address filled in, and reaches the invitation', async () => {
		const email = `new+${randomUUID()}@example.test`
		const cells = idsAt([8, 30])
		await ownCells(ada.id, cells)
		const offered = { senderId: ada.id, actorId: ada.id, cells, recipientEmail: email, now: Date.now() }
		expect(await offerCells(offered)).toMatchObject({ ok: true })
		const [sent] = await db.select().from(transfers).where(eq(transfers.recipientEmail, email))
		const link = /\S+\/register\?\S+/.exec((await emailsTo(email))[0]?.text ?? '')?.[0] ?? ''
		const registration = new URL(link)
		const path = registration.pathname + registration.search
		const shown = await register(routeArgs(await makeRequest(path)))
		expect(shown).toMatchObject({
			data: {
				typed: { email },
				redirectTo: `/user/invitations/${sent?.id}`,
				chosen: { isOffered: true, cells: cells.map(id => expect.objectContaining({ id })) },
			},
		})
		const person = { firstName: 'New', lastName: 'Person', password: PASSWORD, confirmPassword: PASSWORD }
		const fields = { ...person, email, terms: 'on' }
		const asked = await thrownBy(signUp(routeArgs(await makeRequest(path, { fields }))))
		const step = asked.headers.get('location') ?? ''
		const cookie = asked.headers
			.getSetCookie()
			.map(line => line.split(';')[0])
			.join('; ')
		const code = { intent: 'verify', digit: [...(await newestCode(email))] }
		const entered = await thrownBy(enterCode(routeArgs(await makeRequest(step, { fields: code, cookie }))))
		expect(entered.headers.get('location')).toBe(`/user/invitations/${sent?.id}`)
	})

	test('who is already signed in is redirected there, and an invalid address is not filled in', async () => {
		const path = `/register?email=x&redirectTo=${encodeURIComponent('/user/invitations/1')}`
		const request = await makeRequest(path, { as: grace })
		const response = await thrownBy(register(routeArgs(request)))
		expect(response.headers.get('location')).toBe('/user/invitations/1')
		const guest = await register(routeArgs(await makeRequest(path)))
		expect(guest).toMatchObject({ data: { typed: { email: undefined } } })
	})
})

const PASSWORD = 'correct horse battery'

async function thrownBy(response: Promise<unknown>): Promise<Response> {
	const thrown = await response.catch((item: unknown) => item)
	if (thrown instanceof Response) return thrown
	throw new Error('It did not redirect')
}

const accept = (body: object) =>
	callOperation(grace, 'POST /user/transferpixel', { body: { status: 'accept', ...body } })

test('the API rejects an acceptance with a date other than the current one', async () => {
	const until = Date.now() + DAY
	const request_id = await offer(1, until)
	for (const transfer_till of [null, new Date(until + 60_000).toISOString()]) {
		expect(await accept({ request_id, transfer_till })).toMatchObject({
			success: false,
			code: 'open',
			message: 'This invitation has changed since you opened it. Please look at it again.',
		})
	}
	expect(await accept({ request_id, transfer_till: new Date(until).toISOString() })).toMatchObject({
		success: true,
	})
})

test('the API finds an invitation by its pixels among any number of newer ones', async () => {
	const [first = 0, second = 0] = idsAt([8, 1], [8, 2])
	await ownCells(ada.id, [first, second])
	await makeTransfer(ada.id, [first, second], { recipientEmail: grace.email })
	for (let cell = 500; cell < 701; cell++) await makeTransfer(ada.id, [cell], { recipientEmail: grace.email })
	expect(await accept({ pixel_ids: [first] })).toMatchObject({ success: false })
	expect(await accept({ pixel_ids: [first, second] })).toMatchObject({ success: true })
})

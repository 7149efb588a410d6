import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findAccountByEmail } from '~/domain/accounts/queries.server'
import { DEFAULT_BRAND } from '~/domain/brand'
import { brandFields } from '~/domain/settings/forms'
import { getSetting } from '~/domain/settings/queries.server'
import { action as setting } from '~/routes/admin/settings/setting'
import { action as brand } from '~/routes/admin/settings/setting-brand'
import { db, write } from '~/server/db/db.server'
import { outbox, settings } from '~/server/db/schema.server'
import { makeAdmin, makeUser, type TestAccount } from '../support/factories'
import { callOperation } from '../support/operations'
import { makeOutdatedRequest, makeRequest, runRoute } from '../support/requests'
import { setUpSecondFactor } from '../support/second-factor'

/* Steps of an administrator that a stolen session must not be able to take: they need a recent sign-in (P36). */

let admin: TestAccount

beforeAll(async () => {
	admin = await makeAdmin()
})
beforeEach(() => write(tx => tx.delete(settings)))

const BANK = {
	accountHolder: 'Example Holdings Ltd',
	bankName: 'Example Bank',
	branchAddress: '1 Example Street, London',
	accountNumber: '12345678',
	swiftCode: 'EXMPGB2L',
}

test.each([
	['bank details', 'bankDetails', { intent: 'bank', ...BANK }],
	['limit', 'secondAbovePence', { intent: 'second', secondAbove: '1,000' }],
	[
		'notifications',
		'paymentMailsTo',
		{ intent: 'notifications', paymentMails: 'each', paymentMailsTo: 'desk@example.test' },
	],
] as const)('the %s are changed only with a recent sign-in', async (_, key, fields) => {
	const send = () => makeRequest('/admin/setting', { as: admin, fields })
	const before = await getSetting(key)
	expect(await runRoute(setting, await makeOutdatedRequest(await send(), admin))).toEqual({
		status: 403,
		outcome: expect.stringContaining('logged in more than 15 minutes ago'),
	})
	expect(await getSetting(key)).toEqual(before)
	expect(await runRoute(setting, await send())).toEqual({ status: 302, outcome: '/admin/setting' })
	expect(await getSetting(key)).not.toEqual(before)
})

test('a change of the bank details is emailed to every administrator, its author too', async () => {
	const other = await makeAdmin()
	const send = (bankName: string) =>
		makeRequest('/admin/setting', { as: admin, fields: { intent: 'bank', ...BANK, bankName } })
	for (const name of ['Other Bank', 'Other Bank']) await runRoute(setting, await send(name))
	for (const { email } of [admin, other]) {
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, email))
		const sent = mails.filter(mail => mail.text.includes('Other Bank'))
		expect(sent.map(({ kind }) => kind)).toEqual(['bank-details-changed'])
		expect(sent[0]?.text.replace(/\s+/g, ' ')).toContain(`${admin.fullName} changed the account`)
	}
})

test('two-factor authentication is made optional only with a recent sign-in, and required with any', async () => {
	const owner = await makeAdmin()
	await setUpSecondFactor(owner, Date.now())
	const demand = async (value: '0' | '1') =>
		await makeRequest('/admin/setting', {
			as: owner,
			fields: { intent: 'administrators', demand_second_factor: value },
		})
	for (const [value, isStale, after] of [
		['1', true, true],
		['0', true, true],
		['0', false, false],
	] as const) {
		const request = await demand(value)
		const response = await runRoute(setting, isStale ? await makeOutdatedRequest(request, owner) : request)
		expect(response).toEqual({ status: 302, outcome: '/admin/setting' })
		expect(await getSetting('demandSecondFactor')).toBe(after)
	}
})

test('the brand, to whose address replies go, is changed only with a recent sign-in', async () => {
	const fields = { ...brandFields(DEFAULT_BRAND), supportEmail: 'other@example.test', version: '0' }
	const send = () => makeRequest('/admin/setting/brand', { as: admin, fields })
	expect(await runRoute(brand, await makeOutdatedRequest(await send(), admin))).toMatchObject({ status: 403 })
	expect((await getSetting('brand')).supportEmail).toBe(DEFAULT_BRAND.supportEmail)
	expect(await runRoute(brand, await send())).toMatchObject({ status: 302 })
	expect((await getSetting('brand')).supportEmail).toBe('other@example.test')
})

test('an account is not deleted with an API key', async () => {
	const member = await makeUser()
	const body = { user_id: member.id }
	expect(await callOperation(admin, 'POST /admin/userdelete', { body })).toMatchObject({ code: 'stale' })
	expect(await findAccountByEmail(member.email)).toBeDefined()
})

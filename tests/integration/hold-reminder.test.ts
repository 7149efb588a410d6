import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { remindOfHolds } from '~/domain/orders/notices.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { db, write } from '~/server/db/db.server'
import { outbox, settings } from '~/server/db/schema.server'
import { attachReceipt, open, read } from '../support/checkouts'
import { clearGrid, makeOrder, makeUser, type TestAccount } from '../support/factories'
import { mailbox } from '../support/mailbox'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { startServer } from '../support/server'

/* A reminder two hours before a hold ends (P6). */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 10, 20, 12)

let buyer: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(settings))
	buyer = await makeUser()
})

const remind = (now: number) => remindOfHolds(now, new AbortController().signal)

const reminders = async () => {
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
	return mails.filter(mail => mail.kind === 'hold-reminder')
}

async function hold(cells: number[], now = NOW): Promise<string> {
	const id = await open(buyer, cells, now)
	expect(await proceedToPayment(id, buyer.id, now)).toMatchObject({ hold: { kind: 'hold' } })
	return id
}

describe('a hold of one day', () => {
	test('lasts 24 hours, and its reminder is sent once, two hours before the end', async () => {
		const id = await hold([300])
		const { reference, holdUntil } = await read(id)
		expect(holdUntil).toBe(NOW + 24 * HOUR)
		await remind(NOW + 22 * HOUR - 1)
		expect(await reminders()).toEqual([])
		await Promise.all([1, 2, 3].map(() => remind(NOW + 22 * HOUR)))
		await remind(NOW + 23 * HOUR)
		const [mail, ...more] = await reminders()
		expect(more).toEqual([])
		expect(mail?.subject).toBe(`Your hold ends soon, reference ${reference}`)
		expect(mail?.text).toContain('21 November 2026 at 12:00 GMT')
		expect(mail?.text).toContain(`/user/checkout/${id}/payment`)
	})

	test('gets no reminder once it is paid, over or replaced', async () => {
		const id = await hold([300])
		await remind(NOW + 24 * HOUR)
		await attachReceipt(id, buyer)
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + HOUR)
		await remind(NOW + 23 * HOUR)
		await hold([310], NOW + HOUR)
		await open(buyer, [311], NOW + 2 * HOUR)
		await remind(NOW + 24 * HOUR)
		expect(await reminders()).toEqual([])
	})

	test('gets a reminder each time it is renewed', async () => {
		const id = await hold([300])
		await remind(NOW + 23 * HOUR)
		expect(await proceedToPayment(id, buyer.id, NOW + 48 * HOUR)).toMatchObject({ hold: { kind: 'hold' } })
		await remind(NOW + 71 * HOUR)
		expect(await reminders()).toHaveLength(2)
	})
})

test('a hold of two hours or less gets no reminder', async () => {
	await changeSettings({ holdMinutes: 120 }, { actorId: buyer.id, now: NOW })
	await hold([300])
	await remind(NOW + HOUR)
	expect(await reminders()).toEqual([])
})

test('the running product sends reminders', async () => {
	const now = Date.now()
	const times = { heldAt: now - 23 * HOUR, holdUntil: now + HOUR }
	await makeOrder(buyer.id, [300], { status: 'open', ...times })
	const dataDir = process.env['DATA_DIR'] ?? ''
	const server = await startServer({ dataDir })
	try {
		const mail = await mailbox(dataDir).waitForMail(buyer.email, { subject: /hold ends soon/ })
		expect(mail.text).toContain('After that anybody can buy them.')
		expect(mail.html).toMatch(/<body style=.*<p style="[^"]+">[^<]*After that anybody can buy them\./s)
		const [kept] = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(kept?.html).toContain('<p>')
		expect(kept?.html).not.toContain('style=')
	} finally {
		await server.stop()
	}
})

import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sort } from '~/domain/list'
import { passwordChangedEmail, registrationCodeEmail } from '~/domain/mail/account-emails'
import { changeRecipient, sendEmailAgain, sendFailedAgain, tryEmailNow } from '~/domain/mail/commands.server'
import { contactEmail } from '~/domain/mail/operator-emails'
import { countFailed, listOutbox, readEmail } from '~/domain/mail/queries.server'
import type { OutboxStatus } from '~/domain/mail/rules'
import { afterCommit, db, write } from '~/server/db/db.server'
import { auditEntries, outbox } from '~/server/db/schema.server'
import { type Deliver, fileDelivery, smtpDelivery } from '~/server/mail/mail.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { isPermanentFailure, retryDelay, startOutboxWorker } from '~/server/mail/outbox-worker.server'
import { actionsOn } from '../support/audit'
import { makeAdmin, makeFailedMail } from '../support/factories'
import { startMailServer } from '../support/mail-server'
import { mailbox } from '../support/mailbox'
import { freePort } from '../support/server'

const letter = (word: string) =>
	contactEmail({ firstName: 'Ada', lastName: 'L', email: 'ada@example.test', message: word })

/** Commits an email as a command does. @returns its id. */
async function post(
	to: string,
	mail = letter('Hello'),
	dedupeKey?: string,
	now = Date.now(),
): Promise<string> {
	await write(tx => enqueueEmail(tx, to, mail, { now, ...(dedupeKey ? { dedupeKey } : {}) }))
	const [row] = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.recipient, to))
	return row?.id ?? ''
}

async function readRow(id: string) {
	const [row] = await db.select().from(outbox).where(eq(outbox.id, id))
	if (!row) throw new Error(`No mail ${id}`)
	return row
}

/** Waits until `look` returns a value, with a time limit. */
async function until<T>(
	look: () => Promise<T | undefined | false> | T | undefined | false,
	patienceMs = 40_000,
) {
	const deadline = Date.now() + patienceMs
	for (;;) {
		const found = await look()
		if (found) return found
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${look}`)
		await pause(10)
	}
}

const stops: (() => Promise<void>)[] = []
/** Starts a worker that stops at the end of the test. */
function work(deliver: Deliver) {
	const stop = startOutboxWorker(deliver)
	stops.push(stop)
	return stop
}
async function mailServer(port: number, manner?: Parameters<typeof startMailServer>[1]) {
	const server = await startMailServer(port, manner)
	stops.push(async () => {
		server.release()
		await server.stop()
	})
	return server
}
const smtp = (port: number) => smtpDelivery(`smtp://127.0.0.1:${port}?ignoreTLS=true`)

beforeEach(async () => {
	await write(tx => tx.delete(outbox))
})
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop()
})

test('a committed email is sent immediately, once, and marked as sent', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	work(smtp(port))
	// Without notifications, a worker that only polls would exceed the time limit of this test.
	for (let count = 0; count < 10; count++) {
		const before = await post(`before-${count}@example.test`)
		await until(async () => (await readRow(before)).sentAt)
	}
	const id = await post('a@example.test')
	await until(async () => (await readRow(id)).sentAt)
	expect(server.accepted.slice(10)).toEqual([
		expect.objectContaining({
			messageId: `<${id}@localhost>`,
			to: 'a@example.test',
			subject: 'A message from Ada L',
			replyTo: 'ada@example.test',
		}),
	])
	expect(server.accepted[10]?.text).toContain('> Hello')
	expect(await readRow(id)).toMatchObject({ attempts: 1, lockedUntil: null, failedAt: null, lastError: null })
	expect((await readRow(id)).text).not.toBe('')
})

test('an email is sent immediately, even while files are still deleted after the same commit', async () => {
	const sent: string[] = []
	work(async ({ to }) => void sent.push(to))
	await post('before@example.test')
	await until(() => sent.length === 1)
	let finish = () => {}
	const deletion = new Promise<void>(resolve => {
		finish = resolve
	})
	const committed = write(async tx => {
		afterCommit(tx, () => deletion)
		await enqueueEmail(tx, 'prompt@example.test', letter('Hello'), { now: Date.now() })
	})
	await until(() => sent.length === 2, 5_000).finally(finish)
	await committed
})

test('a rolled-back transaction sends nothing, and one event sends one email', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	work(smtp(port))
	const failing = write(async tx => {
		await enqueueEmail(tx, 'never@example.test', letter('No'), { now: Date.now() })
		throw new Error('rolled back')
	})
	await expect(failing).rejects.toThrow('rolled back')
	await post('b@example.test', letter('One'), 'event-1')
	await post('b@example.test', letter('Two'), 'event-1')
	const id = await post('c@example.test')
	await until(async () => (await readRow(id)).sentAt)
	expect(server.accepted.map(mail => mail.to).sort()).toEqual(['b@example.test', 'c@example.test'])
})

test('the text of an email with a code is erased once it is sent', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	work(smtp(port))
	const id = await post(
		'code@example.test',
		registrationCodeEmail({ fullName: 'Ada', code: '481516', minutes: 5 }),
	)
	await until(async () => (await readRow(id)).sentAt)
	expect(server.accepted[0]?.text).toContain('481516')
	expect(JSON.stringify(await readRow(id))).not.toContain('481516')
})

test('a code is sent before older emails', async () => {
	for (let index = 0; index < 10; index++) await post(`waiting-${index}@example.test`)
	const code = registrationCodeEmail({ fullName: 'Ada', code: '481516', minutes: 5 })
	await post('in-a-hurry@example.test', code, undefined, Date.now() - 1)
	await write(tx => tx.update(outbox).set({ nextAttemptAt: 1 }).where(isNull(outbox.sentAt)))
	await write(tx =>
		tx.update(outbox).set({ nextAttemptAt: 2 }).where(eq(outbox.recipient, 'in-a-hurry@example.test')),
	)
	const sent: string[] = []
	work(async ({ to }) => void sent.push(to))
	await until(() => sent.length === 11)
	// Five emails are sent in parallel.
	expect(sent.indexOf('in-a-hurry@example.test')).toBeLessThan(5)
})

test('while the mail server is down emails wait with the reason, and are delivered once afterwards', async () => {
	const port = await freePort()
	const stop = work(smtp(port))
	const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => post(`late-${i}@example.test`)))
	const rows = () => db.select().from(outbox).where(inArray(outbox.id, ids))
	await until(async () => (await rows()).every(row => row.attempts >= 1 && row.lockedUntil === null))
	for (const row of await rows()) {
		expect(row).toMatchObject({
			sentAt: null,
			failedAt: null,
			lastError: expect.stringMatching(/ECONNREFUSED/),
		})
		expect(row.nextAttemptAt - row.createdAt).toBeGreaterThan(4000)
	}
	const server = await mailServer(port)
	await until(async () => (await rows()).every(row => row.sentAt))
	await stop()
	expect(server.accepted.map(mail => mail.messageId).sort()).toEqual(
		ids.map(id => `<${id}@localhost>`).sort(),
	)
})

test('a rejected recipient fails with the reason, a deferred one waits, and neither blocks others', async () => {
	const port = await freePort()
	const server = await mailServer(port, to =>
		to.startsWith('refuse')
			? 'refuse'
			: to.startsWith('defer')
				? 'defer'
				: to.startsWith('hang')
					? 'hang'
					: 'accept',
	)
	work(smtp(port))
	const hangs = await Promise.all(Array.from({ length: 3 }, (_, i) => post(`hang-${i}@example.test`)))
	const refused = await post('refuse@example.test')
	const deferred = await post('defer@example.test')
	const good = await Promise.all(Array.from({ length: 8 }, (_, i) => post(`good-${i}@example.test`)))
	await until(async () => (await Promise.all(good.map(readRow))).every(row => row.sentAt))
	await until(async () => (await readRow(refused)).failedAt && (await readRow(deferred)).lastError)
	expect(await readRow(refused)).toMatchObject({
		sentAt: null,
		attempts: 1,
		lastError: expect.stringMatching(/550/),
	})
	expect(await readRow(deferred)).toMatchObject({
		sentAt: null,
		failedAt: null,
		lastError: expect.stringMatching(/450/),
	})
	for (const id of hangs)
		expect(await readRow(id)).toMatchObject({ sentAt: null, lockedUntil: expect.any(Number) })
	server.release()
	await until(async () => (await Promise.all(hangs.map(readRow))).every(row => row.sentAt))
})

test('an email claimed by a dead process is sent after its lease has expired, not before', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	const [fresh, stale] = [await post('fresh@example.test'), await post('stale@example.test')]
	await write(tx =>
		tx
			.update(outbox)
			.set({ lockedUntil: Date.now() + 3_600_000 })
			.where(eq(outbox.id, fresh)),
	)
	await write(tx =>
		tx
			.update(outbox)
			.set({ lockedUntil: Date.now() - 1 })
			.where(eq(outbox.id, stale)),
	)
	work(smtp(port))
	await until(async () => (await readRow(stale)).sentAt)
	const last = await post('last@example.test')
	await until(async () => (await readRow(last)).sentAt)
	expect(server.accepted.map(mail => mail.to)).not.toContain('fresh@example.test')
})

test('two workers on one outbox send every email once', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => post(`pair-${i}@example.test`)))
	work(smtp(port))
	work(smtp(port))
	await until(async () => {
		const left = await db
			.select()
			.from(outbox)
			.where(and(inArray(outbox.id, ids), isNull(outbox.sentAt)))
		return left.length === 0
	})
	expect(server.accepted.map(mail => mail.messageId).sort()).toEqual(
		ids.map(id => `<${id}@localhost>`).sort(),
	)
})

test('a stopped worker finishes emails in progress and starts no others', async () => {
	const port = await freePort()
	const server = await mailServer(port, to => (to.startsWith('hang') ? 'hang' : 'accept'))
	const stop = work(smtp(port))
	const hanging = await post('hang@example.test')
	await until(() => server.hangingOn() === 1)
	const stopped = stop()
	const later = await post('later@example.test')
	await pause(100)
	server.release()
	await stopped
	expect((await readRow(hanging)).sentAt).not.toBeNull()
	expect(await readRow(later)).toMatchObject({ attempts: 0, sentAt: null })
})

test('without SMTP every email is written to a file, in order', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'market-mail-'))
	work(fileDelivery(path.join(folder, 'mail')))
	const ids: string[] = []
	for (const to of ['one@example.test', '../../two@example.test', 'three@example.test']) {
		ids.push(await post(to))
		await pause(5)
	}
	await until(async () => (await Promise.all(ids.map(readRow))).every(row => row.sentAt))
	const names = (await readdir(path.join(folder, 'mail'))).sort()
	expect(names).toHaveLength(3)
	ids.forEach((id, index) => {
		expect(names[index]).toMatch(new RegExp(`^[\\w-]+Z_[\\w.@+-]+_${id}\\.eml$`))
	})
	const mails = await mailbox(folder).all()
	expect(mails.map(mail => mail.to[0]?.replaceAll('"', '')).sort()).toEqual([
		'../../two@example.test',
		'one@example.test',
		'three@example.test',
	])
})

const listed = (status: OutboxStatus, asked: { q?: string; page?: number; sort?: Sort } = {}) =>
	listOutbox({ q: '', page: 1, status, ...asked })

test('an administrator sees which email failed and why, and resends it', async () => {
	const port = await freePort()
	let broken = true
	const server = await mailServer(port, () => (broken ? 'refuse' : 'accept'))
	work(smtp(port))
	const id = await post('again@example.test')
	const code = await post(
		'code@example.test',
		registrationCodeEmail({ fullName: 'A', code: '481516', minutes: 5 }),
	)
	await until(async () => (await readRow(id)).failedAt && (await readRow(code)).failedAt)
	const { rows, totals } = await listed('failed')
	expect(totals).toEqual({ waiting: 0, failed: 2, sent: 0 })
	expect(rows.find(entry => entry.id === id)).toMatchObject({
		hasText: true,
		lastError: expect.stringMatching(/550/),
	})
	expect(rows.find(entry => entry.id === code)).toMatchObject({ hasText: false })

	broken = false
	const admin = await makeAdmin()
	const by = { actorId: admin.id, now: Date.now() }
	expect(await sendEmailAgain(id, by)).toEqual({ ok: true })
	await until(async () => (await readRow(id)).sentAt)
	expect(server.accepted.map(mail => mail.to)).toEqual(['again@example.test'])
	expect(await sendEmailAgain(code, by)).toMatchObject({ ok: false })
	const entriesOfMail = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))
	expect(entriesOfMail).toMatchObject([{ actorId: admin.id, action: 'mail.send-again', subjectType: 'mail' }])
})

const byAdmin = async () => ({ actorId: (await makeAdmin()).id, now: Date.now() })

test('resending a sent email sends one copy, even when requested repeatedly', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	work(smtp(port))
	const id = await post('twice@example.test')
	await until(async () => (await readRow(id)).sentAt)
	const by = await byAdmin()
	const outcomes = await Promise.all([sendEmailAgain(id, by), sendEmailAgain(id, by)])
	expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
	const rows = await until(async () => {
		const all = await db.select().from(outbox).where(eq(outbox.recipient, 'twice@example.test'))
		return all.length === 2 && all.every(row => row.sentAt) && all
	})
	expect(new Set(rows.map(row => row.text)).size).toBe(1)
	// Mail programs show messages with equal ids once.
	expect(new Set(server.accepted.map(mail => mail.messageId)).size).toBe(2)
	expect(await actionsOn(id)).toEqual(['mail.send-again'])
	await write(tx => tx.update(outbox).set({ text: '', html: '' }))
	expect(await sendEmailAgain(id, { ...by, now: by.now + 3_600_000 })).toMatchObject({
		ok: false,
		message: expect.stringContaining('no longer kept'),
	})
})

test('a waiting email is sent immediately and once on request', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	work(smtp(port))
	const later = Date.now() + 3_600_000
	const id = await post('now@example.test', letter('Hello'), undefined, later)
	const by = await byAdmin()
	await Promise.all(Array.from({ length: 5 }, () => tryEmailNow(id, by)))
	await until(async () => (await readRow(id)).sentAt)
	expect(await tryEmailNow(id, by)).toMatchObject({ ok: false })
	expect(server.accepted.map(mail => mail.to)).toEqual(['now@example.test'])
	expect(await actionsOn(id)).toContain('mail.try-now')
})

test('an email being sent cannot be retried or readdressed', async () => {
	const port = await freePort()
	const server = await mailServer(port, to => (to.startsWith('hang') ? 'hang' : 'accept'))
	work(smtp(port))
	const id = await post('hang@example.test')
	await until(() => server.hangingOn() === 1)
	const by = { ...(await byAdmin()), now: Date.now() }
	expect(await tryEmailNow(id, by)).toMatchObject({ ok: false })
	const change = { seen: 'hang@example.test', email: 'other@example.test' }
	expect(await changeRecipient(id, change, by)).toMatchObject({ ok: false })
	expect((await readEmail(id, by.now))?.isBeingSent).toBe(true)
	server.release()
	await until(async () => (await readRow(id)).sentAt)
	const last = await post('last@example.test')
	await until(async () => (await readRow(last)).sentAt)
	expect(server.accepted.map(mail => mail.to)).toEqual(['hang@example.test', 'last@example.test'])
	expect(await actionsOn(id)).toEqual([])
})

test('all failed emails that were listed and have a text are resent in one step', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	const now = Date.now()
	await makeFailedMail('one@example.test', { failedAt: now - 2 })
	await makeFailedMail('two@example.test', { failedAt: now - 1, orderId: null })
	const forgotten = await makeFailedMail('forgotten@example.test', { failedAt: now - 1, text: '', html: '' })
	const later = await makeFailedMail('later@example.test', { failedAt: now + 60_000 })
	expect(await countFailed()).toEqual({ sendable: 3, failed: 4 })
	const by = { ...(await byAdmin()), now }
	expect(await Promise.all([sendFailedAgain(now, by), sendFailedAgain(now, by)])).toEqual([2, 0])
	work(smtp(port))
	await until(() => server.accepted.length === 2)
	expect(server.accepted.map(mail => mail.to).sort()).toEqual(['one@example.test', 'two@example.test'])
	for (const id of [forgotten, later]) expect((await readRow(id)).failedAt).not.toBeNull()
	const record = db.select().from(auditEntries).where(eq(auditEntries.action, 'mail.send-failed-again'))
	expect(await record).toMatchObject([{ actorId: by.actorId, detail: { emails: 2 } }])
})

test('a mistyped address is corrected with an audit entry, and the email sent there only', async () => {
	const port = await freePort()
	const server = await mailServer(port)
	const id = await makeFailedMail('mistyped@exmaple.test')
	const by = await byAdmin()
	const change = { seen: 'mistyped@exmaple.test', email: 'typed@example.test' }
	expect(await changeRecipient(id, { ...change, email: change.seen }, by)).toMatchObject({ field: 'email' })
	expect(await changeRecipient(id, { ...change, seen: 'else@example.test' }, by)).toMatchObject({
		message: expect.stringContaining('has changed'),
	})
	expect(await changeRecipient(id, change, by)).toEqual({ ok: true })
	expect(await changeRecipient(id, change, by)).toEqual({ ok: true })
	const [entry, ...more] = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))
	expect(more).toEqual([])
	expect(entry).toMatchObject({
		action: 'mail.address',
		detail: { from: change.seen, to: change.email },
	})
	work(smtp(port))
	await until(async () => (await readRow(id)).sentAt)
	expect(server.accepted.map(mail => mail.to)).toEqual(['typed@example.test'])
	const third = { seen: change.email, email: 'third@example.test' }
	expect(await changeRecipient(id, third, by)).toMatchObject({ ok: false })
})

test('codes and emails about an account cannot be readdressed, and codes are never shown', async () => {
	const by = await byAdmin()
	const mails = [
		registrationCodeEmail({ fullName: 'A', code: '481516', minutes: 5 }),
		passwordChangedEmail({ fullName: 'A', at: by.now, resetUrl: 'https://x.example/forgot-password' }),
	]
	for (const mail of mails) {
		const to = `${mail.kind}@example.test`
		const id = await post(to, mail)
		const change = { seen: to, email: 'attacker@example.test' }
		expect(await changeRecipient(id, change, by)).toMatchObject({
			ok: false,
			message: expect.stringContaining('cannot be sent to another address'),
		})
		expect((await readRow(id)).recipient).toBe(to)
		expect(JSON.stringify(await readEmail(id, by.now))).not.toContain('481516')
	}
})

test('an email is given up after three days, one with a code after an hour and a half', async () => {
	const port = await freePort()
	const id = await post('given-up@example.test')
	const code = await post(
		'code-up@example.test',
		registrationCodeEmail({ fullName: 'A', code: '481516', minutes: 5 }),
	)
	await write(tx => tx.update(outbox).set({ attempts: 79 }).where(eq(outbox.id, id)))
	await write(tx => tx.update(outbox).set({ attempts: 9 }).where(eq(outbox.id, code)))
	work(smtp(port))
	await until(async () => (await readRow(id)).failedAt && (await readRow(code)).failedAt)
	expect(await readRow(id)).toMatchObject({ attempts: 80, lastError: expect.stringMatching(/ECONNREFUSED/) })
	expect((await readRow(id)).text).not.toBe('')
	expect(await readRow(code)).toMatchObject({ attempts: 10, text: '', html: '' })
	const hours = Array.from({ length: 80 }, (_, i) => retryDelay(i + 1, 0.5) / 3_600_000)
	expect(hours.slice(0, 79).reduce((sum, value) => sum + value)).toBeCloseTo(70.4, 0)
	expect(hours.slice(0, 9).reduce((sum, value) => sum + value)).toBeCloseTo(0.7, 1)
})

test('only a rejected email or recipient is a permanent failure', () => {
	const error = (code: string, responseCode?: number) =>
		Object.assign(new Error(), { code, ...(responseCode ? { responseCode } : {}) })
	expect(isPermanentFailure(error('EENVELOPE', 550))).toBe(true)
	expect(isPermanentFailure(error('EMESSAGE', 554))).toBe(true)
	expect(isPermanentFailure(error('EENVELOPE', 451))).toBe(false)
	expect(isPermanentFailure(error('EAUTH', 535))).toBe(false)
	expect(isPermanentFailure(error('ESOCKET'))).toBe(false)
	expect(isPermanentFailure(undefined)).toBe(false)
})

test('the list shows every email once, also with equal times, and a page beyond the last shows the last', async () => {
	const now = Date.now()
	const made = Array.from({ length: 45 }, (_, index) => ({
		...letter('Hello'),
		id: `mail-${index}`,
		recipient: `r${index}@example.test`,
		createdAt: now,
		nextAttemptAt: now - index,
	}))
	await write(tx => tx.insert(outbox).values(made))
	const waiting = await Promise.all([1, 2, 3].map(page => listed('waiting', { page })))
	const ids = waiting.flatMap(page => page.rows.map(mail => mail.id))
	expect(ids).toEqual(made.map(mail => mail.id).reverse())
	expect(await listed('waiting', { page: 99 })).toEqual({ ...waiting[2], page: 3 })

	await write(tx => tx.update(outbox).set({ sentAt: now }))
	const sent = await Promise.all([1, 2, 3].map(page => listed('sent', { page })))
	expect(new Set(sent.flatMap(page => page.rows.map(mail => mail.id))).size).toBe(45)
	expect(sent[0]?.totals).toEqual({ waiting: 0, failed: 0, sent: 45 })

	// A page deep in the list is found by its day.
	const day = 24 * 60 * 60_000
	const more = Array.from({ length: 1_200 }, (_, index) => ({
		...letter('Hello'),
		id: `more-${index}`,
		recipient: '',
		createdAt: now,
		nextAttemptAt: now,
		sentAt: now - index * (day / 100),
	}))
	await write(async tx => {
		await tx.delete(outbox)
		for (let from = 0; from < 1_200; from += 400) await tx.insert(outbox).values(more.slice(from, from + 400))
	})
	const { rows, totals } = await listed('sent', { page: 30 })
	expect(totals.sent).toBe(1_200)
	expect(rows.map(mail => mail.id)).toEqual(more.slice(580, 600).map(mail => mail.id))
	const oldest = await listed('sent', { page: 31, sort: 'oldest' })
	expect(oldest.rows).toEqual(rows.toReversed())
	expect(oldest).toMatchObject({ from: 601, to: 620, total: 1_200 })
})

test('an email is found by recipient or subject among the newest five thousand of its status', async () => {
	const now = Date.now()
	const sent = (id: string, recipient: string, subject: string, age: number) => ({
		...letter(''),
		id,
		recipient,
		subject,
		createdAt: now,
		nextAttemptAt: now,
		sentAt: now - age,
	})
	await write(tx =>
		tx
			.insert(outbox)
			.values([
				sent('a', 'ada@example.test', 'Your order', 3),
				sent('b', 'grace@example.test', 'Ada sent you pixels, 100%', 2),
				sent('c', 'grace@example.test', 'Your order', 1),
			]),
	)
	await post('ada@example.test')
	const findMails = async (q: string, sort?: Sort) => {
		const { rows, total, isPartial } = await listed('sent', { q, sort })
		expect([rows.length, isPartial]).toEqual([total, false])
		return rows.map(mail => mail.id)
	}
	expect(await findMails('ADA')).toEqual(['b', 'a'])
	expect(await findMails('ada', 'oldest')).toEqual(['a', 'b'])
	expect(await findMails('order grace@example.test')).toEqual(['c'])
	expect(await findMails('100%')).toEqual(['b'])
	expect(await findMails('_')).toEqual([])
	expect((await listed('waiting', { q: 'ada@example.test' })).total).toBe(1)

	const newer = Array.from({ length: 5_000 }, (_, index) =>
		sent(`new-${index}`, 'crowd@example.test', 'News', 0),
	)
	await write(async tx => {
		for (let from = 0; from < 5_000; from += 500)
			await tx.insert(outbox).values(newer.slice(from, from + 500))
	})
	expect(await listed('sent', { q: 'ada' })).toMatchObject({ total: 0, rows: [], isPartial: true })
	expect(await listed('sent', { q: 'crowd', page: 50 })).toMatchObject({
		total: 1_000,
		from: 981,
		to: 1_000,
		isCapped: true,
		isPartial: true,
	})
	expect((await listed('sent', { q: 'crowd' })).rows[0]?.id).toBe('new-4999')
})

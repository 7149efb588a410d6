import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { brand } from '~/domain/brand'
import { sendContactMessage } from '~/domain/contact/commands.server'
import { ContactForm } from '~/domain/contact/schema'
import { db, write } from '~/server/db/db.server'
import { contactMessages, outbox, throttles } from '~/server/db/schema.server'

const NOW = Date.now()
const message = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.test',
	message: 'May I see the grid in print?',
}
const from = (address: string, now = NOW) => ({ address, now })

beforeEach(async () => {
	await write(async tx => {
		await tx.delete(contactMessages)
		await tx.delete(outbox)
		await tx.delete(throttles)
	})
})

test('a message is stored, emailed to the operator, and acknowledged without its text', async () => {
	expect(await sendContactMessage(message, from('192.0.2.1'))).toEqual({ ok: true })
	expect(await db.select().from(contactMessages)).toMatchObject([
		{ ...message, address: '192.0.2.1', createdAt: NOW },
	])
	const mails = await db.select().from(outbox).orderBy(desc(outbox.kind))
	expect(mails.map(mail => [mail.recipient, mail.replyTo])).toEqual([
		['ada@example.test', brand.supportEmail],
		[brand.supportEmail, 'ada@example.test'],
	])
	expect(mails[0]?.text).not.toContain('in print')
	expect(mails[1]?.text).toContain('> May I see the grid in print?')
})

test('the same message sent twice takes effect once, a different one again', async () => {
	await Promise.all([
		sendContactMessage(message, from('192.0.2.1')),
		sendContactMessage(message, from('192.0.2.1', NOW + 1)),
	])
	expect(await db.$count(contactMessages)).toBe(1)
	expect(await db.$count(outbox)).toBe(2)
	await sendContactMessage({ ...message, message: 'And on silk?' }, from('192.0.2.1'))
	expect(await db.$count(contactMessages)).toBe(2)
})

test('a bot that fills in the hidden field sees a confirmation, and nothing is sent', async () => {
	expect(
		await sendContactMessage({ ...message, leave_empty: 'http://x.example' }, from('192.0.2.1')),
	).toEqual({
		ok: true,
	})
	expect(await db.$count(contactMessages)).toBe(0)
	expect(await db.$count(outbox)).toBe(0)
})

test('messages are limited per client address and per email address, with the time to wait', async () => {
	const send = (n: number, email: string, address: string, now = NOW) =>
		sendContactMessage({ ...message, email, message: `No. ${n}` }, from(address, now))
	for (let n = 0; n < 10; n++) expect(await send(n, `a${n}@example.test`, '192.0.2.1')).toEqual({ ok: true })
	expect(await send(10, 'a10@example.test', '192.0.2.1')).toMatchObject({ ok: false, retryAfter: 3600 })
	expect(await send(10, 'a10@example.test', '192.0.2.2')).toEqual({ ok: true })
	for (let n = 0; n < 5; n++) expect(await send(n, 'b@example.test', `198.51.100.${n}`)).toEqual({ ok: true })
	expect(await send(5, 'b@example.test', '198.51.100.9')).toMatchObject({ ok: false })
	expect(await send(5, 'b@example.test', '198.51.100.9', NOW + 3_601_000)).toEqual({ ok: true })
	const kept = await db.select().from(contactMessages).where(eq(contactMessages.email, 'a10@example.test'))
	expect(kept).toHaveLength(1)
})

test('all four fields are required, and the email address must be valid', () => {
	const errors = (form: Record<string, string>) =>
		ContactForm.safeParse(form).error?.issues.map(issue => issue.message)
	expect(errors({})).toEqual([
		'Please enter your first name',
		'Please enter your last name',
		'Please enter your email address',
		'Please enter your message',
	])
	expect(errors({ ...message, firstName: '  ', email: 'ada@' })).toEqual([
		'Please enter your first name',
		'Please enter a valid email address',
	])
	expect(errors({ ...message, message: 'x'.repeat(4001) })).toEqual(['Please use at most 4,000 characters'])
	expect(errors(message)).toBeUndefined()
})

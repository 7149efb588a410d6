import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { brand } from '~/domain/brand'
import { countAttempts, type TooMany } from '~/domain/limits.server'
import { contactEmail, contactReceivedEmail } from '~/domain/mail/operator-emails'
import { MINUTE_MS } from '~/domain/time'
import { addressBlock } from '~/server/auth/address-block.server'
import { write } from '~/server/db/db.server'
import { contactMessages } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import type { ContactForm } from './schema'

const PER_ADDRESS = { attempts: 10, seconds: 3600 }
const PER_EMAIL = { attempts: 5, seconds: 3600 }
const SAME_MESSAGE_MS = 10 * MINUTE_MS

/**
 * Stores a message of the contact page and emails it to the operator, and a confirmation to the sender. The same
 * message sent twice within ten minutes is handled once; one from a bot is dropped silently. `address`: of the client,
 * `now`: UTC ms.
 */
export async function sendContactMessage(
	{ leave_empty: honeypot, ...message }: z.output<typeof ContactForm>,
	{ now, address }: { now: number; address: string },
): Promise<{ ok: true } | TooMany> {
	if (honeypot) return { ok: true }
	const limits = [
		[`contactPerAddress:${addressBlock(address)}`, PER_ADDRESS],
		[`contactPerEmail:${message.email}`, PER_EMAIL],
	] as const
	return await write(async tx => {
		const tooMany = await countAttempts(tx, limits, now, 'Too many attempts.')
		if (tooMany) return tooMany
		const isSame = and(
			gt(contactMessages.createdAt, now - SAME_MESSAGE_MS),
			eq(contactMessages.email, message.email),
			eq(contactMessages.message, message.message),
		)
		if ((await tx.$count(contactMessages, isSame)) > 0) return { ok: true }
		await tx.insert(contactMessages).values({ id: randomUUID(), ...message, address, createdAt: now })
		await enqueueEmail(tx, brand.supportEmail, contactEmail(message), { now })
		await enqueueEmail(tx, message.email, contactReceivedEmail(message), { now })
		return { ok: true }
	})
}

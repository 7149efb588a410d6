import { and, eq, gt } from 'drizzle-orm'
import { orderMessageEmail } from '~/domain/mail/order-emails'
import { type Order, orderForEmail, readOrder } from '~/domain/orders/queries.server'
import { type Refusal, refusal } from '~/domain/refusal'
import { MINUTE_MS } from '~/domain/time'
import { auditOrder } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { isReviewStatus } from './queries.server'

const SAME_MESSAGE_MS = 10 * MINUTE_MS

/** Returns why the buyer of an order cannot be emailed, or undefined. */
export function whyNoMessage(order: Pick<Order, 'accountDeletedAt'>): string | undefined {
	return order.accountDeletedAt === null
		? undefined
		: 'The account of the buyer was deleted, and its email address with it.'
}

/**
 * Emails a message from an administrator to the buyer of a submitted order, and records it. The same text within ten
 * minutes is sent once. `now`: UTC ms.
 */
export async function sendOrderMessage(input: {
	orderId: string
	text: string
	actorId: string
	now: number
}): Promise<{ ok: true } | Refusal<'unknown' | 'deleted'>> {
	const { orderId, actorId, now } = input
	return await write(async tx => {
		const order = await readOrder(tx, orderId)
		if (!order || !isReviewStatus(order.status)) return refusal('unknown', 'This order does not exist')
		const message = whyNoMessage(order)
		if (message) return refusal('deleted', message)
		const mail = orderMessageEmail(orderForEmail(order), input.text)
		const isSame = and(
			eq(outbox.orderId, orderId),
			gt(outbox.createdAt, now - SAME_MESSAGE_MS),
			eq(outbox.kind, mail.kind),
			eq(outbox.recipient, order.accountEmail),
			eq(outbox.text, mail.text),
		)
		if ((await tx.$count(outbox, isSame)) > 0) return { ok: true }
		const email = await enqueueEmail(tx, order.accountEmail, mail, { now, orderId })
		await auditOrder(tx, orderId, 'order.message', { actorId, now }, { email })
		return { ok: true }
	})
}

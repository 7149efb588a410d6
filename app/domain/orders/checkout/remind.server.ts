import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { holdReminderEmail } from '~/domain/mail/order-emails'
import { isReminderDue, REMIND_BEFORE_MS } from '~/domain/orders/hold-rules'
import { buildCheckoutUrl, orderForEmail, readOrder } from '~/domain/orders/queries.server'
import { allowedStep } from '~/domain/orders/rules'
import { db, write } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'

const BATCH = 100

/* Qualified names, because Drizzle omits the table. */
const notReminded = sql`not exists (
	select 1 from outbox where dedupe_key = 'hold-reminder:' || orders.id || ':' || orders.hold_until)`

/**
 * Reminds buyers of holds that end within two hours (P6), once per hold. At most a hundred per run. `now`: UTC ms.
 * `signal`: aborts when the process is about to exit.
 */
export async function remindOfHolds(now: number, signal: AbortSignal): Promise<void> {
	const due = await db
		.select({ id: orders.id })
		.from(orders)
		.where(
			and(
				eq(orders.status, 'open'),
				isNull(orders.holdEndedAt),
				gt(orders.holdUntil, now),
				lte(orders.holdUntil, now + REMIND_BEFORE_MS),
				gt(sql`${orders.holdUntil} - ${orders.heldAt}`, REMIND_BEFORE_MS),
				notReminded,
			),
		)
		.limit(BATCH)
	for (const { id } of due) {
		if (signal.aborted) return
		await remind(id, now)
	}
}

async function remind(orderId: string, now: number): Promise<void> {
	await write(async tx => {
		const order = await readOrder(tx, orderId)
		if (order?.status !== 'open' || order.holdUntil === null || !isReminderDue(order, now)) return
		const url = buildCheckoutUrl(orderId, allowedStep(order, 'payment')).href
		const mail = holdReminderEmail(orderForEmail(order), url, order.holdUntil)
		const dedupeKey = `hold-reminder:${orderId}:${order.holdUntil}`
		await enqueueEmail(tx, order.accountEmail, mail, { now, dedupeKey, orderId })
	})
}

import { and, between, count, desc, eq, gt, gte, isNull, lte, sql, sum } from 'drizzle-orm'
import { type NewPayment, newPaymentEmail, paymentsSummaryEmail } from '~/domain/mail/operator-emails'
import { holdReminderEmail } from '~/domain/mail/order-emails'
import { getSetting, readSettings } from '~/domain/settings/queries.server'
import { londonDay, londonDayEnd, londonDayStart, londonHour } from '~/domain/time'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { orders, outbox, payments } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { isReminderDue, REMIND_BEFORE_MS } from './hold-rules'
import { sumPayments } from './ledger.server'
import { buildCheckoutUrl, orderForEmail, readOrder } from './queries.server'
import { allowedStep } from './rules'

/* Emails the operator about new payments (docs/decisions/0098). */

const LISTED = 20
/** The hour in London from which the summary of the day before is sent. */
const MORNING = 8

/** Reads whether the operator gets an email for each order, and at which address. */
export async function readNoticeSettings(from: Readable) {
	return (await readSettings(['paymentMails', 'paymentMailsTo'], from)).values
}

/**
 * Emails the operator about an order once, in the transaction that accepts it, unless the settings say otherwise.
 * `now`: UTC ms.
 */
export async function notifyOperator(
	tx: Tx,
	{ paymentMails, paymentMailsTo }: Awaited<ReturnType<typeof readNoticeSettings>>,
	{ orderId, ...order }: Omit<NewPayment, 'url'> & { orderId: string },
	now: number,
): Promise<void> {
	if (paymentMails !== 'each') return
	const mail = newPaymentEmail({ ...order, url: getPageUrl(`/${orderId}`) })
	await enqueueEmail(tx, paymentMailsTo, mail, { now, dedupeKey: `new-payment:${orderId}`, orderId })
}

/**
 * Emails a daily summary of yesterday's orders and bookings, from eight o'clock in London, if the settings ask for it;
 * none when there is nothing to report. `now`: UTC ms.
 */
export async function summarisePayments(now: number): Promise<void> {
	if (londonHour(now) < MORNING || (await getSetting('paymentMails')) !== 'daily') return
	const day = londonDay(londonDayStart(londonDay(now)) - 1)
	const dedupeKey = `payments-summary:${day}`
	if ((await db.$count(outbox, eq(outbox.dedupeKey, dedupeKey))) > 0) return
	await write(async tx => {
		const summary = await readDay(tx, day)
		const { count, waiting, booked } = summary
		if (count === 0 && waiting === 0 && booked.count === 0) return
		const mail = paymentsSummaryEmail({ day, ...booked, ...summary, url: getPageUrl('?status=pending') })
		await enqueueEmail(tx, await getSetting('paymentMailsTo', tx), mail, { now, dedupeKey })
	})
}

/* By the time at which payments were recorded, because a statement may be imported days after the bank's day. */
async function readDay(tx: Tx, day: string) {
	const ofDay = and(gte(orders.submittedAt, londonDayStart(day)), lte(orders.submittedAt, londonDayEnd(day)))
	const [total] = await tx
		.select({ count: count(), pence: sum(orders.totalPence).mapWith(Number) })
		.from(orders)
		.where(ofDay)
	const newest = await tx
		.select({ reference: orders.reference, name: orders.name, totalPence: orders.totalPence })
		.from(orders)
		.where(ofDay)
		.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
		.limit(LISTED)
	return {
		count: total?.count ?? 0,
		pence: total?.pence ?? 0,
		newest: newest.map(row => ({ ...row, name: row.name ?? '' })),
		waiting: await tx.$count(orders, eq(orders.status, 'pending')),
		booked: await sumPayments(between(payments.recordedAt, londonDayStart(day), londonDayEnd(day)), tx),
	}
}

function getPageUrl(rest: string): string {
	return absoluteUrl(`/admin/transactions${rest}`)
}

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

import { and, desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { comparablePaymentId } from '~/domain/orders/payment-id'
import { isReference, normaliseReference } from '~/domain/orders/reference'
import { isShownAs, submittedIn } from '~/domain/orders/totals.server'
import { isAddress } from '~/domain/search/expression'
import { findByTrigrams, type Matches, type Span } from '~/domain/search/trigrams.server'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import type { ReviewFilter } from './schema'

type Limits = { status: ReviewFilter['status'] } & Span

const FEWEST_DIGITS = 6

/**
 * The submitted orders that the words of a search find. A whole email address or transaction ID that somebody has
 * means itself alone (docs/decisions/0106).
 */
export async function searchOrders(q: string, limits: Limits = { status: null }): Promise<Matches> {
	const meant = await conditionsOf(q)
	if (meant.length > 0) return newestOf(meant, and(submittedIn(limits), isShownAs(limits.status)))
	const { status, ...span } = limits
	return findByTrigrams('order', q, {
		...span,
		state: status ? `[${status === 'refunded' ? 'x' : status.charAt(0)}]` : undefined,
	})
}

/* Conditions that an index answers in the order of time. */
async function conditionsOf(q: string): Promise<SQL[]> {
	const email = q.trim().toLowerCase()
	if (isAddress(email)) {
		const { accountId, isContact } = await db.get<{ accountId: string | null; isContact: number }>(sql`select
			(select id from accounts where email = ${email}) as accountId,
			exists (select 1 from orders where email = ${email} collate nocase and submitted_at is not null) as isContact`)
		if (accountId === null && !isContact) return []
		return [
			sql`orders.email = ${email} collate nocase`,
			...(accountId === null ? [] : [sql`orders.account_id = ${accountId}`]),
		]
	}
	const paymentId = comparablePaymentId(q)
	const isOurs = isReference(normaliseReference(q)) || z.uuid().safeParse(q.trim()).success
	if (isOurs || paymentId.replace(/\D/g, '').length < FEWEST_DIGITS) return []
	const isUsed = sql`exists (select 1 from orders where payment_id_normal = ${paymentId} and submitted_at is not null)`
	const { used } = await db.get<{ used: number }>(sql`select ${isUsed} as used`)
	return used ? [sql`orders.payment_id_normal = ${paymentId}`] : []
}

function newestOf(conditions: readonly SQL[], limits: SQL | undefined): Matches {
	let ids: string[] = []
	return {
		async count(most = -1) {
			const parts = conditions.map(condition => {
				const newest = db
					.select({ id: orders.id, at: sql`submitted_at`, place: sql`orders.rowid` })
					.from(orders)
					.where(and(condition, limits))
					.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
				return sql`select * from (${newest.limit(most)})`
			})
			const all = sql`${sql.join(parts, sql` union `)} order by 2 desc, 3 desc limit ${most}`
			ids = (await db.all<{ id: string }>(all)).map(row => row.id)
			return ids.length
		},
		ids: async ({ skipped, size }) => ids.slice(skipped, skipped + size),
	}
}

import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { orders, statementEntries } from '~/server/schema.server'

const settled = prepared(on =>
	on
		.select({
			id: statementEntries.id,
			pence: statementEntries.pence,
			returnedAt: statementEntries.returnedAt,
			orderId: orders.id,
			totalPence: orders.totalPence,
		})
		.from(orders)
		.leftJoin(
			statementEntries,
			and(eq(statementEntries.orderId, orders.id), isNotNull(statementEntries.settledAt)),
		)
		.where(and(inArray(orders.id, listed('ids')), eq(orders.status, 'approved'))),
)

/**
 * Of the orders with these ids those that are approved, by id. `missing`: pence of their totals that no payment of a
 * statement covers, all where they were approved without one. `isGone`: money that paid for it was taken back.
 * `gone`: ids of entries that count no more.
 */
export async function readApproved(
	from: Readable,
	ids: readonly string[],
	gone: ReadonlySet<string> = new Set(),
): Promise<Map<string, { missing: number; isGone: boolean }>> {
	const found = new Map<string, { missing: number; isGone: boolean }>()
	if (ids.length === 0) return found
	for (const row of await settled.all(from, { ids: JSON.stringify(ids) })) {
		const its = found.get(row.orderId) ?? { missing: row.totalPence, isGone: false }
		found.set(row.orderId, its)
		if (row.id === null) continue
		if (row.returnedAt !== null || gone.has(row.id)) its.isGone = true
		else its.missing -= row.pence ?? 0
	}
	return found
}

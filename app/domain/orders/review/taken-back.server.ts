import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { readApproved } from '~/domain/statements/paid.server'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { statementEntries } from '~/server/schema.server'

/**
 * The payments of bank statements for an order that a later file took back, as its record has them; none once the order
 * is refunded, or approved and paid by others. `on`: a day.
 */
export async function readTakenBackFor({
	id,
	status,
	refundedAt,
}: {
	id: string
	status: string
	refundedAt: number | null
}) {
	if (refundedAt !== null) return []
	const rows = await recalled.all(db, { orderId: id })
	if (rows.length === 0 || status !== 'approved') return rows
	return ((await readApproved(db, [id])).get(id)?.missing ?? 1) > 0 ? rows : []
}

export type TakenBackPayment = Awaited<ReturnType<typeof readTakenBackFor>>[number]

const recalled = prepared(on =>
	on
		.select({
			id: statementEntries.id,
			statementId: statementEntries.statementId,
			pence: statementEntries.pence,
			on: sql<string>`coalesce(returned_on, booked_on)`,
			bankReference: sql<string>`coalesce(return_reference, '')`,
		})
		.from(statementEntries)
		.where(
			and(
				inArray(
					statementEntries.id,
					sql`(select detail ->> 'entryId' from audit_entries
						where subject_id = ${sql.placeholder('orderId')} and action = 'order.payment-recall')`,
				),
				isNotNull(statementEntries.returnedAt),
				or(isNull(statementEntries.orderId), eq(statementEntries.orderId, sql.placeholder('orderId'))),
			),
		)
		.orderBy(asc(sql`statement_entries.rowid`)),
)

import { receiptOf } from '~/domain/documents/papers.server'
import { readOrder } from '~/domain/orders/queries.server'
import { found } from '~/server/answers.server'
import { db } from '~/server/db.server'
import { requireAdmin } from '~/server/guards.server'
import { pdfAnswer } from '~/server/pdf-answer.server'
import type { Route } from './+types/transaction-receipt'

/** The official receipt of an order, as its buyer has it. */
export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	return pdfAnswer(await receiptOf(found(await readOrder(db, params.id))))
}

import { renderReceipt } from '~/domain/documents/papers.server'
import { readOrder } from '~/domain/orders/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { db } from '~/server/db/db.server'
import { orNotFound } from '~/server/http/answers.server'
import { pdfAnswer } from '~/server/http/document-answers.server'
import type { Route } from './+types/transaction-receipt'

/** The official receipt of an order, as its buyer has it. */
export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	return pdfAnswer(await renderReceipt(orNotFound(await readOrder(db, params.id))))
}

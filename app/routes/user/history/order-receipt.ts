import { renderReceipt } from '~/domain/documents/papers.server'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/answers.server'
import { pdfAnswer } from '~/server/http/document-answers.server'
import type { Route } from './+types/order-receipt'

/** The official receipt of an own order. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return pdfAnswer(await renderReceipt(orNotFound(await findOwnOrder(params.orderId, account.id))))
}

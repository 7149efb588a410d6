import { receiptOf } from '~/domain/documents/papers.server'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { found } from '~/server/answers.server'
import { requireUser } from '~/server/guards.server'
import { pdfAnswer } from '~/server/pdf-answer.server'
import type { Route } from './+types/order-receipt'

/** The official receipt of an own order. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return pdfAnswer(await receiptOf(found(await findOwnOrder(params.orderId, account.id))))
}

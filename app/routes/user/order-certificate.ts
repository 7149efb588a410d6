import { certificateOf } from '~/domain/documents/papers.server'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { found } from '~/server/answers.server'
import { requireUser } from '~/server/guards.server'
import { pdfAnswer } from '~/server/pdf-answer.server'
import type { Route } from './+types/order-certificate'

/** The certificate of ownership for an own order. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return pdfAnswer(await certificateOf(found(await findOwnOrder(params.orderId, account.id))))
}

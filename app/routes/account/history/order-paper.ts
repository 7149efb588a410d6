import { renderCertificate, renderReceipt } from '~/domain/documents/papers.server'
import { findOwnOrder, readOrder } from '~/domain/orders/queries.server'
import { requireAccount } from '~/server/auth/guards.server'
import { db } from '~/server/db/db.server'
import { pdfResponse } from '~/server/http/document-responses.server'
import { orNotFound } from '~/server/http/responses.server'
import type { Route } from './+types/order-paper'

/** The receipt or certificate of an order: for members their own, for administrators any, as its buyer sees it. */
export async function loader({ request, params: { orderId }, pattern }: Route.LoaderArgs) {
	const { id, role } = await requireAccount(request)
	const order = orNotFound(await (role === 'admin' ? readOrder(db, orderId) : findOwnOrder(orderId, id)))
	return pdfResponse(
		await (pattern.endsWith('receipt.pdf') ? renderReceipt(order) : renderCertificate(order)),
	)
}

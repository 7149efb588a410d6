import { ownCertificate } from '~/domain/documents/papers.server'
import { requireUser } from '~/server/auth/guards.server'
import { pdfResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/certificate'

/** A certificate of one's own by its code, because a transfer has no order. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return pdfResponse(await ownCertificate(params.code, account))
}

import { apiDocument } from '~/api/document.server'
import { apiErrorResponse } from '~/server/http/api-response.server'

/** The OpenAPI 3.1 document of the API. */
export function loader() {
	return Response.json(apiDocument(), { headers: { 'Cache-Control': 'public, max-age=300' } })
}

/** Read only. */
export function action() {
	return apiErrorResponse(405, {}, { Allow: 'GET, HEAD' })
}

import { apiDocument } from '~/api/document.server'
import { errorAnswer } from '~/server/http/api-answer.server'

/** The OpenAPI 3.1 document of the API. */
export function loader() {
	return Response.json(apiDocument(), { headers: { 'Cache-Control': 'public, max-age=300' } })
}

/** Read only. */
export function action() {
	return errorAnswer(405, {}, { Allow: 'GET, HEAD' })
}

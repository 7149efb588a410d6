import { apiDocument } from '~/api/document.server'

/** The OpenAPI 3.1 document of the API. */
export function loader() {
	return Response.json(apiDocument(), { headers: { 'Cache-Control': 'public, max-age=300' } })
}

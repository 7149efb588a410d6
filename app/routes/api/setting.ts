/**
 * What an open page asks every five minutes (specification 1, section 7). Answers only while maintenance is off; while it is on,
 * the middleware answers in its place, with 503 and `maintenance_mode` '1'.
 */
export function loader() {
	const body = { success: true, message: '', data: [{ maintenance_mode: '0' }] }
	return Response.json(body, { headers: { 'Cache-Control': 'no-store' } })
}

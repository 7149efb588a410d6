/**
 * A file of an earlier build, or of none: what is there is served before any route is asked. Whoever loads a module
 * wants no page.
 */
export function loader() {
	return new Response('Not found', {
		status: 404,
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
	})
}

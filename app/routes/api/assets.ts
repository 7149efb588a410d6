/**
 * Answers for files of an earlier build, or of none: existing ones are served before any route. Module loads expect no
 * page.
 */
export function loader() {
	return new Response('Not found', {
		status: 404,
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
	})
}

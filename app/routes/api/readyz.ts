import { readiness } from '~/domain/monitoring/readiness.server'

/** Readiness: 200 while the process can read and write, 503 otherwise. */
export async function loader() {
	const state = await readiness(Date.now())
	return Response.json(state, {
		status: state.status === 'ready' ? 200 : 503,
		headers: { 'Cache-Control': 'no-store' },
	})
}

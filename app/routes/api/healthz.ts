import { askDatabase } from '~/server/database-answer.server'

/* Whoever asks gives up after five seconds. */
const ANSWER_MS = 3_000

/** Whether the process is alive: 200 while the database answers, 503 otherwise. */
export async function loader() {
	const status = await askDatabase(ANSWER_MS).then(
		() => 'ok',
		() => 'unavailable',
	)
	return Response.json(
		{ status },
		{ status: status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
	)
}

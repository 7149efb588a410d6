import { askDatabase } from '~/server/db/database-answer.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import product from '../../../package.json' with { type: 'json' }

/* Whoever asks gives up after five seconds. */
const ANSWER_MS = 3_000

/**
 * Whether the process is alive: 200 while the database answers, 503 otherwise; its version, and the client address of
 * the request, by which a wrong TRUST_PROXY shows.
 */
export async function loader() {
	const status = await askDatabase(ANSWER_MS).then(
		() => 'ok',
		() => 'unavailable',
	)
	return Response.json(
		{
			status,
			version: product.version,
			revision: env.REVISION ?? 'unknown',
			clientAddress: currentCaller().address,
		},
		{ status: status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
	)
}

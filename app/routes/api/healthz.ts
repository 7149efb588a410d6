import { checkDatabaseRead } from '~/server/db/database-check.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import product from '../../../package.json' with { type: 'json' }

/* Probes give up after five seconds. */
const ANSWER_MS = 3_000

/**
 * Liveness: 200 while the database answers, 503 otherwise; with the version, and the client address of the request,
 * which reveals a wrong TRUST_PROXY.
 */
export async function loader() {
	const status = await checkDatabaseRead(ANSWER_MS).then(
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

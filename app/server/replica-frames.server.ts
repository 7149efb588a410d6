import { z } from 'zod'

/* What the client of @libsql/client does not hand on: each answer of a libSQL server says how far its log is. */
const Answer = z.object({
	results: z.tuple([
		z.object({
			response: z.object({
				result: z.object({
					rows: z.array(z.array(z.object({ value: z.string() }))),
					replication_index: z.coerce.bigint().nullish(),
				}),
			}),
		}),
		z.unknown(),
	]),
})

/* The oldest account is never removed, and its id is like no other. */
const QUESTION = 'select id from accounts order by rowid limit 1'

/**
 * How far a libSQL server is in the log of changes, primary or replica, and which installation's database it holds.
 * @throws Error when there is no such answer within `ms`.
 */
export async function askFrame(
	url: string,
	token: string | undefined,
	ms: number,
): Promise<{ frame: bigint | undefined; house: string | undefined }> {
	const requests = [{ type: 'execute', stmt: { sql: QUESTION } }, { type: 'close' }]
	const answer = await fetch(pipelineOf(url), {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
		body: JSON.stringify({ requests }),
		signal: AbortSignal.timeout(ms),
	})
	if (!answer.ok) throw new Error(`HTTP status ${answer.status}`)
	const { result } = Answer.parse(await answer.json()).results[0].response
	return { frame: result.replication_index ?? undefined, house: result.rows[0]?.[0]?.value }
}

/** Where a server takes statements over HTTP, whichever of its addresses is configured. */
export function pipelineOf(url: string): URL {
	const { protocol, host, pathname, searchParams } = new URL(url)
	const isPlain = ['http:', 'ws:'].includes(protocol) || searchParams.get('tls') === '0'
	return new URL(`${isPlain ? 'http' : 'https'}://${host}${pathname.replace(/\/*$/, '')}/v2/pipeline`)
}

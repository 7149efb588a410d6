import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

/* Queries of background workers, which are not counted. */
const BACKGROUND = /(from|update|into) \\?"(outbox|leases)\\?"/
const ENQUEUED = /insert into \\?"outbox\\?"/

type Stream = { requests: number; isBackground: boolean }

/** A proxy in front of a libSQL server that counts the round trips caused by the product's requests. */
export async function startCountingProxy(url: string) {
	const target = new URL(url)
	const streams = new Set<Stream>()
	const byBaton = new Map<string, Stream>()
	const server = http.createServer(async (request, response) => {
		const body = await buffer(request)
		const text = body.toString()
		const baton = request.method === 'POST' ? findBaton(text) : undefined
		const stream = (baton && byBaton.get(baton)) || { requests: 0, isBackground: false }
		if (request.method === 'POST') {
			stream.requests++
			streams.add(stream)
		}
		if (BACKGROUND.test(text) && !ENQUEUED.test(text)) stream.isBackground = true
		const { hostname: host, port } = target
		const options = { host, port, method: request.method, path: request.url, headers: request.headers }
		const forward = http.request(options)
		forward.end(body)
		forward.on('error', () => response.destroy())
		forward.on('response', async answer => {
			const answered = await buffer(answer)
			const next = findBaton(answered.toString())
			if (next) byBaton.set(next, stream)
			response.writeHead(answer.statusCode ?? 502, answer.headers)
			response.end(answered)
		})
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
		/** Returns the number of round trips so far, without background work. */
		count: () => [...streams].reduce((sum, stream) => sum + (stream.isBackground ? 0 : stream.requests), 0),
		stop() {
			server.closeAllConnections()
			server.close()
		},
	}
}

/* A session with the server continues with the baton of its last response. */
function findBaton(text: string): string | undefined {
	const start = text.slice(0, 2_000)
	return /"baton":"([^"]+)"/.exec(start)?.[1]
}

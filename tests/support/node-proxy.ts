import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Replaces nginx for several processes on machines without it: alternates between the processes, and retries with
 * another one when one does not respond.
 * @returns a function that stops it.
 */
export async function startNodeProxy(targets: readonly number[], port: number): Promise<() => Promise<void>> {
	let turn = 0
	const proxy = http.createServer(async (request, response) => {
		const body = await buffer(request)
		const chain = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean)
		const headers = { ...request.headers, 'x-forwarded-for': chain.join(', '), connection: 'close' }
		const first = turn++
		for (let tries = 0; tries < targets.length; tries++) {
			const target = targets[(first + tries) % targets.length]
			const options = { host: '127.0.0.1', port: target, method: request.method, path: request.url, headers }
			const asked = http.request(options)
			asked.end(body)
			try {
				const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
				response.writeHead(answer.statusCode ?? 502, answer.headers)
				answer.pipe(response)
				return
			} catch {
				// The next one.
			}
		}
		response.writeHead(502).end()
	})
	proxy.listen(port, '127.0.0.1')
	await once(proxy, 'listening')
	return async () => {
		proxy.closeAllConnections()
		proxy.close()
		await once(proxy, 'close')
	}
}

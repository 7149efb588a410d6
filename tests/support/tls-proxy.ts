import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'

/** A certificate for localhost that only these tests trust. */
const key = readFileSync(new URL('./tls/key.pem', import.meta.url))
const cert = readFileSync(new URL('./tls/cert.pem', import.meta.url))

export type ProxyResponse = { status: number; headers: http.IncomingHttpHeaders; body: string }

/**
 * A proxy like an operator's: terminates TLS, keeps the Host header, and adds the client address, here `clientAddress`,
 * to X-Forwarded-For.
 */
export async function startTlsProxy(
	targetPort: number,
	port: number,
	clientAddress: string,
): Promise<() => void> {
	const proxy = https.createServer({ key, cert }, (request, response) => {
		const chain = [request.headers['x-forwarded-for'], clientAddress].filter(Boolean).join(', ')
		const headers = { ...request.headers, 'x-forwarded-for': chain, 'x-forwarded-proto': 'https' }
		const { method, url } = request
		const forward = http.request({ port: targetPort, host: '127.0.0.1', method, path: url, headers })
		forward.on('response', answer => {
			response.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(response)
		})
		forward.on('error', () => response.writeHead(502).end())
		request.pipe(forward)
	})
	proxy.listen(port, '127.0.0.1')
	await once(proxy, 'listening')
	return () => {
		proxy.closeAllConnections()
		proxy.close()
	}
}

/** Sends one request over TLS; `fields` makes it a form, `body` is sent unchanged. */
export async function askOverTls(
	url: URL,
	options: { fields?: Record<string, string>; body?: Uint8Array; headers?: Record<string, string> } = {},
): Promise<ProxyResponse> {
	const body = options.fields ? new URLSearchParams(options.fields).toString() : options.body
	const request = https.request(url, {
		ca: cert,
		method: body === undefined ? 'GET' : 'POST',
		headers: {
			...(body === undefined
				? {}
				: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
			...options.headers,
		},
	})
	request.end(body)
	const [response] = (await once(request, 'response')) as [http.IncomingMessage]
	const chunks: Buffer[] = []
	for await (const chunk of response) chunks.push(chunk as Buffer)
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		body: Buffer.concat(chunks).toString(),
	}
}

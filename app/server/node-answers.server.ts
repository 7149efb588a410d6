import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@react-router/node'
import compression from 'compression'
import { gzipped } from './gzip.server'
import { bestEncoding } from './page-cache.server'

const brotlied = promisify(brotliCompress)
/* What a drawing is worth that is sent once. */
const BROTLI_QUALITY = 4
const WORTH_COMPRESSING = 1024

/* For what is no finished page: data, tables, documents. */
const compressed = compression()

type Piece = string | { readonly bytes: Buffer }

/** A whole page at hand in pieces, so that sending it needs no stream. */
export class FinishedPage extends Response {
	readonly #pieces: readonly Piece[]
	#body: Response['body'] = null

	constructor(pieces: readonly Piece[], init: { status: number; headers: Headers }) {
		super(null, init)
		this.#pieces = pieces
	}

	/** As it is sent. */
	get content(): Buffer {
		return Buffer.concat(
			this.#pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes)),
		)
	}

	/* The framework looks at it time and again, to see that this is an answer; only a file server would read it. */
	override get body() {
		this.#body ??= new ReadableStream(
			{
				pull: controller => {
					controller.enqueue(new Uint8Array(this.content))
					controller.close()
				},
			},
			{ highWaterMark: 0 },
		)
		return this.#body
	}

	override text() {
		return Promise.resolve(this.content.toString())
	}
}

/**
 * A request of node:http that `receive` has looked at, as the routes read it; its signal aborts when the client goes
 * before the end of the answer.
 */
export function toRequest(request: IncomingMessage, response: ServerResponse): Request {
	const { method = 'GET', url = '/' } = request
	const gone = new AbortController()
	response.once('close', () => {
		if (!response.writableFinished) gone.abort()
	})
	const init: RequestInit = { method, headers: headersOf(request), signal: gone.signal }
	if (method !== 'GET' && method !== 'HEAD') {
		Object.assign(init, { body: createReadableStreamFromReadable(request), duplex: 'half' })
	}
	return new Request(`http://${request.headers.host}${url}`, init)
}

function headersOf(request: IncomingMessage): Headers {
	const headers = new Headers()
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined) continue
		for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
	}
	return headers
}

/** Sends an answer, compressed as the client likes it best. */
export async function send(
	response: Response,
	{ request, to }: { request: IncomingMessage; to: ServerResponse },
): Promise<void> {
	const isPage = response instanceof FinishedPage
	const bytes = isPage ? await compress(response.content, request, response.headers) : undefined
	if (to.destroyed || to.writableEnded) return await response.body?.cancel()
	to.statusCode = response.status
	to.statusMessage = response.statusText
	for (const [name, value] of response.headers) to.appendHeader(name, value)
	if (bytes) {
		to.setHeader('Content-Length', bytes.length)
		to.end(bytes)
	} else if (response.body) {
		await new Promise<void>(resolve => compressed(request, to, resolve))
		await writeReadableStreamToWritable(response.body, to)
	} else {
		to.end()
	}
}

async function compress(bytes: Buffer, { headers }: IncomingMessage, answer: Headers): Promise<Buffer> {
	if (!/\baccept-encoding\b/i.test(answer.get('vary') ?? '')) answer.append('Vary', 'Accept-Encoding')
	const encoding = bestEncoding(headers['accept-encoding']?.toString() ?? '')
	if (bytes.length < WORTH_COMPRESSING || encoding === 'identity') return bytes
	answer.set('Content-Encoding', encoding)
	if (encoding === 'gzip') return await gzipped(bytes)
	return await brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

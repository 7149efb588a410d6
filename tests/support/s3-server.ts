import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'

/* The part of S3 that the product uses, in memory, with simulated faults. Signatures are verified. */

/**
 * A simulated fault. `error`: 500. `busy`: 503. `proxy`: 502 with a proxy's page. `early`: 503 before the body was
 * read, then disconnects. `silent`: never responds. `cut`: disconnects. `half`: half of the response, then disconnects.
 * `stalled`: half of the response, then nothing. `denied`: 403 AccessDenied. `moved`: 301 PermanentRedirect. `lost`:
 * succeeds, and disconnects before the response.
 */
export type Fault =
	| 'error'
	| 'busy'
	| 'proxy'
	| 'early'
	| 'silent'
	| 'cut'
	| 'half'
	| 'stalled'
	| 'denied'
	| 'moved'
	| 'lost'

export type S3Server = {
	/** STORAGE_URL and the credentials. */
	env: { STORAGE_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
	endpoint: string
	objects: Map<string, { bytes: Buffer; changedAt: number }>
	/** Faults of the next requests of a method, in order. */
	faults: Partial<Record<string, Fault[]>>
	/** The fault of all requests without one in `faults`. */
	always: Fault | undefined
	/** The requests so far: `GET receipts/a.pdf`, with their range. */
	requests: string[]
	/** The number of requests in progress. */
	unanswered: number
	close(): Promise<void>
}

const BUCKET = 'market'
const KEY = 'AKIDEXAMPLE'
const SECRET = 'wJalrXUtnFEMI-example'
const REGION = 'eu-west-2'
const PAGE = 3

const CODES = {
	error: [500, 'InternalError'],
	busy: [503, 'SlowDown'],
	denied: [403, 'AccessDenied'],
	moved: [301, 'PermanentRedirect'],
} as const

export async function startS3(port = 0): Promise<S3Server> {
	const server = createServer((request, response) => void answer(request, response))
	server.listen(port, '127.0.0.1')
	await once(server, 'listening')
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const s3: S3Server = {
		env: {
			STORAGE_URL: `s3://${BUCKET}?endpoint=${endpoint}&region=${REGION}`,
			S3_ACCESS_KEY_ID: KEY,
			S3_SECRET_ACCESS_KEY: SECRET,
		},
		endpoint,
		objects: new Map(),
		faults: {},
		always: undefined,
		requests: [],
		unanswered: 0,
		async close() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		s3.unanswered++
		response.once('close', () => s3.unanswered--)
		const url = new URL(request.url ?? '', endpoint)
		const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
		const key = rest.join('/')
		const { method = '', headers } = request
		s3.requests.push([method, key, headers.range].filter(Boolean).join(' '))
		const fault = s3.faults[method]?.shift() ?? s3.always
		if (fault === 'early') {
			refuse(response, 503, 'SlowDown')
			return void request.destroy()
		}
		if (fault === 'cut') return void request.destroy()
		const body = await buffer(request).catch(() => undefined)
		if (!body || fault === 'silent') return
		if (fault === 'error' || fault === 'busy' || fault === 'denied' || fault === 'moved') {
			const [status, code] = CODES[fault]
			return refuse(response, status, code)
		}
		if (fault === 'proxy') {
			response.writeHead(502, { 'content-type': 'text/html' })
			return void response.end('<html><body><center>Bad Gateway<hr></center></body></html>')
		}
		// Like an older store that supports neither.
		if (headers.expect || Object.keys(headers).some(name => name.includes('checksum'))) {
			return refuse(response, 501, 'NotImplemented')
		}
		const problem = await findProblem(request, url, body)
		if (problem) return refuse(response, problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem)
		if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
		if (fault === 'lost') response.end = () => response.destroy()
		if (method === 'PUT') {
			s3.objects.set(key, { bytes: body, changedAt: Date.now() })
			return void response.end()
		}
		if (method === 'DELETE') {
			// Some stores return an error for a missing object; Amazon's does not.
			if (!s3.objects.delete(key)) return refuse(response, 404, 'NoSuchKey')
			return void response.writeHead(204).end()
		}
		const found = key === '' ? { bytes: Buffer.from(list(url.searchParams)) } : s3.objects.get(key)
		if (!found) return refuse(response, 404, 'NoSuchKey')
		const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
		const bytes = found.bytes.subarray(from)
		const etag = `"${createHash('md5').update(found.bytes).digest('hex')}"`
		response.writeHead(headers.range ? 206 : 200, { 'content-length': bytes.length, etag })
		if (fault !== 'half' && fault !== 'stalled') return void response.end(bytes)
		response.write(
			bytes.subarray(0, Math.ceil(bytes.length / 2)),
			() => fault === 'half' && response.destroy(),
		)
	}

	function list(query: URLSearchParams): string {
		const prefix = query.get('prefix') ?? ''
		const after = query.get('continuation-token') ?? ''
		const most = Number(query.get('max-keys') ?? PAGE)
		const keys = [...s3.objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
		const shown = keys.slice(0, most)
		const contents = shown.map(key => {
			const { bytes, changedAt } = s3.objects.get(key) ?? { bytes: Buffer.alloc(0), changedAt: 0 }
			const at = new Date(changedAt).toISOString()
			return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>${bytes.length}</Size></Contents>`
		})
		const next = keys.length > most ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
		return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
	}
	return s3
}

function refuse(response: ServerResponse, status: number, code: string): void {
	response.writeHead(status, { 'content-type': 'application/xml' })
	response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

/** Verifies the signature of a request, and its body against the signed hash. */
async function findProblem(request: IncomingMessage, url: URL, body: Buffer): Promise<string | undefined> {
	const { authorization = '', host = '' } = request.headers
	const pattern =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/
	const [, key, region, names = '', signature] = pattern.exec(authorization) ?? []
	if (!signature) return 'AccessDenied'
	if (key !== KEY) return 'InvalidAccessKeyId'
	if (region !== REGION) return 'AuthorizationHeaderMalformed'
	const signed = names.split(';').filter(name => name !== 'host')
	const signer = new AwsV4Signer({
		url: new URL(url.pathname + url.search, `http://${host}`).href,
		method: request.method ?? '',
		headers: signed.map(name => [name, String(request.headers[name])] as [string, string]),
		allHeaders: true,
		datetime: String(request.headers['x-amz-date']),
		accessKeyId: KEY,
		secretAccessKey: SECRET,
		region: REGION,
		service: 's3',
	})
	const { headers } = await signer.sign()
	if (!headers.get('authorization')?.endsWith(`Signature=${signature}`)) return 'SignatureDoesNotMatch'
	const hash = request.headers['x-amz-content-sha256']
	if (hash === 'UNSIGNED-PAYLOAD') return undefined
	const actual = createHash('sha256').update(body).digest('hex')
	return request.method === 'PUT' && hash !== actual ? 'XAmzContentSHA256Mismatch' : undefined
}

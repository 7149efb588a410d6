import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A finished page, compressed once for every browser that asks for it the same way. */
export type Page = {
	html: Buffer
	etag: string
	headers: [string, string][]
	/** Whether proxies may keep it. */
	isPublic: boolean
	encoded: Map<Encoding, Promise<Buffer>>
}
type Encoding = 'br' | 'gzip' | 'identity'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
const BROTLI_QUALITY = 11

const pages = new WeakMap<object, Map<string, Promise<Page | null>>>()

/**
 * The page that `draw` makes, drawn once for each `variant` as long as `source` is the same object: whoever asks
 * meanwhile waits for the one drawing. Only for pages that are the same for everybody of a variant. What is not a
 * finished page, or sets a cookie, is passed on and never kept.
 */
export async function cachedPage(
	source: object,
	variant: string,
	request: Request,
	draw: () => Promise<Response>,
): Promise<Response> {
	const known = pages.get(source) ?? new Map<string, Promise<Page | null>>()
	pages.set(source, known)
	const page = known.get(variant)
	if (!page) {
		const response = await keep(known, variant, draw)
		if (response) return response
	}
	const kept = await known.get(variant)
	return kept ? await answer(kept, request) : await draw()
}

/** Draws and keeps the page; what cannot be kept is returned instead. */
async function keep(
	known: Map<string, Promise<Page | null>>,
	variant: string,
	draw: () => Promise<Response>,
): Promise<Response | null> {
	let unkept: Response | null = null
	const drawing = (async () => {
		const response = await draw()
		const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')
		if (!isPage || response.headers.has('set-cookie')) {
			unkept = response
			return null
		}
		return await pageOf(response)
	})()
	known.set(variant, drawing)
	try {
		if ((await drawing) === null) known.delete(variant)
	} catch (error) {
		known.delete(variant)
		throw error
	}
	return unkept
}

/** An answer as it can be sent again, without the headers named. */
export async function pageOf(response: Response, without: ReadonlySet<string> = new Set()): Promise<Page> {
	const html = Buffer.from(await response.text())
	const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
	const isPublic = /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
	const kept = [...response.headers].filter(([name]) => !without.has(name))
	if (!response.headers.has('vary')) kept.push(['vary', 'Accept-Encoding'])
	return { html, etag, headers: kept, isPublic, encoded: new Map() }
}

/** A page as an Accept-Encoding header wants it. */
export async function encoded(page: Page, accepted: string): Promise<{ bytes: Buffer; encoding: Encoding }> {
	const encoding = bestEncoding(accepted)
	const body = page.encoded.get(encoding) ?? encode(page.html, encoding)
	page.encoded.set(encoding, body)
	return { bytes: await body, encoding }
}

async function answer(page: Page, request: Request): Promise<Response> {
	const headers = new Headers(page.headers)
	headers.set('ETag', page.etag)
	headers.set('Vary', 'Accept-Encoding, Cookie')
	if (request.headers.get('if-none-match') === page.etag) return new Response(null, { status: 304, headers })
	const { bytes, encoding } = await encoded(page, request.headers.get('accept-encoding') ?? '')
	if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
	headers.set('Content-Length', String(bytes.length))
	return new Response(new Uint8Array(bytes), { headers })
}

async function encode(html: Buffer, encoding: Encoding): Promise<Buffer> {
	if (encoding === 'identity') return html
	if (encoding === 'gzip') return await gzipped(html, { level: 9 })
	return await brotlied(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** The smallest encoding that an Accept-Encoding header allows. */
export function bestEncoding(accepted: string): Encoding {
	const allowed = accepted.split(',').flatMap(part => {
		const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
		return parameters.some(parameter => /^\s*q=0(\.0*)?\s*$/.test(parameter)) ? [] : name.trim()
	})
	return allowed.includes('br') ? 'br' : allowed.includes('gzip') ? 'gzip' : 'identity'
}

import { redirect } from 'react-router'
import { canShowPdf, DEFAULT_PROFILE_IMAGE } from '~/domain/files/rules'
import { findFileFor, openUpload } from '~/domain/files/stored.server'
import { findAdmitted } from '~/server/auth/guards.server'
import { readBearer } from '~/server/auth/session.server'
import { StoreError } from '~/server/files/store-error.server.js'
import { apiErrorResponse, isApiPath } from '~/server/http/api-response.server'
import { notFound, tryLater } from '~/server/http/responses.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/files'

/**
 * Serves uploaded files. Access is checked for every request; without it the answer is a 404 page. Below /api by bearer
 * token, else by the session's cookie.
 */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request, params }, next) => {
		if (request.method !== 'GET' && request.method !== 'HEAD') return await next()
		const accepted = request.headers.get('accept') ?? ''
		const isFrame = request.headers.get('sec-fetch-dest') === 'iframe'
		const readsPages = accepted.includes('text/html') && !isFrame
		const isOfPage = !isApiPath(new URL(request.url).pathname)
		const isPhoto = isOfPage && params.folder === 'profiles' && !readsPages && accepted.includes('image/')
		try {
			const file = await openFile(request, `${params.folder}/${params.name}`)
			if (file) return file
			if (isPhoto) return defaultPhoto()
			if (isFrame) return textOnly('This file is missing.', 404)
			return readsPages ? next() : notFound()
		} catch (error) {
			if (!(error instanceof StoreError)) throw error
			log.error({ err: error }, 'a file could not be read')
			if (isPhoto) return defaultPhoto()
			if (isFrame) return textOnly('This file cannot be shown just now. Please try again later.', 503)
			if (readsPages) throw tryLater()
			return tryLater()
		}
	},
]

/** For the frame that shows a receipt within a page. */
function textOnly(text: string, status: number): Response {
	const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
	return new Response(text, { status, headers })
}

/** Replaces a missing photo, also in browsers without scripts. */
function defaultPhoto(): Response {
	return redirect(DEFAULT_PROFILE_IMAGE, { headers: { 'Cache-Control': 'no-store' } })
}

async function openFile(request: Request, key: string): Promise<Response | undefined> {
	const account = await readViewer(request)
	const file = await findFileFor(key, account, Date.now())
	const opened = file && (await openUpload(key, file.size))
	if (!opened) return undefined
	const headers = new Headers({
		'Content-Type': file.mime,
		'Content-Length': String(opened.bytes),
		'Content-Disposition': contentDisposition(file, request.headers.get('user-agent') ?? ''),
		'Cache-Control': CACHING[file.access],
		'Content-Security-Policy': POLICY,
		'Cross-Origin-Resource-Policy': 'same-origin',
	})
	return new Response(opened.stream, { headers })
}

async function readViewer(request: Request) {
	if (!isApiPath(new URL(request.url).pathname)) return await findAdmitted(request)
	const account = await readBearer(request, Date.now())
	return account?.owesSecondFactor ? undefined : account
}

const CACHING = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' }

/* A file is never a page of ours: nothing in it may run, load or send. */
const POLICY = "default-src 'none'; sandbox"

function contentDisposition({ name, mime }: { name: string; mime: string }, userAgent: string): string {
	const isShown = mime !== 'application/pdf' || canShowPdf(userAgent)
	const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
	const utf8 = encodeURIComponent(name).replace(/['()*]/g, toHex)
	return `${isShown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

function toHex(letter: string): string {
	return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Existing files were answered by the middleware; here there is none. */
export function loader() {
	throw notFound()
}

export function action({ request }: Route.ActionArgs) {
	if (isApiPath(new URL(request.url).pathname)) return apiErrorResponse(405, {}, { Allow: 'GET, HEAD' })
	throw notFound()
}

/** Never rendered: the last error boundary is shown instead. */
export default function NoFile() {
	return null
}

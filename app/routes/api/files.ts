import { findFileFor } from '~/domain/files/queries.server'
import { optionalAccount } from '~/server/guards.server'
import { storage } from '~/server/storage.server'
import type { Route } from './+types/files'

/** Uploaded files. Who may open which is decided for every request; to everybody else there is nothing here. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await optionalAccount(request)
	const key = `${params.folder}/${params.name}`
	const file = await findFileFor(key, account, Date.now())
	const bytes = file && (await storage.get(key))
	if (!bytes) return new Response(null, { status: 404, statusText: 'Not Found' })
	const headers = new Headers({
		'Content-Type': file.mime,
		'Content-Length': String(bytes.length),
		'Content-Disposition': contentDisposition(file),
		'Cache-Control': CACHING[file.access],
		'Content-Security-Policy': POLICY,
		'X-Content-Type-Options': 'nosniff',
		'Cross-Origin-Resource-Policy': 'same-origin',
	})
	return new Response(bytes, { headers })
}

const CACHING = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' }

/* A file is never a page of ours: nothing in it runs, loads or sends, whatever else it may be. */
const POLICY = "default-src 'none'; sandbox"

/* A PDF is handed over as a file: under the policy above, Safari and some versions of Chrome show an empty page in its place. */
function contentDisposition({ name, mime }: { name: string; mime: string }): string {
	const kind = mime === 'application/pdf' ? 'attachment' : 'inline'
	const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
	return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hexOf)}`
}

function hexOf(letter: string): string {
	return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

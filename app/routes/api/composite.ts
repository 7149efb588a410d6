import { redirect } from 'react-router'
import { INCOMPLETE_MS, readComposite } from '~/domain/grid/picture/composite.server'
import { StoreError } from '~/server/files/file-store.server.js'
import { tryLater } from '~/server/http/answers.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/composite'

/** A file of the grid's composite image. Public like the grid itself, and immutable: the address names its content. */
export async function loader({ params }: Route.LoaderArgs) {
	const found = await readComposite(params.hash, params.file, Date.now()).catch(error => {
		if (!(error instanceof StoreError)) throw error
		log.error({ err: error }, 'a composite image could not be read')
		throw tryLater()
	})
	const notKept = { headers: { 'Cache-Control': 'no-store' } }
	if (!found) return new Response('Not found', { status: 404, ...notKept })
	if ('movedTo' in found) return redirect(`/grid-picture/${found.movedTo}/${params.file}`, notKept)
	const caching = found.isComplete ? 'max-age=31536000, immutable' : `max-age=${INCOMPLETE_MS / 1_000}`
	return new Response(found.bytes, {
		headers: { 'Content-Type': found.type, 'Cache-Control': `public, ${caching}` },
	})
}

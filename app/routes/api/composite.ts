import { redirect } from 'react-router'
import { readComposite } from '~/domain/grid/picture/composite.server'
import { INCOMPLETE_MS } from '~/domain/grid/picture/generated-file.server'
import { readLotPicture } from '~/domain/grid/picture/lot-picture.server'
import { StoreError } from '~/server/files/store-error.server.js'
import { tryLater } from '~/server/http/responses.server'
import { log } from '~/server/ops/log.server'
import { HOUSE_IMAGE } from '~/ui/layout/page-meta'
import type { Route } from './+types/composite'

/**
 * A file of the grid's composite image, or the picture of a lot. Public like the grid itself, and immutable: the
 * address identifies its content.
 */
export async function loader({ params }: Route.LoaderArgs) {
	const read = params.file.startsWith('lot-') ? readLotPicture : readComposite
	const found = await read(params.hash, params.file, Date.now()).catch(error => {
		if (!(error instanceof StoreError)) throw error
		log.error({ err: error }, 'a composite image could not be read')
		throw tryLater()
	})
	const notKept = { headers: { 'Cache-Control': 'no-store' } }
	if (found === 'none') return redirect(HOUSE_IMAGE, notKept)
	if (!found) return new Response('Not found', { status: 404, ...notKept })
	if ('movedTo' in found) return redirect(`/grid-picture/${found.movedTo}/${params.file}`, notKept)
	const caching = found.isComplete ? 'max-age=31536000, immutable' : `max-age=${INCOMPLETE_MS / 1_000}`
	return new Response(found.bytes, {
		headers: { 'Content-Type': found.type, 'Cache-Control': `public, ${caching}` },
	})
}

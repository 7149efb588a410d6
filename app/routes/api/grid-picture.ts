import { readPicture } from '~/domain/grid/picture.server'
import type { Route } from './+types/grid-picture'

/** A file of the composed picture of the grid. Public like the grid itself, and immutable: the address names its content. */
export async function loader({ params }: Route.LoaderArgs) {
	const picture = await readPicture(params.hash, params.file)
	if (!picture) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
	return new Response(picture.bytes, {
		headers: { 'Content-Type': picture.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
	})
}

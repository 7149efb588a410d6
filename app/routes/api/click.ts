import { pixelNumber } from '~/domain/grid/pixel-path'
import { readGrid } from '~/domain/grid/queries.server'
import { countVisitor } from '~/domain/statistics/count.server'
import { requestContext } from '~/server/http/request-context.server'
import { notFound } from '~/server/http/responses.server'
import type { Route } from './+types/click'

/** Only POST is supported. */
export function loader() {
	throw notFound()
}

/**
 * Counts a click on the link of a cell's block. Browsers send it in parallel to the click; nobody waits for the answer.
 */
export async function action({ params }: Route.ActionArgs) {
	const now = Date.now()
	const { blocks } = await readGrid(now)
	const cell = pixelNumber(params.cell)
	const block = blocks.find(item => cell !== undefined && item.cells.includes(cell))
	const context = requestContext()
	if (block && context) countVisitor('clicks', block.creativeId, context, now)
	return new Response(null, { status: 204 })
}

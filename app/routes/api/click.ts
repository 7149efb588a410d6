import { pixelNumber } from '~/domain/grid/pixel-path'
import { readGrid } from '~/domain/grid/queries.server'
import { countVisitor } from '~/domain/statistics/count.server'
import { notFound } from '~/server/http/answers.server'
import { requestContext } from '~/server/http/request-context.server'
import type { Route } from './+types/click'

/** There is nothing to see here. */
export function loader() {
	throw notFound()
}

/**
 * Somebody follows the link of the block that a cell belongs to. Browsers say so beside the click; nobody waits for the
 * answer.
 */
export async function action({ params }: Route.ActionArgs) {
	const now = Date.now()
	const { blocks } = await readGrid(now)
	const cell = pixelNumber(params.cell)
	const block = blocks.find(one => cell !== undefined && one.cells.includes(cell))
	const context = requestContext()
	if (block && context) countVisitor('clicks', block.creativeId, context, now)
	return new Response(null, { status: 204 })
}

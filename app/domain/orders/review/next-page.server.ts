import { readNeighbours } from './list.server'
import { orderPath, ReviewFilter, reviewPath } from './schema'

const TO_REVIEW = ReviewFilter.parse({ status: 'pending' })

/**
 * Returns the page that follows the decision about an order: the next order of the list, by default of the pending
 * orders. After the last one it is the list, and `complete` adds that to a message.
 */
export async function readNextPage(orderId: string, list: ReviewFilter = TO_REVIEW) {
	const { next } = await readNeighbours(orderId, list)
	return {
		path: next ? orderPath(next, list) : reviewPath(list),
		complete: (text: string) =>
			next ? text : `${text.replace(/\.$/, '')}. No order follows it in the list.`,
	}
}

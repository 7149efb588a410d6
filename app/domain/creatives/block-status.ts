import { pixelPath } from '~/domain/grid/pixel-path'
import { type Block, managePath, PUBLIC_LATER } from './rules'

/** Returns the state of a block, for its owner, and the next step. */
export function describeBlockStatus(block: Block) {
	const cell = block.cells[0] ?? 0
	const hasImage = Boolean(block.creative?.imageKey)
	const manage = (label: string) => ({ label, href: managePath(cell) })
	if (block.isOffered) {
		return {
			status: 'offered',
			isWaiting: true,
			words: 'An invitation for it waits for an answer.',
			next: { label: 'See the offer', href: '/user/pixels/sell#listed' },
		}
	}
	if (!hasImage) {
		return {
			status: block.isPending ? 'payment in review' : 'without an image',
			isWaiting: true,
			words: 'Nothing to show yet.',
			next: manage('Choose an image'),
		}
	}
	const words = block.creative?.description ?? ''
	if (block.differing > 0) {
		const some = block.differing === 1 ? 'One pixel of it shows' : `${block.differing} pixels of it show`
		return {
			status: 'in parts',
			isWaiting: true,
			words: `${some} something else.`,
			next: manage('Show one image on all'),
		}
	}
	if (block.isPublicLater) {
		return {
			status: 'payment in review',
			isWaiting: true,
			words: `Your image is ${PUBLIC_LATER}.`,
			next: manage('Manage'),
		}
	}
	return {
		status: 'on the grid',
		isWaiting: false,
		words,
		next: { label: 'See its page', href: pixelPath(cell) },
	}
}

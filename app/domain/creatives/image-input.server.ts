import { findFormImage } from '~/domain/files/form-image.server'
import { findPlacedImage } from './placed-image.server'
import type { Block } from './rules'
import { readFormImageKey } from './schema'

/**
 * Reads the image input of the form of a block: `fields`, those of an earlier attempt; without them, the image placed
 * on the block before the purchase, if the block has no image yet.
 */
export async function readImageInput(
	fields: readonly (readonly [string, string])[] | undefined,
	{ id, role }: { id: string; role: 'user' | 'admin' },
	block: Block,
) {
	const isBare = role === 'user' && !block.creative?.imageKey && block.loan === null
	const placed = !fields && isBare ? await findPlacedImage(block.cells, id) : undefined
	if (placed) return placed
	const values = Object.fromEntries(fields ?? [])
	return { values, held: await findFormImage(readFormImageKey(values), id) }
}

import { type FormImage, findFormImage } from '~/domain/files/form-image.server'
import { saveCreative } from './commands.server'
import { type ImageInput, storeDraftImage } from './image.server'
import { findPlacedImage } from './placed-image.server'
import type { Block, BlockEditor } from './rules'
import { readFormImageKey } from './schema'

/** The result of submitting a block's form. */
export type Submitted =
	| { kind: 'saved' }
	/** The block can no longer be managed. */
	| { kind: 'lost'; message: string }
	/**
	 * The form is shown again, with files stored for it and errors beyond those of its schema. `code`: of a file, or of
	 * too many changes.
	 */
	| {
			kind: 'again'
			held: FormImage | undefined
			errors: { image?: string; form?: string }
			code?: string
			retryAfter?: number
	  }

/**
 * Saves the form of a block. After errors, or for a preview, stores its image for the form instead: `content` is then
 * missing.
 */
export async function submitCreative(
	cell: number,
	block: Block,
	image: ImageInput,
	content: { description: string; link: string } | undefined,
	by: BlockEditor,
): Promise<Submitted> {
	const saved = image.busy ? undefined : content && (await saveCreative(cell, { ...content, ...image }, by))
	if (saved?.ok) return { kind: 'saved' }
	if (saved?.field) {
		const { code, message, retryAfter } = saved
		const held = await findFormImage(image.held, by.actorId)
		return { kind: 'again', held, errors: { image: message }, code, ...(retryAfter ? { retryAfter } : {}) }
	}
	if (saved && saved.code !== 'too-many') return { kind: 'lost', message: saved.message }
	const kept = await storeDraftImage(image, Boolean(block.creative?.imageKey), by)
	const { code, retryAfter } = { ...kept.refusal, ...saved }
	return {
		kind: 'again',
		held: kept.held,
		errors: {
			...(kept.refusal ? { image: kept.refusal.message } : {}),
			...(saved ? { form: saved.message } : {}),
		},
		...(code ? { code } : {}),
		...(retryAfter ? { retryAfter } : {}),
	}
}

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

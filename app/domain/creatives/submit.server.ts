import { findHeld, type HeldImage } from '~/domain/files/held.server'
import { saveCreative } from './commands.server'
import { type ImageInput, keepImage } from './image.server'
import type { Actor, Block } from './rules'

/** What came of the form of a block. */
export type Submitted =
	| { kind: 'saved' }
	/** The block is not to be managed any more. */
	| { kind: 'lost'; message: string }
	/**
	 * The form again: what it need not send again, and what is wrong beside what its schema says. `code`: of a file or
	 * of too many changes.
	 */
	| {
			kind: 'again'
			held: HeldImage | undefined
			errors: { image?: string; form?: string }
			code?: string
			retryAfter?: number
	  }

/**
 * Saves what the form of a block says. Its image is kept for the form when that is not in order or asks for a preview
 * alone: `content` is then missing.
 */
export async function submitCreative(
	cell: number,
	block: Block,
	image: ImageInput,
	content: { description: string; link: string } | undefined,
	by: Actor,
): Promise<Submitted> {
	const saved = image.busy ? undefined : content && (await saveCreative(cell, { ...content, ...image }, by))
	if (saved?.ok) return { kind: 'saved' }
	if (saved?.field) {
		const { code, message, retryAfter } = saved
		const held = await findHeld(image.held, by.actorId)
		return { kind: 'again', held, errors: { image: message }, code, ...(retryAfter ? { retryAfter } : {}) }
	}
	if (saved && saved.code !== 'too-many') return { kind: 'lost', message: saved.message }
	const kept = await keepImage(image, Boolean(block.creative?.imageKey), by)
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

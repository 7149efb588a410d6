import { encodePreview } from '~/server/images.server'
import { IMAGE_RULE, imageRefusal, openFile, type Refusal } from './commands.server'

/** `width` and `height`: of the picture as it is shown, in pixels. */
export type Preview = { ok: true; src: string; width: number; height: number }

/**
 * A chosen image, checked as an uploaded one would be and made small enough to travel inside the page (a data: address).
 * Nothing is stored, so there is nothing to guard or to sweep.
 */
export async function previewImage(file: File, accountId: string, now: number): Promise<Preview | Refusal> {
	const opened = await openFile(file, IMAGE_RULE, accountId, now)
	if (!opened.ok) return opened
	const encoded = await encodePreview(opened.bytes, opened.type)
	if (!encoded.ok) return imageRefusal(encoded)
	const { bytes, mime, width, height } = encoded.image
	return { ok: true, src: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`, width, height }
}

import type { Picture } from '~/domain/creatives/framing'

/** Larger than any screen shows. */
const EDGE = 1_600

/** Reads a chosen file as a picture, upright and no larger than an editor needs; null if it cannot be read. */
export async function readChosen(file: File): Promise<Picture | null> {
	const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
	const canvas = document.createElement('canvas')
	const context = canvas.getContext('2d')
	if (!bitmap || !context) return null
	const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height))
	canvas.width = Math.max(1, Math.round(bitmap.width * scale))
	canvas.height = Math.max(1, Math.round(bitmap.height * scale))
	context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
	bitmap.close()
	const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
	return blob && { src: URL.createObjectURL(blob), width: canvas.width, height: canvas.height }
}

/** Puts a file that is dropped on an element into a file field, until `signal` aborts. */
export function takeDrops(element: HTMLElement | null, input: HTMLInputElement, signal: AbortSignal) {
	element?.addEventListener('dragover', event => event.preventDefault(), { signal })
	const drop = (event: DragEvent) => {
		if (event.dataTransfer?.files.length !== 1) return
		event.preventDefault()
		input.files = event.dataTransfer.files
		input.dispatchEvent(new Event('change', { bubbles: true }))
	}
	element?.addEventListener('drop', drop, { signal })
}

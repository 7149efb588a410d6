import { find } from './find'

const EDGE = 800

/**
 * Shows a newly chosen image on the block before it is sent, turned as it will be: `data-enhance="image-preview"` on what holds the
 * file input, a select named `rotation` and a drawing marked `data-preview` with an `image` in it.
 */
export function enhanceImagePreviews(root: ParentNode) {
	for (const frame of find(root, 'image-preview', HTMLElement)) {
		const input = frame.querySelector<HTMLInputElement>('input[type="file"]')
		const rotation = frame.querySelector<HTMLSelectElement>('select[name="rotation"]')
		const image = frame.querySelector<SVGImageElement>('[data-preview] image')
		if (!input || !rotation || !image) continue
		const stored = image.getAttribute('href')
		let shown = ''
		let turn = 0
		const refresh = async () => {
			turn += 1
			const mine = turn
			const source = input.files?.[0] ?? (await storedBlob(stored, rotation.value))
			const url = source ? await drawTurned(source, Number(rotation.value)) : undefined
			// A slower answer to an earlier choice must not replace the newer one.
			if (mine !== turn) return
			URL.revokeObjectURL(shown)
			shown = url ?? ''
			const address = url ?? stored
			if (address) image.setAttribute('href', address)
			else image.removeAttribute('href')
		}
		input.addEventListener('change', refresh)
		rotation.addEventListener('change', refresh)
		// A browser that comes back to the page may have kept what was chosen.
		if (input.files?.length || rotation.value !== '0') void refresh()
	}
}

async function storedBlob(address: string | null, rotation: string): Promise<Blob | undefined> {
	if (!address || rotation === '0') return undefined
	const answer = await fetch(address).catch(() => undefined)
	return answer?.ok ? await answer.blob() : undefined
}

/** An address of the image, upright, turned clockwise and no larger than a preview needs; undefined if it cannot be read. */
async function drawTurned(source: Blob, degrees: number): Promise<string | undefined> {
	const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => undefined)
	const canvas = document.createElement('canvas')
	const context = canvas.getContext('2d')
	if (!bitmap || !context) return undefined
	const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height))
	const [width, height] = [bitmap.width * scale, bitmap.height * scale]
	const { width: across, height: down } = turnedSize(width, height, degrees)
	canvas.width = across
	canvas.height = down
	context.translate(across / 2, down / 2)
	context.rotate((degrees * Math.PI) / 180)
	context.drawImage(bitmap, -width / 2, -height / 2, width, height)
	bitmap.close()
	const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
	return blob ? URL.createObjectURL(blob) : undefined
}

/** Width and height after a turn in quarters. */
export function turnedSize(
	width: number,
	height: number,
	degrees: number,
): { width: number; height: number } {
	return degrees % 180 === 0 ? { width, height } : { width: height, height: width }
}

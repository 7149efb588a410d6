import sharp from 'sharp'
import { type Colour, toColour } from './colours'

// libvips has hung with several threads: see lovell/sharp, issue 4486.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }

/** Returns the colour of an image at fractions of its width and height. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<Colour> {
	const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
	const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
	return toColour(data.subarray(at, at + 3))
}

/** Returns the colour of the pixel at x, y. */
export async function readPixels(bytes: Uint8Array) {
	const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	return (x: number, y: number) => {
		const at = (y * info.width + x) * 4
		return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0, alpha: data[at + 3] ?? 0 }
	}
}

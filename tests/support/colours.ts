import type { Page } from '@playwright/test'

export type Colour = 'red' | 'blue' | 'other'

export function toColour([red = 0, green = 0, blue = 0]: Iterable<number>): Colour {
	if (green > 60) return 'other'
	return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other'
}

/** Number of sampled positions in each direction. */
const STEPS = 100

/**
 * Reads colours of an image as the browser of an empty page decodes it. `all`: at 100 by 100 positions. `at`: at
 * fractions of width and height.
 */
export async function coloursIn(page: Page, picture: Uint8Array) {
	const given = { base64: Buffer.from(picture).toString('base64'), steps: STEPS }
	const values = await page.evaluate(async ({ base64, steps }) => {
		const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
		const image = await createImageBitmap(new Blob([bytes]))
		const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
		drawing?.drawImage(image, 0, 0)
		const data = drawing?.getImageData(0, 0, image.width, image.height).data
		const place = (step: number, length: number) => Math.floor(((step + 0.5) / steps) * length)
		return Array.from({ length: steps * steps }, (_, index) => {
			const [x, y] = [place(index % steps, image.width), place(Math.floor(index / steps), image.height)]
			const start = 4 * (y * image.width + x)
			return Array.from(data?.subarray(start, start + 3) ?? [])
		})
	}, given)
	const all = values.map(toColour)
	return { all, at: (x: number, y: number) => all[Math.floor(STEPS * y) * STEPS + Math.floor(STEPS * x)] }
}

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { composeTiles, type Tile } from './compose.server'

/** A megabyte once it is resized; sixteen of them are remembered. */
const EDGE = 512
const box = (x: number) => ({ x, y: 0, w: EDGE, h: EDGE })
const tile = (image: string, x = 0): Tile => ({ versions: [image], box: box(x), windows: [box(x)] })

test('an image that is shown twice takes its place in the memory once', async () => {
	const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
		.png()
		.toBuffer()
	const read: string[] = []
	const source = async (key: string) => {
		read.push(key)
		return bytes
	}
	for (let image = 0; image < 20; image++) {
		await composeTiles(2 * EDGE, EDGE, [tile(`twice-${image}`), tile(`twice-${image}`, EDGE)], source)
	}
	read.length = 0
	for (let time = 0; time < 2; time++) await composeTiles(EDGE, EDGE, [tile('once')], source)
	expect(read).toEqual(['once'])
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { composeTiles, type Tile } from './compose.server'

const box = (edge: number) => ({ x: 0, y: 0, w: edge, h: edge })
const plain = (background: string, edge = 8) =>
	sharp({ create: { width: edge, height: edge, channels: 3, background } })
		.png()
		.toBuffer()

test('an image is read and decoded only once for the same size', async () => {
	const bytes = await plain('red')
	const read: string[] = []
	const source = {
		read: async (key: string) => {
			read.push(key)
			return bytes
		},
		recordDecoding: () => undefined,
	}
	const draw = (edge: number) =>
		composeTiles(edge, edge, [{ versions: ['red'], box: box(edge), windows: [box(edge)] }], source)
	const first = await draw(4)
	expect(await draw(4)).toEqual(first)
	expect(read).toEqual(['red'])
	await draw(5)
	expect(read).toEqual(['red', 'red'])
})

test('draws the first readable version of an image and reports the unreadable ones', async () => {
	const files = new Map([
		['good', await plain('#ff0000')],
		['spare', await plain('#0000ff')],
		['broken', Buffer.from('not an image')],
	])
	const decoded: [string, boolean][] = []
	const source = {
		read: async (key: string) => files.get(key),
		recordDecoding: (key: string, isReadable: boolean) => decoded.push([key, isReadable]),
	}
	const compose = async (...versions: string[]) => {
		const edge = 4
		const tiles: Tile[] = [{ versions, box: box(edge), windows: [box(edge)] }]
		const { canvas, missing } = await composeTiles(edge, edge, tiles, source)
		return [[...canvas.subarray(0, 4)], missing]
	}
	expect(await compose('broken', 'spare')).toEqual([[0, 0, 255, 255], 0])
	expect(await compose('gone', 'good')).toEqual([[255, 0, 0, 255], 0])
	expect(await compose('gone', 'broken')).toEqual([[0, 0, 0, 0], 1])
	expect(decoded).toEqual([
		['broken', false],
		['spare', true],
		['good', true],
		['broken', false],
	])
})

import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { computeVisiblePart } from '~/domain/creatives/framing'
import { type ImageJobs, runImageJob } from './image-process.server'

type UploadJob = ImageJobs['upload']['job']

async function job(image: Promise<Buffer>, type: UploadJob['type'], more: Partial<UploadJob> = {}) {
	return await runImageJob<'upload'>({
		do: 'upload',
		bytes: await image,
		type,
		rotation: 0,
		versions: [{ edge: 100, format: 'webp', options: {} }],
		maxPixels: 30_000_000,
		maxDecodedBytes: 90_000_000,
		...more,
	})
}

const blank = (width: number, height = width, channels: 3 | 4 = 3) =>
	sharp({ create: { width, height, channels, background: '#345678' }, limitInputPixels: false })

test('encodes all versions, rotated once and without metadata', async () => {
	const image = blank(400, 200)
		.jpeg()
		.withExif({ IFD0: { Copyright: 'secret' } })
		.withMetadata({ orientation: 6 })
	const versions = [
		{ edge: 300, format: 'png', options: {} },
		{ edge: 50, format: 'webp', options: {} },
	] as const
	const done = await job(image.toBuffer(), 'jpeg', { versions, rotation: 90 })
	if (!done?.ok) throw new Error('not encoded')
	expect(done.images.map(({ width, height }) => [width, height])).toEqual([
		[300, 150],
		[50, 25],
	])
	const [first] = done.images
	expect(Buffer.from(first?.bytes ?? []).includes('secret')).toBe(false)
})

test('rejects an image whose decoding would take too much memory, by the type of file', async () => {
	const refused = async (image: Sharp, type: UploadJob['type']) => {
		const done = await job(image.toBuffer(), type)
		return done?.ok === false && done.problem === 'too-many-pixels' && Math.floor(done.maxPixels / 1e6)
	}
	expect(await refused(blank(5_500).jpeg(), 'jpeg')).toBe(30)
	expect(await refused(blank(4_000).jpeg({ progressive: true }), 'jpeg')).toBe(15)
	expect(await refused(blank(3_900, 3_900, 4).toColourspace('rgb16').png(), 'png')).toBe(11)
	expect(await refused(blank(2_600).avif({ effort: 0 }), 'avif')).toBe(6)
	expect((await job(blank(2_400).avif({ effort: 0 }).toBuffer(), 'avif'))?.ok).toBe(true)
})

test.runIf(process.platform === 'linux')(
	'a file that takes more memory than allowed ends only its own process',
	async () => {
		// Without the rule tested above, only the limit of the process applies.
		const heavy = await job(blank(5_000).avif({ effort: 0 }).toBuffer(), 'avif', { maxDecodedBytes: 1e12 })
		expect(heavy === undefined || !heavy.ok).toBe(true)
		expect((await job(blank(10).png().toBuffer(), 'png'))?.ok).toBe(true)
	},
)

test('a truncated file, or one of another type than its first bytes, is unreadable', async () => {
	const png = await blank(200).png().toBuffer()
	expect(await job(Promise.resolve(png), 'jpeg')).toEqual({ ok: false, problem: 'unreadable' })
	const cut = png.subarray(0, png.length - 30)
	expect(await job(Promise.resolve(cut), 'png')).toEqual({ ok: false, problem: 'unreadable' })
})

test('kills the work of an aborted request', async () => {
	const gone = new AbortController()
	const image = await blank(5_400).jpeg({ progressive: false }).toBuffer()
	const rest = { rotation: 0, maxPixels: 30_000_000, maxDecodedBytes: 90_000_000 } as const
	const large = { edge: 5_400, format: 'png', options: {} } as const
	const versions = [large, ...Array.from({ length: 40 }, () => large)] as const
	const running = runImageJob<'upload'>(
		{ do: 'upload', bytes: image, type: 'jpeg', versions, ...rest },
		gone.signal,
	)
	gone.abort()
	const from = performance.now()
	expect(await running).toBeUndefined()
	// Without a limit this takes most of a minute.
	expect(performance.now() - from).toBeLessThan(5_000)
})

const QUARTERS = [0, 90, 180, 270] as const

/** Creates an image of 6 by 4 fields of 40 pixels in different colours, with this Exif orientation. */
async function fields(orientation: number): Promise<Buffer> {
	const pixels = Buffer.from(
		Array.from({ length: 24 }, (_, at) => [(at % 6) * 50, Math.floor(at / 6) * 80, 90]).flat(),
	)
	const small = sharp(pixels, { raw: { width: 6, height: 4, channels: 3 } })
	const large = await small.resize(240, 160, { kernel: 'nearest' }).png().toBuffer()
	return await sharp(large).withMetadata({ orientation }).png().toBuffer()
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'crops an image with the orientation %i as it is displayed',
	async orientation => {
		const rotation = QUARTERS[(orientation * 3) % 4] ?? 0
		const image = await fields(orientation)
		const seen = await sharp(await sharp(image).autoOrient().png().toBuffer())
			.rotate(rotation)
			.raw()
			.toBuffer({ resolveWithObject: true })
		const [ratio, framing] = [1.25, { fit: 'cover', zoom: 1.6, x: 0.85, y: 0.3 } as const]
		const part = computeVisiblePart(seen.info, ratio, framing)
		const done = await job(Promise.resolve(image), 'png', {
			rotation,
			frame: { ratio, ...framing, ground: '#000' },
			versions: [{ edge: 1_600, format: 'png', options: {} }],
		})
		if (!done?.ok) throw new Error('not encoded')
		const [made] = done.images
		expect([made?.width, made?.height]).toEqual([Math.round(part.width), Math.round(part.height)])
		const cut = await sharp(made?.bytes).raw().toBuffer({ resolveWithObject: true })
		const at = ({ data, info }: typeof cut, x: number, y: number) => {
			const from = (Math.floor(y) * info.width + Math.floor(x)) * info.channels
			return [...data.subarray(from, from + 3)]
		}
		let compared = 0
		for (let x = 7; x < part.width; x += 10) {
			for (let y = 7; y < part.height; y += 10) {
				const [there, here] = [at(seen, part.left + x, part.top + y), at(cut, x, y)]
				// Rounding may move a border by a pixel.
				const isEdge = [part.left + x, part.top + y].some(value => Math.abs((value % 40) - 20) > 17)
				if (isEdge) continue
				expect(
					here.map((value, index) => Math.abs(value - (there[index] ?? 0)) < 6),
					`${x}, ${y}`,
				).toEqual([true, true, true])
				compared++
			}
		}
		expect(compared).toBeGreaterThan(20)
	},
)

test('draws a whole image on the background where requested', async () => {
	const frame = { ratio: 1, fit: 'contain', zoom: 1, x: 0.5, y: 1, ground: '#1e3a56' } as const
	const image = sharp({ create: { width: 400, height: 100, channels: 4, background: '#ff000080' } })
	const versions = [{ edge: 200, format: 'png', options: {} }] as const
	const done = await job(image.png().toBuffer(), 'png', { frame, versions, rotation: 180 })
	if (!done?.ok) throw new Error('not encoded')
	const [made] = done.images
	const { data, info } = await sharp(made?.bytes).raw().toBuffer({ resolveWithObject: true })
	expect([info.width, info.height, info.channels]).toEqual([200, 200, 3])
	const at = (y: number) => [...data.subarray((y * 200 + 100) * 3, (y * 200 + 100) * 3 + 3)]
	expect(at(10)).toEqual([0x1e, 0x3a, 0x56])
	expect(at(148)).toEqual([0x1e, 0x3a, 0x56])
	// The background is visible through transparent pixels.
	expect(at(152)[0]).toBeGreaterThan(130)
	expect(at(198)[0]).toBeGreaterThan(130)
	expect(at(198)[0]).toBeLessThan(160)
})

/**
 * What decoding takes of memory, by the kind of file: `tsx bench/image-memory.ts [MEGAPIXELS]`. Each file becomes the
 * two versions of a creative in an image process without limits; the table shows the most it held above one that does a
 * tiny image.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { machine } from './machine'

const WORKER = fileURLToPath(new URL('../app/server/image-worker.js', import.meta.url))
const megapixels = Number(process.argv[2] ?? 8)
const edge = Math.floor(Math.sqrt(megapixels * 1e6))

const square = (channels: 3 | 4 = 3, side = edge) =>
	sharp({
		create: { width: side, height: side, channels, background: { r: 52, g: 86, b: 120, alpha: 0.5 } },
		limitInputPixels: false,
	})
const progressive = { progressive: true, chromaSubsampling: '4:4:4' } as const
const deep = (channels: 3 | 4) => square(channels).toColourspace('rgb16')

const KINDS = {
	JPEG: ['jpeg', square().jpeg()],
	'JPEG, turned': ['jpeg', square().jpeg().withMetadata({ orientation: 6 })],
	'JPEG, progressive': ['jpeg', square().jpeg(progressive)],
	'JPEG, CMYK, progressive': ['jpeg', square().toColourspace('cmyk').jpeg(progressive)],
	PNG: ['png', square(4).png()],
	'PNG, interlaced': ['png', square(4).png({ progressive: true })],
	'PNG, 16 bits, interlaced': ['png', deep(4).png({ progressive: true })],
	WebP: ['webp', square(4).webp({ effort: 0 })],
	GIF: ['gif', square().gif({ effort: 1 })],
	AVIF: ['avif', square().avif({ effort: 0 })],
	'AVIF, see-through': ['avif', square(4).avif({ effort: 0 })],
	'AVIF, 12 bits, see-through': ['avif', deep(4).avif({ effort: 0, bitdepth: 12 })],
} as const

/** The most that an image process held of memory, in megabytes. */
async function peakOf(bytes: Uint8Array, type: string): Promise<number> {
	const child = fork(WORKER, [], {
		execArgv: ['--jitless', '--v8-pool-size=0'],
		env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	})
	let peak = 0
	const watcher = setInterval(() => {
		try {
			const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
			peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak)
		} catch {
			// It has ended.
		}
	}, 2)
	const versions = [
		{ edge: 1_600, format: 'webp', options: { quality: 90, smartSubsample: true } },
		{ edge: 320, format: 'webp', options: { quality: 82 } },
	]
	child.send({ do: 'upload', bytes, type, rotation: 0, versions, maxPixels: 1e9, maxDecodedBytes: 1e12 })
	await new Promise(resolve => child.once('close', resolve))
	clearInterval(watcher)
	return peak / 1024
}

console.log(`${machine()}\n${megapixels} megapixels`)
const base = await peakOf(await square(3, 8).png().toBuffer(), 'png')
const rows = []
for (const [kind, [type, image]] of Object.entries(KINDS)) {
	const bytes = await image.toBuffer()
	const above = (await peakOf(bytes, type)) - base
	const perPixel = ((above * 1024 * 1024) / edge ** 2).toFixed(1)
	rows.push({ kind, kB: Math.ceil(bytes.length / 1024), MB: Math.round(above), 'bytes a pixel': perPixel })
}
console.table(rows)
console.log(`An image process that does a tiny image holds ${Math.round(base)} MB.`)

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, ownCells, sessionCookie } from '../support/factories'
import { sharp } from '../support/pixels'
import type { TestServer } from '../support/server'
import { startServer } from '../support/server'

/* The built product on this file's database. Four people send images that take much memory to decode at once; the
   memory of the server and of its image process together stays below a limit. */

const BOUND_MB = 400
const CELLS = [112, 114, 116, 118]

let server: TestServer
let senders: { cell: number; cookie: string }[]
let together = 0
let watcher: ReturnType<typeof setInterval>

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
	senders = await Promise.all(
		CELLS.map(async cell => {
			const owner = await makeUser()
			await ownCells(owner.id, [cell])
			const { name, value } = await sessionCookie(owner.id)
			return { cell, cookie: `${name}=${value}` }
		}),
	)
	watcher = setInterval(() => {
		const all = [server.pid, ...findChildren(server.pid)].map(pid => readMemory(pid, 'VmRSS'))
		together = Math.max(
			together,
			all.reduce((sum, mb) => sum + mb, 0),
		)
	}, 10)
})

afterAll(async () => {
	clearInterval(watcher)
	await server.stop()
})

/** Resident memory in megabytes; 0 for an ended process. */
function readMemory(pid: number, what: 'VmRSS' | 'VmHWM'): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8')
		return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
	} catch {
		return 0
	}
}

function findChildren(parent: number): number[] {
	return readdirSync('/proc')
		.map(Number)
		.filter(pid => {
			try {
				const [, , ofParent] = /\) (\S+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
				return Number(ofParent) === parent
			} catch {
				return false
			}
		})
}

async function upload({ cell, cookie }: { cell: number; cookie: string }, image: Buffer): Promise<string> {
	const form = new FormData()
	form.set('intent', 'upload')
	form.set('description', 'Kept words')
	form.set('link', 'https://kept.example/')
	form.set('rotation', '90')
	form.set('image', new File([new Uint8Array(image)], 'image'))
	const response = await fetch(`${server.url}/user/profile?cell=${cell}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie, origin: server.url },
		body: form,
	})
	const text = await response.text()
	const words = /This image has too many pixels|This file is damaged|This image takes too much/.exec(
		text,
	)?.[0]
	return `${response.status}${words ? ` ${words}` : ''}`
}

/** Sends four uploads of four people in parallel. */
async function atOnce(images: Buffer[]): Promise<string[]> {
	return await Promise.all(
		images.map((image, index) => upload(senders[index] ?? { cell: 0, cookie: '' }, image)),
	)
}

const square = (edge: number, channels: 3 | 4 = 3) =>
	sharp({
		create: { width: edge, height: edge, channels, background: { r: 52, g: 86, b: 120, alpha: 0.5 } },
		limitInputPixels: false,
	})

function animated(edge: number) {
	const pixels = Buffer.alloc(edge * edge * 2 * 3)
	pixels.fill(200, edge * edge * 3)
	const raw = { width: edge, height: 2 * edge, channels: 3, pageHeight: edge } as const
	return sharp(pixels, { raw, limitInputPixels: false })
}

const avif = (edge: number) => square(edge).avif({ effort: 0 })
const deepAvif = (edge: number) => square(edge, 4).toColourspace('rgb16').avif({ effort: 0, bitdepth: 12 })
const deepPng = (edge: number) => square(edge, 4).toColourspace('rgb16').png({ progressive: true })
const jpeg = (edge: number) => square(edge).jpeg().withMetadata({ orientation: 6 })
const progressive = { progressive: true, chromaSubsampling: '4:4:4' } as const
const cmyk = (edge: number) => square(edge).toColourspace('cmyk').jpeg(progressive)
/** A small image whose header claims to be large; it is rejected without decoding. */
function claiming(jpeg: Buffer, edge: number): Buffer {
	const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
	jpeg.writeUInt16BE(edge, frame + 5)
	jpeg.writeUInt16BE(edge, frame + 7)
	return jpeg
}
const webp = (edge: number) => animated(edge).webp({ effort: 0, loop: 0 })
const gif = (edge: number) => animated(edge).gif({ effort: 1, loop: 0 })

const make = async (images: { toBuffer(): Promise<Buffer> }[]) => {
	const made: Buffer[] = []
	for (const image of images) made.push(await image.toBuffer())
	return made
}

test('four small files that take much memory are rejected with a field error', async () => {
	const [small = Buffer.alloc(0), ...others] = await make([cmyk(16), avif(5_470), deepPng(5_470), gif(5_470)])
	const images = [...others, claiming(small, 5_470)]
	expect(images[0]?.length).toBeLessThan(1_200)
	const refused = '422 This image has too many pixels'
	expect(await atOnce(images)).toEqual([refused, refused, refused, refused])
}, 300_000)

test('four images of the maximum size are all encoded, twice', async () => {
	const first = await make([avif(2_440), deepPng(3_350), cmyk(3_350), gif(4_740)])
	expect(await atOnce(first)).toEqual(['302', '302', '302', '302'])
	const second = await make([webp(4_740), jpeg(5_470), square(3_870).jpeg(progressive), deepAvif(2_000)])
	expect(await atOnce(second)).toEqual(['302', '302', '302', '302'])
}, 600_000)

test('the server and its image process stayed below the limit', () => {
	const peak = readMemory(server.pid, 'VmHWM')
	console.info(
		`memory: ${Math.round(peak)} MB of the server, ${Math.round(together)} MB with its image process`,
	)
	expect(together).toBeGreaterThan(peak)
	expect(together).toBeLessThan(BOUND_MB)
})

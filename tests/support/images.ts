import { crc32, deflateSync } from 'node:zlib'

/* Encoded by hand instead of with sharp, because libvips may hang in a test process. */

/** Encodes a PNG. `header`: depth, colour type and methods; `rows`: pixels, each row after its filter type. */
export function png(width: number, height: number, header: readonly number[], rows: Uint8Array): Buffer {
	const size = Buffer.alloc(8)
	size.writeUInt32BE(width, 0)
	size.writeUInt32BE(height, 4)
	const chunk = (type: string, data: Uint8Array) => {
		const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
		const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
		length.writeUInt32BE(data.length)
		sum.writeUInt32BE(crc32(body))
		return Buffer.concat([length, body, sum])
	}
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', Buffer.concat([size, Buffer.from(header)])),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	])
}

/** Encodes a PNG whose left half is red and whose right half is blue, so that rotations are visible. */
export function makeTwoColourPng(width = 120, height = 80): Buffer {
	const half = width / 2
	const row = Buffer.concat([
		Buffer.alloc(1),
		Buffer.alloc(3 * half, Buffer.from([255, 0, 0])),
		Buffer.alloc(3 * half, Buffer.from([0, 0, 255])),
	])
	return png(width, height, [8, 2, 0, 0, 0], Buffer.alloc(row.length * height, row))
}

/** Encodes a lossless WebP of one colour ("#rrggbb"): each code has one symbol, so that pixels take no bits. */
export function plainWebp(colour: string, width: number, height: number): Buffer {
	const [red = 0, green = 0, blue = 0] = Buffer.from(colour.slice(1), 'hex')
	const fields: [value: number, bits: number][] = [
		[width - 1, 14],
		[height - 1, 14],
		// Neither alpha nor another version; no transform, no cache of colours, one group of codes.
		[0, 4 + 3],
		...[green, red, blue, 255].flatMap((symbol): [number, number][] => [
			// A simple code of one symbol, of 8 bits.
			[0b101, 3],
			[symbol, 8],
		]),
		// The code of distances, which is unused.
		[0b0001, 4],
	]
	let [bits, at] = [0n, 0n]
	for (const [value, length] of fields) {
		bits |= BigInt(value) << at
		at += BigInt(length)
	}
	const data = Buffer.alloc(Math.ceil(Number(at) / 8))
	for (let byte = 0; byte < data.length; byte++) data[byte] = Number((bits >> BigInt(8 * byte)) & 0xffn)
	const body = Buffer.concat([Buffer.from([0x2f]), data])
	const padded = Buffer.concat([body, Buffer.alloc(body.length % 2)])
	const head = Buffer.from('RIFF....WEBPVP8L....', 'latin1')
	head.writeUInt32LE(padded.length + 12, 4)
	head.writeUInt32LE(body.length, 16)
	return Buffer.concat([head, padded])
}

/** A PDF of one page. */
export const SMALL_PDF = Buffer.from(
	[
		'%PDF-1.4',
		'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
		'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
		'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj',
		'trailer<</Root 1 0 R>>',
		'%%EOF',
		'',
	].join('\n'),
)

/** A PDF of one page that is completely red. */
export function redPdf(): Buffer {
	const drawing = '1 0 0 rg 0 0 300 200 re f'
	const objects = [
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
		`<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
	].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
	return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer<</Root 1 0 R/Size 5>>\n%%EOF\n`)
}

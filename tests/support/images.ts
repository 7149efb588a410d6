import sharp from 'sharp'

/** A PNG whose left half is red and whose right half is blue, so that turns can be told. */
export function twoColours(width = 120, height = 80): Promise<Buffer> {
	const half = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } }
	return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
		.composite([{ input: half, left: width / 2, top: 0 }])
		.png()
		.toBuffer()
}

/** The colour of a picture at a place given in parts of its width and height. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
	const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
	const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
	const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
	if (green > 60) return 'other'
	return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other'
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

/** A PDF of one page that is red from edge to edge. */
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

/* Sample advertisements of twelve fictional brands, each with an image, a name and a text. The images are in
   scripts/sample. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { CELLS, type Cell, cellAt, TYPE_UNITS } from '~/domain/grid/layout'
import { normalisePaymentId } from '~/domain/orders/payment-id'

type Brand = { readonly name: string; readonly text: string; readonly host: string }

const BRANDS: Readonly<Record<string, Brand>> = {
	aurelia: { name: 'Aurelia', text: 'Watches made in Geneva, one at a time.', host: 'aurelia.example' },
	harbour: {
		name: 'Harbour House',
		text: 'A gallery for painters who are still painting.',
		host: 'harbour-house.example',
	},
	kestrel: {
		name: 'Kestrel & Sons',
		text: 'Tailors since 1884. Two fittings, then for life.',
		host: 'kestrel-and-sons.example',
	},
	lumen: { name: 'Lumen', text: 'Lenses, ground by hand.', host: 'lumen.example' },
	meridian: {
		name: 'Meridian',
		text: 'The atlas of the world, redrawn each year.',
		host: 'meridian.example',
	},
	northwind: {
		name: 'Northwind',
		text: 'Expeditions to the high Arctic, twelve guests at most.',
		host: 'northwind.example',
	},
	oakfield: {
		name: 'Oakfield',
		text: 'Seeds and gardens, from one family farm.',
		host: 'oakfield.example',
	},
	onda: { name: 'Onda', text: 'Wooden boats for the lagoon.', host: 'onda.example' },
	pemberton: { name: 'Pemberton', text: 'Rare books, bought and sold.', host: 'pemberton.example' },
	rive: { name: 'Maison Rive', text: 'Perfume from a house of four.', host: 'maison-rive.example' },
	solace: {
		name: 'Solace',
		text: 'Wine from one hillside, in good years only.',
		host: 'solace.example',
	},
	vantage: { name: 'Vantage', text: 'Yachts under sail, built to order.', host: 'vantage.example' },
}

/** An advertisement: the name of its image, and its cells. */
export type Advertisement = { readonly picture: string; readonly cells: readonly Cell[] }

/** Returns the brand of an image from its name, such as "aurelia-4x4-2". */
export function getBrand(picture: string): Brand {
	const brand = BRANDS[picture.split('-', 1)[0] ?? '']
	if (!brand) throw new Error(`Nobody advertises with ${picture}`)
	return brand
}

/** Renders an image for an upload. @param edge the longer edge in pixels */
export async function drawPicture(picture: string, edge = 1_200): Promise<Buffer> {
	const svg = await readFile(new URL(`sample/${picture}.svg`, import.meta.url))
	return await sharp(svg, { density: 300 }).resize(edge, edge, { fit: 'inside' }).png().toBuffer()
}

/* Images with the row and column of their first cell. */
const LAYOUT = `
harbour-4x4-2 1 1, vantage-8x4-2 1 3, meridian-4x4-2 1 6, oakfield-4x4-2 1 8, harbour-2x2-0 2 1
northwind-4x2-1 2 5, aurelia-8x10-0 2 9, northwind-2x2-0 2 13, aurelia-2x2-0 2 19, onda-4x4-2 3 2
pemberton-2x2-1 3 6, rive-2x2-1 3 8, pemberton-6x4-0 3 14, kestrel-2x2-1 3 20, rive-4x4-2 4 18
solace-4x4-2 5 4, kestrel-4x4-2 5 7, lumen-2x2-0 6 1, oakfield-2x2-1 6 13, lumen-4x2-0 6 16
onda-2x2-0 6 20, northwind-4x2-0 7 4, vantage-4x2-1 7 8, meridian-2x2-0 7 11, solace-2x2-0 7 15
harbour-4x2-1 7 18, solace-2x1-0 8 2, onda-4x2-1 8 14, pemberton-2x1-0 8 20, meridian-2x1-1 8 39
northwind-6x4-2 9 3, pemberton-2x1-0 9 10, rive-3x2-3 9 18, harbour-6x3-2 9 23, pemberton-3x4-0 9 31
solace-3x2-1 9 37, lumen-1x1-1 10 2, solace-5x3-2 10 10, northwind-3x2-3 11 15, oakfield-1x1-0 11 21
meridian-2x1-0 12 1, kestrel-3x2-2 12 28, kestrel-2x3-0 13 2, oakfield-3x2-2 13 4, lumen-3x3-1 13 10
meridian-3x2-0 13 13, vantage-2x1-1 13 37, kestrel-4x3-2 14 17, lumen-3x2-0 14 22
harbour-3x3-1 14 26, lumen-3x2-1 15 29, onda-5x3-2 15 35, vantage-1x2-1 16 1, solace-2x2-1 16 2
rive-2x3-3 16 11, oakfield-1x1-0 17 23, lumen-1x1-0 18 2, harbour-3x4-3 18 13, northwind-2x2-0 18 18
meridian-4x3-2 18 21, kestrel-4x2-3 18 33, northwind-2x1-1 18 37, lumen-2x2-1 19 11
meridian-3x3-3 19 37, kestrel-1x1-1 19 40, northwind-2x2-1 20 3, vantage-2x1-1 20 29
onda-1x1-0 21 20, solace-2x1-0 21 27, oakfield-6x3-2 21 30, harbour-1x1-0 21 40, onda-1x1-0 22 4
vantage-5x3-0 22 17, rive-3x4-2 22 23, aurelia-4x4-2 23 2, harbour-2x2-0 23 6, aurelia-2x2-0 23 27
meridian-3x2-0 24 30, solace-1x1-0 25 14, northwind-3x2-3 26 11, pemberton-6x2-1 26 14
oakfield-1x2-1 26 22, rive-4x2-1 26 36, vantage-5x4-2 27 29, harbour-2x2-1 27 34, lumen-6x4-2 28 7
kestrel-6x3-0 28 21, kestrel-1x1-1 28 38, aurelia-2x3-2 29 27, onda-3x3-0 30 15, onda-4x2-0 31 3
northwind-2x1-0 32 11, solace-1x1-1 32 36
`

/** Advertisements for a complete-looking grid, in order of position. */
export const ADVERTISEMENTS: readonly Advertisement[] = LAYOUT.trim()
	.split(/\s*[\n,]\s*/)
	.map(line => {
		const [picture = '', row, col] = line.split(' ')
		const first = cellAt(Number(row), Number(col))
		const [, w = 0, h = 0] = /-(\d+)x(\d+)-/.exec(picture)?.map(Number) ?? []
		if (!first) throw new Error(`No cell for ${line}`)
		const isWhole = w % TYPE_UNITS[first.type].w === 0 && h % TYPE_UNITS[first.type].h === 0
		if (!isWhole) throw new Error(`${picture} does not fit there`)
		const end = { x: first.x + w, y: first.y + h }
		const cells = CELLS.filter(
			cell => cell.x >= first.x && cell.x < end.x && cell.y >= first.y && cell.y < end.y,
		)
		return { picture, cells }
	})

/** Images by shape, such as "3x2", to fill other cells. */
export const PICTURES: ReadonlyMap<string, readonly string[]> = byShape()

function byShape(): Map<string, string[]> {
	const shapes = new Map<string, string[]>()
	for (const { picture } of ADVERTISEMENTS) {
		const shape = picture.split('-')[1] ?? ''
		shapes.set(shape, [...(shapes.get(shape) ?? []), picture])
	}
	return shapes
}

/** What a buyer fills in for an order. */
export const sampleBuyer = (name: string, email: string, paymentId: string) => ({
	name,
	email,
	contactNo: '+442079460000',
	country: 'GB',
	bankName: 'Example Bank',
	bankAccountNo: 'GB00EXMP00000000',
	paymentId,
	paymentIdNormal: normalisePaymentId(paymentId),
})

/**
 * Fills a fresh DATA_DIR for the measurements: `tsx bench/seed.ts BLOCKS ORDERS`. Blocks of one to twelve tiny cells
 * (and some small and medium ones) that carry pictures like logos; orders that were approved long ago and whose cells
 * are free.
 */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { smallImageKey } from '~/domain/files/rules'
import { CELLS, type Cell, cellAt } from '~/domain/grid/layout'
import { getPrices } from '~/domain/settings/queries.server'
import { seed } from '~/domain/settings/seed.server'
import { closeDatabase, write } from '~/server/db.server'
import { encodeCreative } from '~/server/images.server'
import { migrate } from '~/server/migrate.server'
import { accounts, cellHolders, creatives, files, orderCells, orders } from '~/server/schema.server'
import { newFileKey, storage } from '~/server/storage.server'

const NOW = Date.UTC(2026, 0, 1)
const blockCount = Number(process.argv[2] ?? 0)
const orderCount = Number(process.argv[3] ?? 0)

let state = 20_260_101
function random(below: number): number {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
	return Math.floor((state / 2 ** 32) * below)
}

const WORDS = [
	'Northwind',
	'Aurelia',
	'Harbour',
	'Meridian',
	'Oakfield',
	'Solace',
	'Vantage',
	'Kestrel',
	'Lumen',
]
const TRADES = [
	'watches',
	'coffee',
	'architects',
	'yachts',
	'vineyard',
	'gallery',
	'airline',
	'tailors',
	'capital',
]

/** A picture with the complexity of a logo: a gradient, two shapes and letters. */
function logo(index: number): Promise<Buffer> {
	const hue = random(360)
	const word = WORDS[index % WORDS.length] ?? ''
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">
		<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% ${20 + random(50)}%)"/>
		<stop offset="1" stop-color="hsl(${(hue + 40 + random(120)) % 360} 70% ${30 + random(40)}%)"/></linearGradient></defs>
		<rect width="300" height="300" fill="url(#g)"/>
		<circle cx="${100 + random(100)}" cy="${90 + random(60)}" r="${40 + random(60)}" fill="hsl(${random(360)} 80% 75%)"/>
		<path d="M${random(150)} 230 L150 ${60 + random(60)} L${150 + random(150)} 230z" fill="hsl(${random(360)} 50% 30%)"/>
		<text x="150" y="280" font-family="sans-serif" font-size="52" font-weight="700" text-anchor="middle" fill="#fff">${word}</text>
	</svg>`
	return sharp(Buffer.from(svg)).resize(1_200, 1_200).jpeg({ quality: 90 }).toBuffer()
}

const uploads = new Map<number, ReturnType<typeof encodeUpload>>()

/** A logo in the two sizes that an upload is stored in; forty different ones, because encoding is slow. */
function upload(index: number): ReturnType<typeof encodeUpload> {
	const known = uploads.get(index) ?? encodeUpload(index)
	uploads.set(index, known)
	return known
}

async function encodeUpload(index: number) {
	const encoded = await encodeCreative(
		{ bytes: await logo(index), type: 'jpeg', rotation: 0 },
		{ accountId: `seed-${index}` },
	)
	if (!encoded.ok) throw new Error(encoded.problem)
	return encoded.image
}

/** Rectangles of free cells of one type, spread over the grid. */
function pickBlocks(count: number): Cell[][] {
	const taken = new Set<number>()
	const blocks: Cell[][] = []
	const starts = CELLS.map(cell => ({ cell, order: random(1_000_000) })).sort((a, b) => a.order - b.order)
	for (const { cell } of starts) {
		if (blocks.length === count) break
		const across = cell.type === 'tiny' ? 1 + random(4) : 1
		const down = cell.type === 'tiny' ? 1 + random(3) : 1
		const cells = fits(cell, across, down, taken) ?? fits(cell, 1, 1, taken)
		if (!cells) continue
		for (const member of cells) taken.add(member.id)
		blocks.push(cells)
	}
	return blocks
}

function fits(start: Cell, across: number, down: number, taken: ReadonlySet<number>): Cell[] | undefined {
	const cells: Cell[] = []
	for (let row = start.row; row < start.row + down; row++) {
		for (let col = start.col; col < start.col + across; col++) {
			const cell = cellAt(row, col)
			if (cell?.type !== start.type || taken.has(cell.id)) return undefined
			cells.push(cell)
		}
	}
	return cells
}

async function seedBlocks(): Promise<void> {
	const prices = await getPrices()
	for (const [index, cells] of pickBlocks(blockCount).entries()) {
		const word = WORDS[index % WORDS.length] ?? ''
		const trade = TRADES[random(TRADES.length)] ?? ''
		const { master, small } = await upload(index % 40)
		const key = newFileKey('creatives', 'webp')
		await storage.put(key, master.bytes)
		await storage.put(smallImageKey(key), small.bytes)
		const [accountId, orderId, creativeId] = [randomUUID(), randomUUID(), randomUUID()]
		const total = cells.reduce((sum, cell) => sum + prices[cell.type], 0)
		await write(async tx => {
			await tx.insert(accounts).values({
				id: accountId,
				email: `owner${index}@example.com`,
				fullName: `Owner ${index}`,
				role: 'user',
				createdAt: NOW,
			})
			await tx.insert(files).values({
				key,
				kind: 'creative',
				mime: 'image/webp',
				bytes: master.bytes.length,
				name: 'logo.webp',
				width: master.width,
				height: master.height,
				accountId,
				createdAt: NOW,
			})
			await tx.insert(creatives).values({
				id: creativeId,
				accountId,
				description: `${word} ${trade}, est. ${1850 + random(170)}. ${['By appointment', 'Open daily', 'Since the beginning'][random(3)]} in ${['London', 'Dubai', 'Milan', 'Kyoto'][random(4)]}.`,
				link: `https://${word.toLowerCase()}-${trade}-${random(9_999)}.example/`,
				imageKey: key,
				createdAt: NOW,
				updatedAt: NOW,
			})
			await tx.insert(orders).values({
				id: orderId,
				reference: `BENCH-${index}`,
				accountId,
				status: 'approved',
				subtotalPence: total,
				totalPence: total,
				createdAt: NOW,
				submittedAt: NOW,
			})
			await tx.insert(cellHolders).values(
				cells.map(cell => ({
					cell: cell.id,
					kind: 'owned' as const,
					accountId,
					orderId,
					creativeId,
					since: NOW,
				})),
			)
		})
	}
}

async function seedOrders(): Promise<void> {
	if (orderCount === 0) return
	const accountId = randomUUID()
	await write(async tx => {
		await tx.insert(accounts).values({
			id: accountId,
			email: 'trader@example.com',
			fullName: 'A Trader',
			role: 'user',
			createdAt: NOW,
		})
	})
	const prices = await getPrices()
	const CHUNK = 500
	for (let from = 0; from < orderCount; from += CHUNK) {
		const rows = Array.from({ length: Math.min(CHUNK, orderCount - from) }, (_, offset) => ({
			id: randomUUID(),
			reference: `OLD-${from + offset}`,
			accountId,
			status: 'rejected' as const,
			subtotalPence: prices.tiny,
			totalPence: prices.tiny,
			createdAt: NOW,
			submittedAt: NOW - 1000 * (from + offset),
			decidedAt: NOW,
		}))
		await write(async tx => {
			await tx.insert(orders).values(rows)
			await tx.insert(orderCells).values(
				rows.map((row, offset) => ({
					orderId: row.id,
					cell: 112 + ((from + offset) % 1_040),
					type: 'tiny' as const,
					pricePence: prices.tiny,
				})),
			)
		})
	}
}

await migrate()
await seed(NOW)
// The blocks may lie anywhere, on the house's row too.
await write(tx => tx.delete(cellHolders))
await seedBlocks()
await seedOrders()
await closeDatabase()

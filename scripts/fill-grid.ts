/**
 * Fills a new DATA_DIR for the measurements: `tsx scripts/fill-grid.ts BLOCKS ORDERS`. Adds the sample advertisements,
 * then blocks of one to twelve cells with the same images, and old approved orders whose cells are free.
 */
import { randomUUID } from 'node:crypto'
import { smallImageKey } from '~/domain/files/rules'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell, cellAt } from '~/domain/grid/layout'
import { getPrices } from '~/domain/settings/queries.server'
import { seed } from '~/domain/settings/seed.server'
import { DAY_MS, londonDay } from '~/domain/time'
import { closeDatabase, write } from '../app/server/db/db.server'
import { migrate } from '../app/server/db/migrate.server'
import {
	accounts,
	cellHolders,
	creatives,
	files,
	orderCells,
	orders,
	ownershipEvents,
	payments,
} from '../app/server/db/schema.server'
import { newFileKey, storage } from '../app/server/files/storage.server'
import { encodeCreative } from '../app/server/images/images.server'
import { ADVERTISEMENTS, type Advertisement, drawPicture, getBrand, PICTURES, sampleBuyer } from './sample'

const NOW = Date.UTC(2026, 0, 1)
const blockCount = Number(process.argv[2] ?? 0)
const orderCount = Number(process.argv[3] ?? 0)

let state = 20_260_101
function random(below: number): number {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
	return Math.floor((state / 2 ** 32) * below)
}

const uploads = new Map<string, ReturnType<typeof encodeUpload>>()

/** An image in the two sizes of an upload; created once, because encoding is slow. */
function upload(picture: string): ReturnType<typeof encodeUpload> {
	const known = uploads.get(picture) ?? encodeUpload(picture)
	uploads.set(picture, known)
	return known
}

async function encodeUpload(picture: string) {
	const encoded = await encodeCreative(
		{ bytes: await drawPicture(picture), type: 'png', rotation: 0 },
		{ accountId: `seed-${picture}` },
	)
	if (!encoded.ok) throw new Error(encoded.problem)
	return encoded.image
}

/** Adds the sample advertisements, then others on rectangles of free cells of one type, spread over the grid. */
function pickBlocks(count: number): Advertisement[] {
	const blocks = ADVERTISEMENTS.slice(0, count)
	// The last row belongs to the house.
	const last = CELLS.filter(({ row }) => row === CELLS.at(-1)?.row)
	const taken = new Set([...blocks.flatMap(({ cells }) => cells), ...last].map(({ id }) => id))
	const starts = CELLS.map(cell => ({ cell, order: random(1_000_000) })).sort((a, b) => a.order - b.order)
	for (const { cell } of starts) {
		if (blocks.length === count) break
		const across = cell.type === 'tiny' ? 1 + random(4) : 1
		const down = cell.type === 'tiny' ? 1 + random(3) : 1
		const cells = fits(cell, across, down, taken) ?? fits(cell, 1, 1, taken)
		if (!cells) continue
		for (const member of cells) taken.add(member.id)
		const { w, h } = boundingBox(cells)
		const pictures = PICTURES.get(`${w}x${h}`) ?? PICTURES.get('1x1') ?? []
		blocks.push({ picture: pictures[random(pictures.length)] ?? '', cells })
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
	for (const [index, { picture, cells }] of pickBlocks(blockCount).entries()) {
		const { name, text, host } = getBrand(picture)
		const since = NOW - random(365) * DAY_MS
		const { master, small } = await upload(picture)
		const key = newFileKey('creatives', 'webp')
		await storage.put(key, master.bytes)
		await storage.put(smallImageKey(key), small.bytes)
		const [accountId, orderId, creativeId] = [randomUUID(), randomUUID(), randomUUID()]
		const total = cells.reduce((sum, cell) => sum + prices[cell.type], 0)
		await write(async tx => {
			await tx.insert(accounts).values({
				id: accountId,
				email: `owner${index}@${host}`,
				fullName: name,
				role: 'user',
				createdAt: NOW,
			})
			await tx.insert(files).values({
				key,
				kind: 'creative',
				mime: 'image/webp',
				bytes: master.bytes.length,
				name: `${picture}.webp`,
				width: master.width,
				height: master.height,
				accountId,
				createdAt: NOW,
			})
			await tx.insert(creatives).values({
				id: creativeId,
				accountId,
				description: `${name}. ${text}`,
				link: `https://${host}/`,
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
				createdAt: since,
				submittedAt: since,
				decidedAt: since,
				...sampleBuyer(name, `owner${index}@${host}`, `FT-${10_000_000 + index}`),
			})
			await tx
				.insert(orderCells)
				.values(cells.map(({ id: cell, type }) => ({ orderId, cell, type, pricePence: prices[type] })))
			await tx.insert(payments).values({
				id: randomUUID(),
				orderId,
				pence: total,
				bookedOn: londonDay(since),
				bankReference: `FT-${10_000_000 + index}`,
				recordedAt: since,
				recordedBy: accountId,
			})
			await tx.insert(cellHolders).values(
				cells.map(cell => ({
					cell: cell.id,
					kind: 'owned' as const,
					accountId,
					orderId,
					creativeId,
					since,
				})),
			)
			const event = { at: since, toId: accountId, orderId }
			await tx.insert(ownershipEvents).values([
				...cells.map(({ id, type }) => ({
					...event,
					cell: id,
					kind: 'bought' as const,
					pence: prices[type],
				})),
				...cells.map(({ id }) => ({ ...event, cell: id, kind: 'approved' as const })),
			])
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
			...sampleBuyer('A Trader', 'trader@example.com', `FT-${20_000_000 + from + offset}`),
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
await seedBlocks()
await seedOrders()
await closeDatabase()

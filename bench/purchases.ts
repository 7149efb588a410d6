/**
 * Purchases a second, beside what one libSQL write transaction costs on the same disk: `tsx bench/purchases.ts
 * [COUNT]`. A purchase is what a buyer causes: opening the checkout, the hold, the receipt, the submission, with its
 * audit entries and letters. The bare transaction inserts one row through the same queue.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { PAYMENT_DETAILS } from '../tests/support/payment-details'

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-bench-'))
Object.assign(process.env, { NODE_ENV: 'test', DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const count = Number(process.argv[2] ?? 500)

const { migrate } = await import('~/server/migrate.server')
const { seed } = await import('~/domain/settings/seed.server')
const { closeDatabase, write } = await import('~/server/db.server')
const { accounts, files, throttles } = await import('~/server/schema.server')
const { CELLS } = await import('~/domain/grid/layout')
const { openCheckout } = await import('~/domain/orders/checkout/open.server')
const { proceedToPayment } = await import('~/domain/orders/checkout/proceed.server')
const { keepReceipts } = await import('~/domain/orders/checkout/receipts.server')
const { submitPayment } = await import('~/domain/orders/checkout/submit.server')

async function rate(
	label: string,
	times: number,
	work: (round: number) => Promise<unknown>,
): Promise<number> {
	const latencies: number[] = []
	const start = performance.now()
	for (let round = 0; round < times; round++) {
		const before = performance.now()
		await work(round)
		latencies.push(performance.now() - before)
	}
	const perSecond = (times * 1000) / (performance.now() - start)
	latencies.sort((a, b) => a - b)
	const at = (share: number) => (latencies[Math.floor(times * share)] ?? 0).toFixed(2)
	console.log(
		`${label}: ${perSecond.toFixed(0)} a second, median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms`,
	)
	return perSecond
}

await migrate()
await seed(Date.now())
const cells = CELLS.filter(cell => cell.type === 'tiny').slice(0, count)
const buyers = cells.map(() => randomUUID())
await write(async tx => {
	for (const id of buyers) {
		const account = { id, email: `${id}@example.test`, fullName: 'Example Buyer', role: 'user' as const }
		await tx.insert(accounts).values({ ...account, createdAt: 0 })
	}
})

async function purchase(round: number): Promise<void> {
	const accountId = buyers[round] ?? ''
	const now = Date.now()
	const opened = await openCheckout(accountId, [cells[round]?.id ?? 0], now)
	if (!opened.ok) throw new Error(opened.message)
	await proceedToPayment(opened.orderId, accountId, now)
	const key = `receipts/${opened.orderId}.pdf`
	const receipt = { key, kind: 'receipt' as const, mime: 'application/pdf', bytes: 1, name: 'receipt.pdf' }
	await write(tx => tx.insert(files).values({ ...receipt, accountId, createdAt: now }))
	await keepReceipts(opened.orderId, accountId, { payment: key })
	const submitted = await submitPayment(opened.orderId, accountId, PAYMENT_DETAILS, now)
	if (!submitted.ok || submitted.status !== 'pending') throw new Error('A purchase did not succeed')
}

console.log(`${cells.length} purchases, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}`)
const bare = await rate('bare write transaction', cells.length, round =>
	write(tx => tx.insert(throttles).values({ key: `bench:${round}`, count: 1, windowEndsAt: 0 })),
)
const purchases = await rate('whole purchase (5 transactions)', cells.length, purchase)
console.log(`a purchase costs as much as ${(bare / purchases).toFixed(1)} bare transactions`)

await closeDatabase()
rmSync(dataDir, { recursive: true, force: true })

/**
 * Measures purchases per second, compared with a single libSQL write transaction on the same disk: `tsx
 * bench/purchases.ts [COUNT]`. A purchase consists of opening the checkout, the hold, and the form with the receipt,
 * with audit entries and emails. The bare transaction inserts one row through the same queue. Rounds of both alternate.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PAYMENT_DETAILS } from '../tests/support/payment-details'
import { newReceipt } from '../tests/support/receipts'
import { machine } from './machine'

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-bench-'))
Object.assign(process.env, { NODE_ENV: 'test', DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const count = Number(process.argv[2] ?? 500)
const ROUND = 50
/* Later than the time windows of purchases, whose expired rows they delete. */
const windowEndsAt = Date.now() + 24 * 60 * 60_000

const { migrate } = await import('~/server/db/migrate.server')
const { seed } = await import('~/domain/settings/seed.server')
const { closeDatabase, write } = await import('~/server/db/db.server')
const { accounts, throttles } = await import('~/server/db/schema.server')
const { CELLS } = await import('~/domain/grid/layout')
const { openCheckout } = await import('~/domain/orders/checkout/open.server')
const { proceedToPayment } = await import('~/domain/orders/checkout/proceed.server')
const { submitPayment } = await import('~/domain/orders/checkout/submit.server')

/** Sums up the time of one kind of work. */
class Meter {
	#latencies: number[] = []
	#cpuMs = 0

	async round(from: number, to: number, work: (index: number) => Promise<unknown>): Promise<void> {
		const cpu = process.cpuUsage()
		for (let index = from; index < to; index++) {
			const before = performance.now()
			await work(index)
			this.#latencies.push(performance.now() - before)
		}
		const { user, system } = process.cpuUsage(cpu)
		this.#cpuMs += (user + system) / 1000
	}

	print(label: string): void {
		const sum = this.#latencies.reduce((total, value) => total + value, 0)
		const count = this.#latencies.length
		const sorted = this.#latencies.toSorted((a, b) => a - b)
		const at = (share: number) => (sorted[Math.floor(count * share)] ?? 0).toFixed(2)
		console.log(
			`${label}: ${((count * 1000) / sum).toFixed(0)} a second, median ${at(0.5)} ms, ` +
				`99th percentile ${at(0.99)} ms, processor ${(this.#cpuMs / count).toFixed(2)} ms`,
		)
	}
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

async function purchase(index: number): Promise<void> {
	const accountId = buyers[index] ?? ''
	const now = Date.now()
	const opened = await openCheckout(accountId, [cells[index]?.id ?? 0], now)
	if (!opened.ok) throw new Error(opened.message)
	await proceedToPayment(opened.orderId, accountId, now)
	const receipts = { payment: newReceipt(accountId) }
	const submitted = await submitPayment(opened.orderId, accountId, PAYMENT_DETAILS, now, receipts)
	if (!submitted.ok || submitted.status !== 'pending') throw new Error('A purchase did not succeed')
}

console.log(`${cells.length} purchases, ${machine()}`)
const bareOnes = new Meter()
const purchases = new Meter()
for (let from = 0; from < cells.length; from += ROUND) {
	const to = Math.min(from + ROUND, cells.length)
	await bareOnes.round(from, to, index =>
		write(tx => tx.insert(throttles).values({ key: `bench:${index}`, count: 1, windowEndsAt })),
	)
	await purchases.round(from, to, purchase)
}
bareOnes.print('bare write transaction')
purchases.print('whole purchase (3 transactions)')
await closeDatabase()
rmSync(dataDir, { recursive: true, force: true })

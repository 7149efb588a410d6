/* One of several processes that buy at the same time on one database. Reads jobs as lines of JSON, answers each line with the
   results; the jobs of a line run at once. */
import { createInterface } from 'node:readline'
import {
	approveOrder,
	holdCells,
	keepReceipts,
	openCheckout,
	rejectOrder,
	submitPayment,
} from '~/domain/orders/commands.server'
import { seed } from '~/domain/settings/seed.server'
import { write } from '~/server/db.server'
import { migrate } from '~/server/migrate.server'
import { accounts, files } from '~/server/schema.server'
import { PAYMENT_DETAILS } from './payment-details'

export type Job =
	| { op: 'migrate' }
	| { op: 'user'; accountId: string }
	| { op: 'open'; accountId: string; cells: number[]; now: number }
	| { op: 'hold' | 'receipt' | 'submit'; orderId: string; accountId: string; now: number }
	| { op: 'approve' | 'reject'; orderId: string; actorId: string; version: number; now: number }

async function run(job: Job): Promise<unknown> {
	switch (job.op) {
		case 'migrate':
			await migrate()
			await seed(Date.now())
			return { ok: true }
		case 'user':
			await write(tx =>
				tx.insert(accounts).values({
					id: job.accountId,
					email: `${job.accountId}@example.test`,
					fullName: 'Example Buyer',
					role: 'user',
					createdAt: Date.now(),
				}),
			)
			return { ok: true }
		case 'open':
			return await openCheckout(job.accountId, job.cells, job.now)
		case 'hold':
			return await holdCells(job.orderId, job.accountId, job.now)
		case 'receipt': {
			const key = `receipts/${job.orderId}.pdf`
			await write(tx =>
				tx.insert(files).values({
					key,
					kind: 'receipt',
					mime: 'application/pdf',
					bytes: 1,
					name: 'receipt.pdf',
					accountId: job.accountId,
					createdAt: job.now,
				}),
			)
			await keepReceipts(job.orderId, job.accountId, { payment: key })
			return { ok: true }
		}
		case 'submit':
			return await submitPayment(job.orderId, job.accountId, PAYMENT_DETAILS, job.now)
		case 'approve':
			return await approveOrder(job)
		case 'reject':
			return await rejectOrder(job)
	}
}

async function answer(line: string): Promise<void> {
	const jobs = JSON.parse(line) as Job[]
	const results = await Promise.all(
		jobs.map(job => run(job).catch((error: unknown) => ({ ok: false, bug: String(error) }))),
	)
	console.log(JSON.stringify(results))
}

createInterface({ input: process.stdin }).on('line', line => {
	answer(line).catch(error => {
		console.error(error)
		process.exitCode = 1
	})
})
console.log('ready')

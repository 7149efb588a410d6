/* One of several processes that buy in parallel on one database. Reads jobs as lines of JSON, and prints a line of
   results for each; the jobs of a line run in parallel. */
import { createInterface } from 'node:readline'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { addAlert, sendAlerts } from '~/domain/alerts/commands.server'
import { releaseCells } from '~/domain/house/release.server'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { saveReceipts } from '~/domain/orders/checkout/receipts.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder, assignOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { refundOrder } from '~/domain/payments/booking.server'
import { bookEntry, confirmExact } from '~/domain/payments/entries.server'
import { seed } from '~/domain/settings/seed.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { endExpiredLoans } from '~/domain/transfers/loans.server'
import { changeInvitation, offerCells, withdrawInvitation } from '~/domain/transfers/offer.server'
import { write } from '~/server/db/db.server'
import { migrate } from '~/server/db/migrate.server'
import { accounts } from '~/server/db/schema.server'
import { PAYMENT_DETAILS } from './payment-details'
import { newReceipt } from './receipts'

export type Job =
	| { op: 'migrate' }
	| { op: 'user'; accountId: string }
	| { op: 'open'; accountId: string; cells: number[]; now: number }
	| { op: 'hold'; orderId: string; accountId: string; now: number; address?: string }
	| { op: 'receipt' | 'submit'; orderId: string; accountId: string; now: number }
	| {
			op: 'approve' | 'reject' | 'assign' | 'refund'
			orderId: string
			actorId: string
			version: number
			now: number
	  }
	| { op: 'confirm'; entryId: string; orderId: string; actorId: string; version: number; now: number }
	| { op: 'book'; entryId: string; reference: string; left: number; actorId: string; now: number }
	| { op: 'offer'; senderId: string; recipientEmail: string; cells: number[]; now: number }
	| { op: 'accept-transfer'; transferId: string; accountId: string; version?: number; now: number }
	| {
			op: 'change-offer' | 'delete-offer'
			transferId: string
			senderId: string
			recipientEmail: string
			version: number
			now: number
	  }
	| { op: 'loss'; accountId: string; now: number }
	| { op: 'delete-account'; accountId: string; actorId: string; seen: string; now: number }
	| { op: 'end-loans' | 'send-alerts'; now: number }
	| { op: 'add-alert'; accountId: string; cell: number; now: number }
	| { op: 'reserve'; actorId: string; cells: number[]; now: number }
	| { op: 'restore'; actorId: string; cells: number[]; version: string; now: number }

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
			return await proceedToPayment(job.orderId, job.accountId, job.now, job.address)
		case 'receipt':
			await saveReceipts(job.orderId, job.accountId, { payment: newReceipt(job.accountId) })
			return { ok: true }
		case 'submit':
			return await submitPayment(job.orderId, job.accountId, PAYMENT_DETAILS, job.now)
		case 'approve':
			return await approveOrder(job)
		case 'reject':
			return await rejectOrder(job)
		case 'assign':
			return await assignOrder(job)
		case 'offer':
			return await offerCells({ ...job, actorId: job.senderId })
		case 'accept-transfer':
			return await acceptTransfer(job)
		case 'change-offer':
			return await changeInvitation({ ...job, actorId: job.senderId, until: job.now + 1_000_000 })
		case 'delete-offer':
			return await withdrawInvitation({ ...job, actorId: job.senderId })
		case 'loss':
			return { ok: true, seen: (await readLoss(job.accountId, job.now)).seen }
		case 'delete-account':
			return await deleteAccount({ ...job, version: 1 })
		case 'reserve':
			return await reserveForTheHouse(job.cells, job)
		case 'restore':
			return await releaseCells({ ...job, action: 'restore', reason: 'Called back' })
		case 'end-loans':
			await endExpiredLoans(job.now)
			return { ok: true }
		case 'add-alert':
			return await addAlert(job)
		case 'send-alerts':
			await sendAlerts(job.now, new AbortController().signal)
			return { ok: true }
		case 'confirm':
			return await confirmExact(job)
		case 'book':
			return await bookEntry({ ...job, parts: [{ reference: job.reference, pence: null }] })
		case 'refund':
			return await refundOrder({
				...job,
				payment: { bookedOn: '2026-11-24', pence: -1, bankReference: 'RF-1' },
			})
	}
}

async function response(line: string): Promise<void> {
	const jobs = JSON.parse(line) as Job[]
	const results = await Promise.all(
		jobs.map(job => run(job).catch((error: unknown) => ({ ok: false, bug: String(error) }))),
	)
	console.log(JSON.stringify(results))
}

createInterface({ input: process.stdin }).on('line', line => {
	response(line).catch(error => {
		console.error(error)
		process.exitCode = 1
	})
})
console.log('ready')

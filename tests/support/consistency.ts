import { eq, inArray, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/server/db/db.server'
import { cellHolders, files, orderCells, orders, outbox } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import type { AcceptedMail } from './mail-server'
import type { Bought } from './shopping'

/**
 * Expects consistent orders after an interruption: everything confirmed to a buyer is stored, nothing is partial, and
 * no cell has two owners.
 */
export async function expectConsistentOrders(bought: readonly Bought[]): Promise<void> {
	const submitted = await db.select().from(orders).where(isNotNull(orders.submittedAt))
	const bySubmission = new Map(submitted.map(order => [order.id, order]))
	for (const { orderId, accountId, cells } of bought) {
		expect(bySubmission.get(orderId), 'an order that was confirmed').toMatchObject({
			accountId,
			status: 'pending',
		})
		const rows = await db.select().from(orderCells).where(eq(orderCells.orderId, orderId))
		expect(rows.map(row => row.cell).sort()).toEqual([...cells].sort())
	}
	const owners = new Map<number, string>()
	for (const order of await db.select().from(orders)) {
		const rows = await db.select().from(orderCells).where(eq(orderCells.orderId, order.id))
		const sum = rows.reduce((pence, row) => pence + row.pricePence, 0)
		expect(rows.length).toBeGreaterThan(0)
		expect([order.subtotalPence, order.totalPence]).toEqual([sum, sum])
		const held = await db.select().from(cellHolders).where(eq(cellHolders.orderId, order.id))
		if (order.submittedAt === null) {
			expect(['open', 'abandoned']).toContain(order.status)
			expect(held.every(row => row.kind === 'hold' && order.status === 'open')).toBe(true)
			continue
		}
		expect(order).toMatchObject({
			status: 'pending',
			bankName: 'Example Bank',
			paymentReceiptKey: expect.any(String),
		})
		expect(held.map(row => [row.cell, row.kind, row.accountId]).sort()).toEqual(
			rows.map(row => [row.cell, 'owned', order.accountId]).sort(),
		)
		for (const { cell } of rows) {
			expect(owners.get(cell), `owners of cell ${cell}`).toBeUndefined()
			owners.set(cell, order.id)
		}
		const [receipt] = await db
			.select()
			.from(files)
			.where(eq(files.key, order.paymentReceiptKey ?? ''))
		expect((await storage.get(receipt?.key ?? ''))?.byteLength).toBe(receipt?.bytes)
	}
}

/** Expects that every email of the outbox was delivered, and the buyer of every order notified once. */
export async function expectAllMails(
	accepted: readonly AcceptedMail[],
	bought: readonly Bought[],
): Promise<void> {
	const written = await db.select().from(outbox)
	expect([...new Set(accepted.map(mail => mail.messageId))].sort()).toEqual(
		written.map(mail => `<${mail.id}@127.0.0.1>`).sort(),
	)
	const references = await db
		.select({ reference: orders.reference })
		.from(orders)
		.where(
			inArray(
				orders.id,
				bought.map(order => order.orderId),
			),
		)
	for (const { reference } of references) {
		const about = accepted.filter(mail => mail.subject === `We have received your order ${reference}`)
		expect(new Set(about.map(mail => mail.messageId)).size, reference).toBe(1)
	}
}

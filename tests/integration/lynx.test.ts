import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellAt } from '~/domain/grid/layout'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { clearGrid, makeUser, sessionCookie } from '../support/factories'
import { lynxPath, makeLynx } from '../support/lynx'
import { startServer, type TestServer } from '../support/server'

/* The purchase up to the receipt as Lynx shows it. Skipped where Lynx is not installed. */

let server: TestServer
beforeAll(async () => {
	if (lynxPath)
		server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(async () => {
	await server?.stop()
})

test.skipIf(!lynxPath)('Lynx selects by coordinates and reaches the receipt', async () => {
	await clearGrid()
	const user = await makeUser()
	const lynx = await makeLynx(server.url, await sessionCookie(user.id))
	try {
		const buy = await lynx.show('/user/pixels/buy')
		expect(buy).toContain('Tiny pixels: rows 8 to 33, columns 1 to 40.')
		const corners = [
			['type', 'tiny'],
			['fromRow', '20'],
			['fromCol', '5'],
			['toRow', '20'],
			['toCol', '6'],
		] as const

		const chosen = await lynx.show('/user/pixels/buy', [...corners, ['intent', 'select']])
		const sentence = chosen.indexOf('£200,000 · two hundred thousand pounds')
		expect(sentence).toBeGreaterThan(chosen.indexOf('Select by coordinates'))
		expect(chosen.indexOf('Buy Pixels', sentence)).toBeLessThan(
			chosen.indexOf('Larger views', sentence) >>> 0,
		)
		expect(chosen).toContain('See it on the grid')

		const refused = await lynx.show('/user/pixels/buy', [
			...corners.slice(0, 1),
			['fromRow', '3'],
			['fromCol', '1'],
			['intent', 'select'],
		])
		expect(refused).toContain('There is no tiny pixel at row 3, column 1.')

		const cells = [5, 6].map(col => ['cell', String(cellAt(20, col)?.id)] as const)
		const checkout = await lynx.show('/user/pixels/buy', [...cells, ['intent', 'buy']])
		expect(checkout).toMatch(/1 of 3 Payment Checkout/)
		const [order] = await db.select().from(orders).where(eq(orders.accountId, user.id))
		const way = `/user/checkout/${order?.id}`
		const payment = await lynx.show(way, [['intent', 'next']])
		expect(payment).toContain(order?.reference)
		expect(payment).toContain('Your pixels are on hold for you until')
		expect(payment).not.toContain('not on hold')
		expect(payment).not.toMatch(/\(BUTTON\) Copy|\bCopy\b/)
		const confirm = await lynx.show(`${way}/confirm`)
		for (const label of ['Bank name', 'Transaction ID', 'Payment receipt', 'Submit']) {
			expect(confirm).toContain(label)
		}
	} finally {
		await lynx.close()
	}
})

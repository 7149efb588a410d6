import { inArray } from 'drizzle-orm'
import { CELLS } from '~/domain/grid/layout'
import { referenceFrom } from '~/domain/orders/reference'
import { confirmExact } from '~/domain/payments/entries.server'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { makeOrder, makeStatement } from './factories'
import { camt } from './statements'

/* A day of 200 bank lines for an administrator: 150 that pay an order to the penny, 20 with less, 10 with more, 10
   without a reference, 5 that pay an order of the day once more, and 5 with which the bank sends money back. */

const COUNTS = { exact: 150, under: 20, over: 10, silent: 10, twice: 5, returned: 5 }
const FEES = 25_00
const SURPLUS = 250_00

/** Creates references that differ from each other in more than two characters. */
const makeReference = (nth: number) =>
	referenceFrom([
		nth % 19,
		Math.floor(nth / 19) % 19,
		(nth * 7) % 19,
		(nth * 11 + 3) % 19,
		5,
		(nth * 3) % 19,
		2,
	])

type Line = { day: string; pence: number; text: string; payer: string; id: string }

/** Creates the orders of the day. @returns the statement, and the order meant by each payer without a reference. */
export async function makeDay(buyerId: string, actorId: string) {
	const tiny = CELLS.filter(cell => cell.type === 'tiny').map(cell => cell.id)
	const small = CELLS.filter(cell => cell.type === 'small').map(cell => cell.id)
	let made = 0
	const makeDue = async (cells: number[]) => {
		made++
		const reference = makeReference(made)
		return await makeOrder(buyerId, [cells.shift() ?? 0], { status: 'pending', reference })
	}
	const many = async (count: number, cells = tiny) => {
		const all = []
		for (let nth = 0; nth < count; nth++) all.push(await makeDue(cells))
		return all
	}
	const [exact, under, over, silent] = [
		await many(COUNTS.exact),
		await many(COUNTS.under),
		await many(COUNTS.over),
		await many(COUNTS.silent),
	]
	const earlier = await many(COUNTS.returned, small)
	const totals = await readTotals([...exact, ...under, ...over, ...silent, ...earlier].map(order => order.id))
	const getTotal = ({ id }: { id: string }) => totals.get(id) ?? 0
	const yesterday = await makeStatement(
		actorId,
		earlier.map(order => ({
			text: order.reference,
			pence: getTotal(order),
			bankReference: `EXB-${order.reference}`,
		})),
	)
	for (const [index, order] of earlier.entries()) {
		const entryId = yesterday.entryIds[index] ?? ''
		await confirmExact({ entryId, orderId: order.id, version: 1, actorId, now: Date.now() })
	}
	let lines = 0
	const line = (pence: number, text: string, payer = 'A BUYER'): Line => {
		lines++
		return { day: '2025-11-20', pence, text, payer, id: `DAY-${lines}` }
	}
	const statement = [
		...exact.map(order => line(getTotal(order), `Order ${order.reference}`)),
		...under.map(order => line(getTotal(order) - FEES, order.reference)),
		...over.map(order => line(getTotal(order) + SURPLUS, order.reference)),
		...silent.map((order, nth) => line(getTotal(order), 'DEPOSIT FOR CELLS', `PAYER ${nth}`)),
		...exact.slice(0, COUNTS.twice).map(order => line(getTotal(order), `Again ${order.reference}`)),
		...earlier.map(order => line(-getTotal(order), `RETURN OF EXB-${order.reference}`)),
	]
	return {
		text: camt(statement),
		pence: statement.reduce((sum, { pence }) => sum + pence, 0),
		lines: statement.length,
		silent: new Map(silent.map((order, nth) => [`PAYER ${nth}`, order.reference])),
		exact,
		twice: exact.slice(0, COUNTS.twice),
		over,
		under,
		earlier,
	}
}

async function readTotals(ids: string[]): Promise<Map<string, number>> {
	const rows = await db
		.select({ id: orders.id, pence: orders.totalPence })
		.from(orders)
		.where(inArray(orders.id, ids))
	return new Map(rows.map(row => [row.id, row.pence]))
}

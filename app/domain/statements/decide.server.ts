import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatPounds } from '~/domain/money'
import { approveOrderIn } from '~/domain/orders/review/commands.server'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { orders, statementEntries } from '~/server/schema.server'
import { entryColumns, matchWith, toMatched } from './matching.server'
import { readApproved } from './paid.server'
import { lettersOf, quotedIn } from './references'
import { raiseVersions } from './taken-back.server'

type By = { actorId: string; now: number }
type Seen = By & { entryId: string; statementId: string; version: number }
export type EntryRefusal = {
	ok: false
	code: 'unknown' | 'changed' | 'reference' | 'settled' | 'buyer'
	message: string
}
export type EntryResult = { ok: true } | EntryRefusal

const CHANGED = 'This payment has changed since you opened the page. Please look at it again.'

class Refused extends Error {}

/**
 * Approves an order that some entries pay to the penny, and settles them with it, all or nothing. `version`: of the
 * order as it was seen. @returns why not, in a sentence.
 */
export async function approvePaid(
	{ orderId, version, entryIds }: { orderId: string; version: number; entryIds: readonly string[] },
	by: By,
): Promise<{ ok: true } | { ok: false; message: string }> {
	try {
		await write(async tx => {
			const rows = await tx
				.select(entryColumns)
				.from(statementEntries)
				.where(inArray(statementEntries.id, [...entryIds]))
			const entries = rows.map(toMatched).filter(entry => !entry.settled && !entry.returned)
			const { found } = await matchWith(tx, entries)
			const isPaid = entries.every(({ id }) => {
				const { match, orders: its } = found.get(id) ?? {}
				return match === 'exact' && its?.[0]?.id === orderId
			})
			if (entries.length !== entryIds.length || !isPaid) throw new Refused(CHANGED)
			await tx
				.update(statementEntries)
				.set({ orderId, settledAt: by.now, version: sql`${statementEntries.version} + 1` })
				.where(inArray(statementEntries.id, [...entryIds]))
			const detail = { statementEntries: entryIds }
			const outcome = await approveOrderIn(tx, { orderId, version, ...by }, detail)
			if (!outcome.ok) throw new Refused(outcome.message)
		})
		return { ok: true }
	} catch (error) {
		if (error instanceof Refused) return { ok: false, message: error.message }
		throw error
	}
}

/**
 * Assigns an entry to the order with a reference, on the order's record. Money that paid for an order can be moved once
 * that order is rejected or failed, to another order of the same buyer. An order that is approved takes exactly what it
 * lacks since its payment was taken back, and is settled with it.
 */
export async function assignEntry({
	reference,
	...seen
}: Seen & { reference: string }): Promise<EntryResult> {
	return await write(async tx => {
		const read = await readSeen(tx, seen)
		if (!read.ok) return read
		const { entry } = read
		const before = entry.orderId === null ? undefined : await readOrder(tx, eq(orders.id, entry.orderId))
		const order = await readOrder(tx, eq(orders.reference, lettersOf(reference)))
		if (!order) return refuse('reference', 'There is no order with this reference')
		const isApproved = order.status === 'approved'
		if (order.id === before?.id && !(isApproved && entry.settledAt === null)) {
			return refuse('reference', 'The payment is assigned to this order already')
		}
		if (isApproved) {
			const { missing = 0, isGone = false } = (await readApproved(tx, [order.id])).get(order.id) ?? {}
			if (!isGone || missing <= 0) return refuse('reference', 'This order has been approved already')
			if (missing !== entry.pence) {
				return refuse('reference', `This order is approved, and lacks ${formatPounds(missing)}`)
			}
		}
		if (order.refundedAt !== null) return refuse('reference', 'This order has been refunded')
		if (entry.settledAt !== null && before) {
			if (before.status === 'approved') return refuse('settled', PAID)
			if (before.refundedAt !== null) return refuse('settled', 'The money of its order has been sent back.')
			if (before.accountId !== order.accountId) return refuse('buyer', 'This is an order of another buyer')
		}
		const { statementId, entryId, actorId, now } = seen
		await change(tx, seen, { orderId: order.id, settledAt: isApproved ? now : null })
		const detail = { statementId, entryId, pence: entry.pence, from: before?.reference }
		const action = before ? 'order.payment-move' : 'order.payment-assign'
		await audit(tx, { at: now, actorId, action, subjectType: 'order', subjectId: order.id, detail })
		return { ok: true }
	})
}

const PAID = 'The order that this payment belongs to is approved. Reject it first.'

/**
 * Records that money came to stay which a file seemed to take back: it counts again, for its approved order unless
 * another payment covers that since. What somebody recorded stays.
 */
export async function keepEntry(seen: Seen): Promise<EntryResult> {
	return await write(async tx => {
		const { statementId: subjectId, entryId, actorId, now: at } = seen
		const entry = await readEntry(tx, seen)
		if (!entry) return refuse('unknown', 'This payment does not exist')
		if (entry.version !== seen.version || entry.returnedAt === null) return refuse('changed', CHANGED)
		if (entry.isByHand) return refuse('settled', 'Somebody recorded that this money was sent back.')
		const { missing = entry.pence } =
			(await readApproved(tx, entry.orderId === null ? [] : [entry.orderId])).get(entry.orderId ?? '') ?? {}
		const isCovered = entry.settledAt !== null && missing < entry.pence
		await change(tx, seen, { returnedAt: null, ...(isCovered ? { orderId: null, settledAt: null } : {}) })
		const { pence, returnedOn: on, returnReference: bankReference } = entry
		const said = { at, actorId, detail: { statementId: subjectId, entryId, pence, on, bankReference } }
		await audit(tx, { ...said, action: 'statement.keep', subjectType: 'statement', subjectId })
		const ids = (await ordersFor(tx, entry)).map(({ id }) => id)
		await raiseVersions(tx, ids)
		for (const subjectId of ids) {
			await audit(tx, { ...said, action: 'order.payment-keep', subjectType: 'order', subjectId })
		}
		return { ok: true }
	})
}

/** Records that the money of an entry was sent back; moves none. `on`: a day, not before the one on which it came. */
export async function returnEntry({
	on,
	bankReference,
	...seen
}: Seen & { on: string; bankReference: string }): Promise<EntryResult> {
	return await write(async tx => {
		const read = await readSeen(tx, seen)
		if (!read.ok) return read
		const { entry } = read
		if (on < entry.bookedOn) return refuse('reference', 'The payment came later than this day')
		if (entry.settledAt !== null)
			return refuse('settled', 'This payment belongs to an order. Mark that order as refunded instead.')
		const { statementId: subjectId, entryId, actorId, now: at } = seen
		await change(tx, seen, { returnedOn: on, returnReference: bankReference, returnedAt: at })
		const detail = { entryId, pence: entry.pence, on, bankReference }
		await audit(tx, { at, actorId, action: 'statement.return', subjectType: 'statement', subjectId, detail })
		return { ok: true }
	})
}

async function readEntry(tx: Tx, { entryId, statementId }: Seen) {
	const [entry] = await tx
		.select(entryColumns)
		.from(statementEntries)
		.where(and(eq(statementEntries.id, entryId), eq(statementEntries.statementId, statementId)))
	return entry
}

/** The orders that an entry is for: the one it was assigned to, or all that it quotes. */
async function ordersFor(tx: Tx, { orderId, text }: { orderId: string | null; text: string }) {
	const which = orderId === null ? inArray(orders.reference, quotedIn(text)) : eq(orders.id, orderId)
	return await tx.select({ id: orders.id }).from(orders).where(which)
}

async function readSeen(tx: Tx, seen: Seen) {
	const entry = await readEntry(tx, seen)
	if (!entry) return refuse('unknown', 'This payment does not exist')
	if (entry.version !== seen.version) return refuse('changed', CHANGED)
	if (entry.returnedAt !== null) return refuse('settled', 'The money has been sent back.')
	return { ok: true as const, entry }
}

async function readOrder(tx: Tx, which: ReturnType<typeof eq>) {
	const [order] = await tx.select().from(orders).where(which)
	return order
}

async function change(
	tx: Tx,
	{ entryId, version }: Seen,
	values: Partial<typeof statementEntries.$inferInsert>,
) {
	await tx
		.update(statementEntries)
		.set({ ...values, version: sql`${statementEntries.version} + 1` })
		.where(and(eq(statementEntries.id, entryId), eq(statementEntries.version, version)))
}

function refuse(code: EntryRefusal['code'], message: string): EntryRefusal {
	return { ok: false, code, message }
}

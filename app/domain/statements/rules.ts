import type { OrderStatus } from '~/domain/orders/rules'
import { nearFinder, quotedIn } from './references'

/* What a payment of a bank statement means for the orders. Nothing is ever guessed: but for an exact one a person
   decides. */

export const MATCHES = ['exact', 'similar', 'less', 'more', 'duplicate', 'several', 'unknown'] as const
export type Match = (typeof MATCHES)[number]

/** As far as an order tells what a payment for it means. */
export type MatchedOrder = {
	readonly id: string
	readonly reference: string
	readonly totalPence: number
	readonly status: OrderStatus
	readonly refundedAt: number | null
}

/**
 * `orderId`: the order it was assigned to. `settled`: with it the order was approved. `returned`: the money was sent
 * back.
 */
export type MatchedEntry = {
	readonly id: string
	readonly pence: number
	readonly text: string
	readonly orderId: string | null
	readonly settled: boolean
	readonly returned: boolean
}

/** `orders`: that it may be for. */
export type Found<Order extends MatchedOrder> = { match: Match; orders: Order[] }

/**
 * Every reference that some entries quote: {@link matchEntries} has to be given the orders that have them. It pauses
 * after each entry.
 */
export function* quotedReferences(entries: readonly Pick<MatchedEntry, 'text'>[]): Generator<void, string[]> {
	const quoted = new Set<string>()
	for (const { text } of entries) {
		for (const reference of quotedIn(text)) quoted.add(reference)
		yield
	}
	return [...quoted]
}

/** Every one of some references that entries hold with a slip. It pauses after each entry. */
export function* nearReferences(
	entries: readonly Pick<MatchedEntry, 'text'>[],
	references: readonly string[],
): Generator<void, string[]> {
	const nearIn = nearFinder(references)
	const near = new Set<string>()
	for (const { text } of entries) {
		for (const reference of nearIn(text)) near.add(reference)
		yield
	}
	return [...near]
}

/**
 * What each entry means. It pauses after each: a thousand dear ones take half a second. `entries`: as they came in, for
 * of two that are exact for an order the second is a duplicate. Those assigned to one pending order count together,
 * wherever they stand. `orders`: the quoted and the assigned ones, and all
 * that are pending, or those of them that {@link nearReferences} finds.
 */
export function* matchEntries<Order extends MatchedOrder>(
	entries: readonly MatchedEntry[],
	orders: readonly Order[],
): Generator<void, Map<string, Found<Order>>> {
	const byId = new Map(orders.map(order => [order.id, order]))
	const byReference = new Map(orders.map(order => [order.reference, order]))
	const waiting = orders.filter(order => order.status === 'pending').map(order => order.reference)
	const nearIn = nearFinder(waiting)
	const found = new Map<string, Found<Order>>()
	const single = new Map<Order, MatchedEntry[]>()
	for (const entry of entries) {
		const own = entry.orderId === null ? undefined : byId.get(entry.orderId)
		const quoted = own ? [own] : ordersOf(quotedIn(entry.text), byReference)
		const [order] = quoted
		if (!order) found.set(entry.id, similar(ordersOf(nearIn(entry.text), byReference)))
		else if (quoted.length > 1) found.set(entry.id, { match: 'several', orders: quoted })
		else if (entry.settled)
			found.set(entry.id, { match: order.status === 'approved' ? 'exact' : 'unknown', orders: quoted })
		else single.get(order)?.push(entry) ?? single.set(order, [entry])
		yield
	}
	for (const [order, its] of single) {
		const exact = exactFor(
			order,
			its.filter(entry => !entry.settled && !entry.returned),
		)
		for (const entry of its) found.set(entry.id, { match: meaning(entry, order, exact), orders: [order] })
	}
	return found
}

function ordersOf<Order>(references: string[], byReference: ReadonlyMap<string, Order>): Order[] {
	return references.flatMap(reference => byReference.get(reference) ?? [])
}

function similar<Order extends MatchedOrder>(near: Order[]): Found<Order> {
	return near.length === 1 ? { match: 'similar', orders: near } : { match: 'unknown', orders: [] }
}

/** `exact`: the entries that pay the order. */
function meaning(entry: MatchedEntry, order: MatchedOrder, exact: MatchedEntry[]): Match {
	if (order.status === 'approved') return 'duplicate'
	if (order.status !== 'pending' || order.totalPence === 0) return 'unknown'
	if (exact.length > 0) return exact.includes(entry) ? 'exact' : 'duplicate'
	if (entry.returned) return 'unknown'
	return entry.pence < order.totalPence ? 'less' : 'more'
}

/**
 * `rivals`: all open entries for the order. What pays it to the penny: what was assigned to it, all together, or the
 * first that does by itself.
 */
function exactFor(order: MatchedOrder, rivals: MatchedEntry[]): MatchedEntry[] {
	const assigned = rivals.filter(entry => entry.orderId === order.id)
	const sum = assigned.reduce((total, entry) => total + entry.pence, 0)
	if (assigned.length > 0 && sum === order.totalPence) return assigned
	const alone = [...assigned, ...rivals].find(entry => entry.pence === order.totalPence)
	return alone ? [alone] : []
}

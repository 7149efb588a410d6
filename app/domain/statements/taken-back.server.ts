import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import type { Readable, Tx } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { orders, statementEntries, statements } from '~/server/schema.server'
import type { Arrived, Correction, Recall } from './entry'
import { inParts } from './matching.server'
import { heldIn, quotedIn } from './references'

/* Payments of earlier files that a file takes back. Only what names one payment exactly does. */

/** A payment of a file with its fingerprint. `isKnown`: it was imported before. */
export type Marked = { payment: Arrived; fingerprint: string; isKnown: boolean }

type NamedOrder = { id: string; reference: string; status: string }

/** `orders`: that the payment is for. */
type Taken = { entry: Stored; on: string; reference: string; orders: NamedOrder[] }

/**
 * What a file says of earlier ones. `taken`: the payments that went back, or never were, and are not known to.
 * `unclear`: references of orders, and the bank's numbers, for which no one payment is exact. `named`: references of orders
 * that other money named which went out.
 */
export type TakenBack = { taken: Taken[]; unclear: string[]; named: string[] }

const stored = prepared(on =>
	on
		.select({
			id: statementEntries.id,
			statementId: statementEntries.statementId,
			fingerprint: statementEntries.fingerprint,
			format: statements.format,
			bookedOn: statementEntries.bookedOn,
			pence: statementEntries.pence,
			payer: statementEntries.payer,
			text: statementEntries.text,
			bankReference: statementEntries.bankReference,
			returnedAt: statementEntries.returnedAt,
			returnedOn: statementEntries.returnedOn,
			returnReference: statementEntries.returnReference,
			version: statementEntries.version,
			order: { id: orders.id, reference: orders.reference, status: orders.status },
		})
		.from(statementEntries)
		.innerJoin(statements, eq(statements.id, statementEntries.statementId))
		.leftJoin(orders, eq(orders.id, statementEntries.orderId))
		.where(
			or(
				inArray(statementEntries.pence, listed('amounts')),
				and(eq(statements.format, 'ofx'), inArray(statementEntries.bankReference, listed('corrected'))),
			),
		),
)
type Stored = Awaited<ReturnType<typeof stored.all>>[number]

/**
 * Which stored payments the recalls and corrections of a file mean. To mark them, ask in the transaction that does.
 */
export async function readTakenBack(
	from: Readable,
	{ recalls, corrections }: { recalls: readonly Recall[]; corrections: readonly Correction[] },
	marked: readonly Marked[],
): Promise<TakenBack> {
	const isNew = (place: number) => marked[place]?.isKnown === false
	// A new payment that went out again in its own file is filed so.
	const open = recalls.filter(({ fitting }) => !isNew(fitting.at(-1) ?? -1))
	const known = await readNamed(
		from,
		open.flatMap(({ quoted }) => quoted),
	)
	const naming = open
		.map(recall => ({ ...recall, names: recall.quoted.filter(one => known.has(one)) }))
		.filter(({ names }) => names.length > 0)
	if (naming.length + corrections.length === 0) return { taken: [], unclear: [], named: [] }
	const rows = await stored.all(from, {
		amounts: JSON.stringify([...new Set(naming.map(({ pence }) => pence))]),
		corrected: JSON.stringify(corrections.map(({ corrected }) => corrected)),
	})
	const own = new Set(marked.map(({ fingerprint }) => fingerprint))
	const byName = new Map<string, Stored[]>()
	for (const row of rows) {
		for (const name of namesOf(row, known)) byName.get(name)?.push(row) ?? byName.set(name, [row])
	}
	const said = [
		...corrections.map(correction => {
			const { on, reference, corrected } = correction
			const fits = rows.filter(
				row => row.format === 'ofx' && row.bankReference === corrected && !own.has(row.fingerprint),
			)
			const isExact = fits.every(row => isLike(row, correction))
			return { on, reference, names: [corrected], isExact, fits }
		}),
		...naming.map(({ pence, fitting, ...rest }) => ({
			...rest,
			isExact: !fitting.some(isNew),
			fits: [...new Set(rest.names.flatMap(name => byName.get(name) ?? []))].filter(
				row => row.pence === pence && row.bookedOn <= rest.on,
			),
		})),
	]
	const { found, unclear, named } = attributed(said)
	const all = await readNamed(
		from,
		found.flatMap(({ entry }) => quotedIn(entry.text)),
	)
	return {
		taken: found.map(one => ({ ...one, orders: ordersOf(one.entry, all) })),
		unclear: [...new Set(unclear)],
		named: [...new Set(named)].filter(name => known.has(name)),
	}
}

/** `isExact`: nothing but how many payments fit speaks against it. */
type Said = { on: string; reference: string; names: string[]; isExact: boolean; fits: Stored[] }

/** What is on record already is not said again. */
function attributed(all: readonly Said[]) {
	const found = new Map<Stored, Omit<Taken, 'orders'>>()
	const unclear: string[] = []
	const named: string[] = []
	for (const { on, reference, names, isExact, fits } of all) {
		if (fits.some(one => one.returnedOn === on && one.returnReference === reference)) continue
		const [entry] = fits
		if (fits.length > 1 || (entry && !isExact)) unclear.push(...names)
		else if (entry?.returnedAt === null && !found.has(entry)) found.set(entry, { entry, on, reference })
		else named.push(...names)
	}
	return { found: [...found.values()], unclear, named }
}

/* Another account may use the same numbers. */
function isLike(row: Stored, { pence, payer, text }: Correction): boolean {
	return row.pence === pence || (payer !== '' && row.payer === payer) || (text !== '' && row.text === text)
}

function namesOf({ order, text }: Stored, known: ReadonlyMap<string, unknown>): Set<string> {
	return new Set([...heldIn(text, known), ...(order ? [order.reference] : [])])
}

function ordersOf({ order, text }: Stored, all: ReadonlyMap<string, NamedOrder>): NamedOrder[] {
	return order ? [order] : quotedIn(text).flatMap(reference => all.get(reference) ?? [])
}

async function readNamed(from: Readable, references: readonly string[]): Promise<Map<string, NamedOrder>> {
	const rows = await inParts([...new Set(references)], some =>
		from
			.select({ id: orders.id, reference: orders.reference, status: orders.status })
			.from(orders)
			.where(inArray(orders.reference, some)),
	)
	return new Map(rows.map(order => [order.reference, order]))
}

/**
 * Records of payments that they went back, on the record of the statement and of the orders, which stay as they are.
 * `file`: which said so.
 */
export async function markTakenBack(
	tx: Tx,
	taken: readonly Taken[],
	{ file, actorId, now: at }: { file: string; actorId: string; now: number },
): Promise<void> {
	for (const { entry, on, reference, orders: its } of taken) {
		const { id: entryId, statementId, version, pence } = entry
		await tx
			.update(statementEntries)
			.set({
				returnedOn: on,
				returnReference: reference,
				returnedAt: at,
				version: sql`${statementEntries.version} + 1`,
			})
			.where(
				and(
					eq(statementEntries.id, entryId),
					eq(statementEntries.version, version),
					isNull(statementEntries.returnedAt),
				),
			)
		const detail = { statementId, entryId, pence, on, bankReference: reference, file }
		const said = { at, actorId, detail }
		await audit(tx, { ...said, action: 'statement.recall', subjectType: 'statement', subjectId: statementId })
		for (const { id } of its) {
			await audit(tx, { ...said, action: 'order.payment-recall', subjectType: 'order', subjectId: id })
		}
	}
}

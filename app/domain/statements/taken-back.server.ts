import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import type { Readable, Tx } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { orders, statementEntries, statements } from '~/server/schema.server'
import { attributed, type Back, type Fit } from './attribution'
import type { Arrived, Correction, Recall } from './entry'
import { entryColumns, inParts } from './matching.server'
import { readApproved } from './paid.server'
import { heldIn, quotedIn } from './references'

/* Payments of earlier files that a file takes back. Only what names one payment exactly does. */

/** A payment of a file with its fingerprint. `isKnown`: it was imported before. */
export type Marked = { payment: Arrived; fingerprint: string; isKnown: boolean }

type NamedOrder = { id: string; reference: string; status: string }

/** `orders`: that the payment is for. */
type Taken = Back & { entry: Stored; orders: NamedOrder[] }

/**
 * What a file says of earlier ones. `taken`: the payments that went back, or never were, and are not known to.
 * `approved`: references of their orders that are approved and not paid otherwise. `unclear`: references of orders, and
 * the bank's numbers, for which no one payment is exact. `named`: references of orders that other money named which
 * went out. `doubtIn`: a statement with a payment that may be meant by those.
 */
export type TakenBack = {
	taken: Taken[]
	approved: string[]
	unclear: string[]
	named: string[]
	doubtIn?: string | undefined
}

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
			isByHand: entryColumns.isByHand,
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
 * Which stored payments the recalls and corrections of a file mean, and its own payments as they are to be filed: one
 * that is new is sent back only where no stored one may be meant. To mark them, ask in the transaction that does.
 */
export async function readTakenBack(
	from: Readable,
	{ recalls, corrections }: { recalls: readonly Recall[]; corrections: readonly Correction[] },
	marked: readonly Marked[],
): Promise<{ back: TakenBack; marked: readonly Marked[] }> {
	const known = await readNamed(
		from,
		recalls.flatMap(({ quoted }) => quoted),
	)
	const naming = recalls
		.map(recall => ({ ...recall, names: recall.quoted.filter(one => known.has(one)) }))
		.filter(({ names }) => names.length > 0)
	if (naming.length + corrections.length === 0) return { back: NOTHING, marked }
	const rows = await stored.all(from, {
		amounts: JSON.stringify([...new Set(naming.map(({ pence }) => pence))]),
		corrected: JSON.stringify(corrections.map(({ corrected }) => corrected)),
	})
	const byId = new Map(rows.map(row => [row.id, row]))
	const own = new Set(marked.map(({ fingerprint }) => fingerprint))
	const byName = new Map<string, Stored[]>()
	for (const row of rows) {
		for (const name of namesOf(row, known)) byName.get(name)?.push(row) ?? byName.set(name, [row])
	}
	const isNew = (place: number | undefined) => marked[place ?? -1]?.isKnown === false
	const { back, unclear, named, doubtful } = attributed([
		...corrections.map(correction => {
			const { on, reference, corrected } = correction
			const fits = rows.filter(
				row => row.format === 'ofx' && row.bankReference === corrected && !own.has(row.fingerprint),
			)
			const isExact = fits.every(row => isLike(row, correction))
			return { on, reference, names: [corrected], isExact, fits: fits.map(fitOf) }
		}),
		...naming.map(({ on, reference, names, pence, fitting, meant }) => {
			const its = new Set(names.flatMap(name => byName.get(name) ?? []))
			const fits = [...its].filter(row => row.pence === pence && row.bookedOn <= on).map(fitOf)
			return {
				on,
				reference,
				names,
				isExact: true,
				fits: [...fits, ...fitting.filter(isNew).map(newFit)],
				meant: isNew(meant) ? newId(meant) : undefined,
			}
		}),
	])
	const found = [...back].flatMap(([id, when]) => {
		const entry = byId.get(id)
		return entry ? [{ entry, ...when }] : []
	})
	const all = await readNamed(
		from,
		found.flatMap(({ entry }) => quotedIn(entry.text)),
	)
	const taken = found.map(one => ({ ...one, orders: ordersOf(one.entry, all) }))
	const reread = new Set(naming.map(({ meant }) => meant))
	return {
		back: {
			taken,
			approved: await unpaidOf(from, taken),
			unclear,
			named: named.filter(name => known.has(name)),
			doubtIn: doubtful.map(id => byId.get(id)?.statementId).find(Boolean),
		},
		marked: marked.map((one, place) => {
			const when = back.get(newId(place))
			if (!when && !reread.has(place)) return one
			const { back: _, ...payment } = one.payment
			return { ...one, payment: when ? { ...payment, back: when } : payment }
		}),
	}
}

const NOTHING: TakenBack = { taken: [], approved: [], unclear: [], named: [] }

function fitOf({ id, returnedAt, returnedOn, returnReference, isByHand }: Stored): Fit {
	// What somebody found to be not sent back keeps what was said of it, so that it is not said again.
	const back = returnedOn === null ? null : { on: returnedOn, reference: returnReference ?? '' }
	return { id, back, isOpen: returnedAt === null, isByHand, isNew: false }
}

const newId = (place: number | undefined) => `new ${place}`
const newFit = (place: number): Fit => ({
	id: newId(place),
	back: null,
	isOpen: true,
	isByHand: false,
	isNew: true,
})

async function unpaidOf(from: Readable, taken: readonly Taken[]): Promise<string[]> {
	const its = new Map(taken.flatMap(one => one.orders.map(order => [order.id, order.reference] as const)))
	const approved = await readApproved(from, [...its.keys()], new Set(taken.map(({ entry }) => entry.id)))
	return [...its].flatMap(([id, reference]) => ((approved.get(id)?.missing ?? 0) > 0 ? [reference] : []))
}

/* Another account may use the same numbers. */
function isLike(row: Stored, correction: Correction): boolean {
	const told = (['payer', 'text'] as const).filter(one => row[one] !== '' && correction[one] !== '')
	return (
		row.pence === correction.pence && (told.length === 0 || told.some(one => row[one] === correction[one]))
	)
}

function namesOf({ order, text }: Stored, known: ReadonlyMap<string, unknown>): Set<string> {
	return new Set([...heldIn(text, known), ...(order ? [order.reference] : [])])
}

function ordersOf(
	{ order, text }: Pick<Stored, 'order' | 'text'>,
	all: ReadonlyMap<string, NamedOrder>,
): NamedOrder[] {
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
 * Records of payments that they went back, on the record of the statement and of the orders. Those that are pending
 * have changed then for whoever is about to approve them. `file`: which said so.
 */
export async function markTakenBack(
	tx: Tx,
	taken: readonly Taken[],
	{ file, actorId, now: at }: { file: string; actorId: string; now: number },
): Promise<void> {
	for (const { entry, on, reference, orders: its } of taken) {
		const { id: entryId, statementId, version, pence } = entry
		const changed = await tx
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
			.returning({ id: statementEntries.id })
		if (changed.length === 0) throw new Error(`Payment ${entryId} changed while it was taken back`)
		const ids = its.map(({ id }) => id)
		await raiseVersions(tx, ids)
		const detail = { statementId, entryId, pence, on, bankReference: reference, file }
		const said = { at, actorId, detail }
		await audit(tx, { ...said, action: 'statement.recall', subjectType: 'statement', subjectId: statementId })
		for (const subjectId of ids) {
			await audit(tx, { ...said, action: 'order.payment-recall', subjectType: 'order', subjectId })
		}
	}
}

/** Has whoever is about to decide on these orders look again: to approve, to reject, to record a refund. */
export async function raiseVersions(tx: Tx, ids: readonly string[]): Promise<void> {
	const isOpen = or(
		eq(orders.status, 'pending'),
		and(inArray(orders.status, ['rejected', 'failed']), isNull(orders.refundedAt)),
	)
	await tx
		.update(orders)
		.set({ version: sql`${orders.version} + 1` })
		.where(and(inArray(orders.id, [...ids]), isOpen))
}

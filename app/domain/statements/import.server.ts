import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import { db, type Readable, write } from '~/server/db.server'
import { orders, statementEntries, statements } from '~/server/schema.server'
import type { Arrived } from './entry'
import { fingerprintsOf } from './fingerprint.server'
import { inParts, matchWith } from './matching.server'
import type { Statement } from './parse.server'
import { quotedIn } from './references'

/**
 * What importing a statement would do. Stores nothing. `known`: how many payments were imported before; `named`: what
 * may be references of orders in those of them that the file shows to have gone back.
 */
export async function previewStatement({ payments }: Statement) {
	const marked = await markKnown(db, payments)
	const entries = marked
		.filter(({ isKnown }) => !isKnown)
		.map(({ payment, fingerprint }) => ({
			...payment,
			id: fingerprint,
			orderId: null,
			settled: false,
			returned: payment.back !== undefined,
		}))
	const { found } = await matchWith(db, entries)
	return {
		entries: entries.map(entry => ({
			entry,
			...(found.get(entry.id) ?? { match: 'unknown' as const, orders: [] }),
		})),
		known: payments.length - entries.length,
		named: goneBack(marked),
	}
}

/**
 * Files the new payments of a statement, on record. `named`: as {@link previewStatement} has it.
 * @returns its id, or that there is nothing new in it.
 */
export async function importStatement(
	{ format, payments }: Statement,
	{ name, actorId, now }: { name: string; actorId: string; now: number },
): Promise<
	| { ok: true; id: string; added: number; known: number; named: string[] }
	| { ok: false; code: 'known'; message: string; named: string[] }
> {
	return await write(async tx => {
		const marked = await markKnown(tx, payments)
		const added = marked.filter(({ isKnown }) => !isKnown)
		const known = marked.length - added.length
		const named = goneBack(marked)
		if (added.length === 0) return { ok: false, code: 'known', message: ALL_KNOWN, named }
		const id = randomUUID()
		await tx.insert(statements).values({ id, name, format, importedAt: now, importedBy: actorId })
		for (const [position, { payment, fingerprint }] of added.entries()) {
			const { back, ...said } = payment
			const row = { id: randomUUID(), statementId: id, position, fingerprint, ...said }
			await tx.insert(statementEntries).values(back ? { ...row, ...returnedBy(back, now) } : row)
		}
		const pence = added.reduce((sum, { payment }) => sum + payment.pence, 0)
		const back = added.filter(({ payment }) => payment.back).length
		const detail = { name, format, entries: added.length, known, pence, ...(back > 0 ? { back } : {}) }
		await audit(tx, {
			at: now,
			actorId,
			action: 'statement.import',
			subjectType: 'statement',
			subjectId: id,
			detail,
		})
		return { ok: true, id, added: added.length, known, named }
	})
}

export const ALL_KNOWN = 'Every payment in this file has been imported before. Nothing was added.'

/** What an entry says whose money its own statement shows to have gone back. */
function returnedBy({ on, reference }: NonNullable<Arrived['back']>, now: number) {
	return { returnedOn: on, returnReference: reference, returnedAt: now }
}

/** Which of some references orders have. */
export async function ordersNamed(references: readonly string[]): Promise<string[]> {
	const rows = await inParts(references, some =>
		db.select({ reference: orders.reference }).from(orders).where(inArray(orders.reference, some)),
	)
	return rows.map(row => row.reference)
}

function goneBack(marked: Awaited<ReturnType<typeof markKnown>>): string[] {
	return marked.flatMap(({ payment, isKnown }) => (isKnown && payment.back ? quotedIn(payment.text) : []))
}

async function markKnown(from: Readable, payments: readonly Arrived[]) {
	const fingerprints = fingerprintsOf(payments)
	const rows = await inParts(fingerprints, some =>
		from
			.select({ fingerprint: statementEntries.fingerprint })
			.from(statementEntries)
			.where(inArray(statementEntries.fingerprint, some)),
	)
	const known = new Set(rows.map(row => row.fingerprint))
	return payments.map((payment, index) => {
		const fingerprint = fingerprints[index] ?? ''
		return { payment, fingerprint, isKnown: known.has(fingerprint) }
	})
}

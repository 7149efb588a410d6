import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import { db, type Readable, write } from '~/server/db.server'
import { statementEntries, statements } from '~/server/schema.server'
import { type Arrived, NONE_CAME_IN } from './entry'
import { fingerprintsOf } from './fingerprint.server'
import { inParts, matchWith } from './matching.server'
import { alarmsOf } from './notes'
import type { Statement } from './parse.server'
import { type Marked, markTakenBack, readTakenBack, type TakenBack } from './taken-back.server'

/**
 * What importing a statement would do. Stores nothing. `known`: how many payments were imported before; `back`: what
 * the file says of payments of earlier ones. `refusal`: why it cannot be imported.
 */
export async function previewStatement(statement: Statement) {
	const { payments } = statement
	const { back, marked } = await readTakenBack(db, statement, await markKnown(db, payments))
	const entries = marked
		.filter(({ isKnown }) => !isKnown)
		.map(({ payment, fingerprint }) => ({
			...payment,
			id: fingerprint,
			orderId: null,
			settled: false,
			returned: payment.back !== undefined,
		}))
	const { found } = await matchWith(db, entries, { gone: new Set(back.taken.map(({ entry }) => entry.id)) })
	return {
		entries: entries.map(entry => ({
			entry,
			...(found.get(entry.id) ?? { match: 'unknown' as const, orders: [] }),
		})),
		known: payments.length - entries.length,
		back,
		refusal: entries.length + back.taken.length === 0 ? nothingIn(statement) : null,
	}
}

/**
 * Files the new payments of a statement, and marks the earlier ones that it takes back, on record. A file without new
 * payments is not kept. `known`, `back`: as {@link previewStatement} has them.
 * @returns its id, or that of the first statement whose payment it takes back; or that there is nothing new in it.
 */
export async function importStatement(
	statement: Statement,
	{ name, actorId, now }: { name: string; actorId: string; now: number },
): Promise<
	| { ok: true; id: string; added: number; known: number; back: TakenBack }
	| { ok: false; code: 'known'; message: string; back: TakenBack }
> {
	const { format, payments } = statement
	return await write(async tx => {
		const { back, marked } = await readTakenBack(tx, statement, await markKnown(tx, payments))
		const added = marked.filter(({ isKnown }) => !isKnown)
		const known = marked.length - added.length
		await markTakenBack(tx, back.taken, { file: name, actorId, now })
		const pence = added.reduce((sum, { payment }) => sum + payment.pence, 0)
		const gone = added.filter(({ payment }) => payment.back).length
		const recordIn = async (subjectId: string) => {
			const counts = { entries: added.length, known, pence, ...(gone > 0 ? { back: gone } : {}) }
			const detail = { name, format, ...counts, ...alarmsOf(back) }
			const said = { at: now, actorId, action: 'statement.import', detail }
			await audit(tx, { ...said, subjectType: 'statement', subjectId })
		}
		if (added.length === 0) {
			const its = back.taken[0]?.entry.statementId
			const about = its ?? back.doubtIn
			if (about && alarmsOf(back)) await recordIn(about)
			if (!its) return { ok: false, code: 'known', message: nothingIn(statement), back }
			return { ok: true, id: its, added: 0, known, back }
		}
		const id = randomUUID()
		await tx.insert(statements).values({ id, name, format, importedAt: now, importedBy: actorId })
		for (const [position, { payment, fingerprint }] of added.entries()) {
			const { back: gone, ...said } = payment
			const row = { id: randomUUID(), statementId: id, position, fingerprint, ...said }
			await tx.insert(statementEntries).values(gone ? { ...row, ...returnedBy(gone, now) } : row)
		}
		await recordIn(id)
		return { ok: true, id, added: added.length, known, back }
	})
}

function nothingIn({ payments }: Statement): string {
	return payments.length === 0 ? NONE_CAME_IN : ALL_KNOWN
}

const ALL_KNOWN = 'Every payment in this file has been imported before. Nothing was added.'

/** What an entry says whose money its own statement shows to have gone back. */
function returnedBy({ on, reference }: NonNullable<Arrived['back']>, now: number) {
	return { returnedOn: on, returnReference: reference, returnedAt: now }
}

async function markKnown(from: Readable, payments: readonly Arrived[]): Promise<Marked[]> {
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

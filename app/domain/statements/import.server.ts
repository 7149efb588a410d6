import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { readProposals } from '~/domain/payments/candidates.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, write } from '~/server/db/db.server'
import { bankEntries, statements } from '~/server/db/schema.server'
import { computeFingerprints } from './fingerprint.server'
import type { BankLine, Statement } from './formats/entry'
import { inParts } from './parts.server'

type NewLine = BankLine & { fingerprint: string }

const ALL_KNOWN = 'Every payment in this file has been imported before. Nothing was added.'

/**
 * Previews importing a statement: the lines it would add, with their proposals. Stores nothing. `known`: the number of
 * lines imported before. `refusal`: why it cannot be imported.
 */
export async function previewStatement(statement: Statement) {
	const { added, known } = await readNew(db, statement)
	const lines = added.map(line => ({
		...line,
		id: line.fingerprint,
		counterparty: line.payer,
		bookedPence: 0,
		dismissedAt: null,
	}))
	const proposals = await readProposals(db, lines, statement.format)
	return {
		rows: lines.map((line, index) => Object.assign(line, proposals[index])),
		known,
		refusal: added.length === 0 ? ALL_KNOWN : null,
	}
}

/**
 * Stores the new lines of a statement, on record. A file without new lines is not kept. `known`: as
 * {@link previewStatement} has it.
 */
export async function importStatement(
	statement: Statement,
	{ name, actorId, now }: { name: string; actorId: string; now: number },
): Promise<
	{ ok: true; id: string; added: number; known: number } | { ok: false; code: 'known'; message: string }
> {
	const { format, balances } = statement
	return await write(async tx => {
		const { added, known } = await readNew(tx, statement)
		if (added.length === 0) return { ok: false, code: 'known', message: ALL_KNOWN }
		const id = randomUUID()
		await tx.insert(statements).values({
			...{ id, name, format, importedAt: now, importedBy: actorId },
			openingPence: balances?.opening,
			closingPence: balances?.closing,
		})
		const rows = added.map(({ payer: counterparty, ...line }, position) => ({
			id: randomUUID(),
			statementId: id,
			position,
			counterparty,
			...line,
		}))
		for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
			await tx.insert(bankEntries).values(rows.slice(from, from + ROWS_AT_ONCE))
		}
		const pence = added.reduce((sum, line) => sum + line.pence, 0)
		const detail = { name, format, entries: added.length, known, pence }
		await audit(tx, {
			at: now,
			actorId,
			action: 'statement.import',
			subjectType: 'statement',
			subjectId: id,
			detail,
		})
		return { ok: true, id, added: added.length, known }
	})
}

const ROWS_AT_ONCE = 100

/** Finds the lines of a statement that no earlier one had. Lines that the bank has corrected since are removed. */
async function readNew(from: Readable, statement: Statement): Promise<{ added: NewLine[]; known: number }> {
	const lines = [...statement.lines, ...(await readCorrected(from, statement))]
	const fingerprints = computeFingerprints(lines)
	const rows = await inParts(fingerprints, some =>
		from
			.select({ fingerprint: bankEntries.fingerprint })
			.from(bankEntries)
			.where(inArray(bankEntries.fingerprint, some)),
	)
	const stored = new Set(rows.map(row => row.fingerprint))
	const added = lines
		.map((line, index) => ({ ...line, fingerprint: fingerprints[index] ?? '' }))
		.filter(({ fingerprint }) => !stored.has(fingerprint))
	return { added, known: lines.length - added.length }
}

/** A line of the opposite amount for each stored entry that the bank replaces or deletes. */
async function readCorrected(from: Readable, { corrections }: Statement): Promise<BankLine[]> {
	if (corrections.length === 0) return []
	const entries = await inParts(
		corrections.map(({ corrected }) => corrected),
		some => from.select().from(bankEntries).where(inArray(bankEntries.bankReference, some)),
	)
	return corrections.flatMap(({ corrected, word, bookedOn, bankReference }) => {
		const its = entries.filter(entry => entry.bankReference === corrected)
		// Another account may use the same numbers.
		const [entry] = its.length === 1 ? its : []
		if (!entry) return []
		const text = `${word} by the bank: ${corrected} · ${entry.text}`.slice(0, 500)
		return [{ bookedOn, pence: -entry.pence, payer: entry.counterparty, text, bankReference }]
	})
}

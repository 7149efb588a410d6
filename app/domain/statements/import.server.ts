import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '~/domain/actor'
import { readProposals } from '~/domain/payments/candidates.server'
import { audit } from '~/server/db/audit.server'
import { isIn } from '~/server/db/conditions.server'
import { db, type Readable, write } from '~/server/db/db.server'
import { bankEntries, statements } from '~/server/db/schema.server'
import { type BankLine, FORMAT_NAMES, type Statement } from './formats/entry'
import { normaliseLetters } from './references'

type NewLine = BankLine & { fingerprint: string }

const ALL_KNOWN = 'Every payment in this file has been imported before. Nothing was added.'

/**
 * Previews the import of a statement: the lines it would add, with their proposals. Stores nothing. `known`: the number
 * of lines imported before. `refusal`: why it cannot be imported.
 */
export async function previewStatement(statement: Statement) {
	const { added, known } = await readNew(db, statement)
	const lines = added.map(line => ({ ...line, id: line.fingerprint, bookedPence: 0, dismissedAt: null }))
	const rows = await readProposals(db, lines, statement.format)
	return { rows, known, refusal: added.length === 0 ? ALL_KNOWN : null }
}

/**
 * Stores the new lines of a statement, and records it. A file without new lines is not stored. `known`: as in {@link
 * previewStatement}.
 */
export async function importStatement(
	statement: Statement,
	{ name, actorId, now }: Actor & { name: string },
) {
	const { format, balances } = statement
	return await write(async tx => {
		const { added, known } = await readNew(tx, statement)
		if (added.length === 0) return { ok: false, code: 'known', message: ALL_KNOWN } as const
		const id = randomUUID()
		await tx.insert(statements).values({
			id,
			name,
			format,
			importedAt: now,
			importedBy: actorId,
			openingPence: balances?.opening,
			closingPence: balances?.closing,
		})
		const rows = added.map((line, position) => ({ id: randomUUID(), statementId: id, position, ...line }))
		await tx.insert(bankEntries).values(rows)
		const pence = added.reduce((sum, line) => sum + line.pence, 0)
		const detail = { name, format: FORMAT_NAMES[format], entries: added.length, known, pence }
		await audit(tx, 'statement.import', { type: 'statement', id }, { actorId, now }, detail)
		return { ok: true, id, added: added.length, known } as const
	})
}

/** Finds the lines that no earlier statement had, without those that the bank has corrected since. */
async function readNew(from: Readable, statement: Statement): Promise<{ added: NewLine[]; known: number }> {
	const lines = withFingerprints([...statement.lines, ...(await readCorrected(from, statement))])
	const fingerprints = lines.map(line => line.fingerprint)
	const isKnown = isIn(bankEntries.fingerprint, fingerprints)
	const stored = await from.select({ fingerprint: bankEntries.fingerprint }).from(bankEntries).where(isKnown)
	const known = new Set(stored.map(row => row.fingerprint))
	const added = lines.filter(line => !known.has(line.fingerprint))
	return { added, known: lines.length - added.length }
}

/** Reads a line of the opposite amount for each stored entry that the bank replaces or deletes. */
async function readCorrected(from: Readable, { corrections }: Statement): Promise<BankLine[]> {
	if (corrections.length === 0) return []
	const numbers = corrections.map(({ corrected }) => corrected)
	const entries = await from.select().from(bankEntries).where(isIn(bankEntries.bankReference, numbers))
	return corrections.flatMap(({ corrected, word, bookedOn, bankReference }) => {
		const [entry, other] = entries.filter(item => item.bankReference === corrected)
		// Another account may use the same numbers.
		if (!entry || other) return []
		const { counterparty } = entry
		const text = `${word} by the bank: ${corrected} · ${entry.text}`.slice(0, 500)
		return [{ bookedOn, pence: -entry.pence, counterparty, text, bankReference }]
	})
}

/**
 * Adds fingerprints: a hash of all fields from the bank, and the number of a line among equal ones. The same line in
 * another file has the same fingerprint, and two equal payments on one day have two.
 */
function withFingerprints(lines: readonly BankLine[]): NewLine[] {
	const counts = new Map<string, number>()
	return lines.map(line => {
		const { bookedOn, pence, counterparty, text, bankReference } = line
		const content = JSON.stringify([bookedOn, pence, ...[counterparty, text, bankReference].map(normalise)])
		const count = (counts.get(content) ?? 0) + 1
		counts.set(content, count)
		const fingerprint = createHash('sha256').update(`${content} ${count}`).digest('hex')
		return { ...line, fingerprint }
	})
}

/* Only letters and digits of any script, so that blanks and case make no difference. */
function normalise(text: string): string {
	return normaliseLetters(text) + text.replace(/[\p{ASCII}\s]/gu, '').toUpperCase()
}

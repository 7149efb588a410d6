import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '~/domain/actor'
import { audit } from '~/server/db/audit.server'
import { db, write } from '~/server/db/db.server'
import { statementColumns } from '~/server/db/schema.server'
import { MAPPED, type Mapping } from './formats/columns'

type Places = Mapping['places']

/** Finds the columns chosen for files with these titles. */
export async function findMapping(titles: readonly string[]): Promise<Places | undefined> {
	const isSame = eq(statementColumns.titles, JSON.stringify(titles))
	const [row] = await db.select().from(statementColumns).where(isSame)
	return row?.places
}

/** Stores the columns chosen for files with these titles, and records it. */
export async function saveMapping({ titles, places }: Mapping, { actorId, now }: Actor): Promise<void> {
	await write(async tx => {
		const row = { titles: JSON.stringify(titles), places, updatedAt: now }
		await tx
			.insert(statementColumns)
			.values(row)
			.onConflictDoUpdate({ target: statementColumns.titles, set: row })
		const named = Object.entries(places).flatMap(([column, at]) =>
			at === undefined ? [] : [[column, titles[at]]],
		)
		const detail = { columns: Object.fromEntries(named) }
		await audit(tx, 'statement.map', { type: 'setting', id: 'statementColumns' }, { actorId, now }, detail)
	})
}

const place = z
	.string()
	.regex(/^\d{1,2}$/)
	.transform(Number)
	.optional()
	.catch(undefined)

/** The indexes of the columns; columns that the file does not have are omitted. */
export const ColumnsForm = z
	.object({
		date: place,
		amount: place,
		in: place,
		out: place,
		text: place,
		payer: place,
		bank_reference: place,
	})
	.transform(({ bank_reference: bankReference, ...places }): Places => ({ ...places, bankReference }))

/** Returns why no file can be read with these columns, or undefined. */
export function whyNotReadable(places: Places): string | undefined {
	const chosen = MAPPED.flatMap(column => places[column] ?? [])
	if (new Set(chosen).size < chosen.length) return 'Please choose each column once'
	if (places.date === undefined) return 'Please say which column is the date'
	if (places.amount !== undefined) return undefined
	return places.in === undefined ? 'Please say which column is the amount, or what came in' : undefined
}

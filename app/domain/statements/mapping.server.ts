import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '~/server/db/audit.server'
import { db, write } from '~/server/db/db.server'
import { statementColumns } from '~/server/db/schema.server'
import { MAPPED, type Mapping } from './formats/columns'

/** Finds the columns chosen for files with these titles. */
export async function findMapping(titles: readonly string[]): Promise<Mapping | undefined> {
	const [row] = await db
		.select()
		.from(statementColumns)
		.where(eq(statementColumns.titles, JSON.stringify(titles)))
	return row && { titles: [...titles], places: row.places }
}

/** Keeps what is said of the columns of files with these titles, on record. */
export async function saveMapping(
	{ titles, places }: Mapping,
	{ actorId, now }: { actorId: string; now: number },
): Promise<void> {
	await write(async tx => {
		const row = { titles: JSON.stringify(titles), places, updatedAt: now }
		await tx
			.insert(statementColumns)
			.values(row)
			.onConflictDoUpdate({ target: statementColumns.titles, set: row })
		const detail = { titles, places }
		const subject = { subjectType: 'setting', subjectId: 'statementColumns' } as const
		await audit(tx, { at: now, actorId, action: 'statement.map', ...subject, detail })
	})
}

const place = z
	.string()
	.regex(/^\d{0,2}$/)
	.optional()
	.transform(text => (text ? Number(text) : undefined))

/** The columns chosen for the titles. The date, and an amount or money in, are required. */
export const MappingForm = z
	.object({
		titles: z.string().transform((text, { issues }) => {
			const parsed = z.array(z.string().max(100)).min(2).max(60).safeParse(parseJson(text))
			if (parsed.success) return parsed.data
			issues.push({ code: 'custom', input: text, message: 'No titles' })
			return z.NEVER
		}),
		...{
			date: place,
			amount: place,
			in: place,
			out: place,
			text: place,
			payer: place,
			bank_reference: place,
		},
	})
	.transform(({ titles, bank_reference: bankReference, ...named }): Mapping => {
		const places = Object.entries({ ...named, bankReference })
		return {
			titles,
			places: Object.fromEntries(places.filter(([, at]) => at !== undefined && at < titles.length)),
		}
	})

/** Why a file cannot be read so; undefined when it can. */
export function whyNotMapped({ places }: Mapping): string | undefined {
	const chosen = MAPPED.flatMap(column => places[column] ?? [])
	if (new Set(chosen).size < chosen.length) return 'Please choose each column once'
	if (places.date === undefined) return 'Please say which column is the date'
	if (places.amount !== undefined) return undefined
	return places.in === undefined ? 'Please say which column is the amount, or what came in' : undefined
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

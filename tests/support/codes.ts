import { desc, eq, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'

/** Lists the emails to an address in the outbox, newest first. */
export function emailsTo(recipient: string) {
	return db
		.select()
		.from(outbox)
		.where(eq(outbox.recipient, recipient))
		.orderBy(desc(outbox.createdAt), sql`rowid desc`)
}

/** Returns the code in the newest email to an address. @throws Error when it has none. */
export async function newestCode(recipient: string): Promise<string> {
	const [letter] = await emailsTo(recipient)
	const code = letter?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
	if (!code) throw new Error(`No code in the newest letter to ${recipient}: ${letter?.text}`)
	return code
}

/** Returns a code of six digits that differs from this one. */
export function differentCode(code: string): string {
	return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

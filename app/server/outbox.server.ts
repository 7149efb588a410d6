import { randomUUID } from 'node:crypto'
import type { Tx } from './db.server'
import { outbox } from './schema.server'

/** A mail ready to be sent: what the letters in domain/mail become. `text` and `html` say the same. */
export type Mail = {
	kind: string
	subject: string
	text: string
	html: string
	/** Where an answer goes, if not to the house. */
	replyTo?: string
}

/**
 * Puts a mail into the outbox in the transaction that causes it: it is sent if and only if that transaction commits.
 * A mail with a known `dedupeKey` is not written again.
 */
export async function enqueueMail(
	tx: Tx,
	to: string,
	mail: Mail,
	{ now, dedupeKey }: { now: number; dedupeKey?: string },
): Promise<void> {
	await tx
		.insert(outbox)
		.values({
			id: randomUUID(),
			dedupeKey: dedupeKey ?? null,
			recipient: to,
			createdAt: now,
			nextAttemptAt: now,
			...mail,
		})
		.onConflictDoNothing()
}

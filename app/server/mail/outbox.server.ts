import { afterCommit, type Tx } from '../db/db.server'
import { createOrderedId } from '../db/ordered-id.server'
import { outbox } from '../db/schema.server'

/** A rendered email, as domain/mail produces it. `text` and `html` have the same content. */
export type Mail = {
	/** The kind of email. One that ends in `-code` carries a one-time code, which the outbox deletes once it is sent. */
	kind: string
	subject: string
	text: string
	html: string
	/** The address for replies; by default the operator's. */
	replyTo?: string
}

let wake = () => {}

/** Calls `listener` whenever this process has committed an email to the outbox. */
export function onEmailQueued(listener: () => void): void {
	wake = listener
}

/** Wakes the worker of this process. */
export function wakeOutbox(): void {
	wake()
}

/** Tests whether an email of this kind carries a one-time code. */
export function containsCode(kind: string): boolean {
	return kind.endsWith('-code')
}

/**
 * Adds an email to the outbox in the transaction that causes it: it is sent if and only if that transaction commits,
 * and then at once. An email with a known `dedupeKey` is not added again. `orderId`: the order it is about.
 * @returns its id; for an email that was not added again, an id without a row.
 */
export async function enqueueEmail(
	tx: Tx,
	to: string,
	mail: Mail,
	{ now, ...keys }: { now: number; dedupeKey?: string; orderId?: string | null },
): Promise<string> {
	const id = createOrderedId(now)
	await tx
		.insert(outbox)
		.values({ id, recipient: to, createdAt: now, nextAttemptAt: now, ...keys, ...mail })
		.onConflictDoNothing()
	afterCommit(tx, wakeOutbox)
	return id
}

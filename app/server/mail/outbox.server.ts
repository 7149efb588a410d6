import { afterCommit, type Tx } from '../db/db.server'
import { createOrderedId } from '../db/ordered-id.server'
import { outbox } from '../db/schema.server'

/** An email ready to be sent: what the emails in domain/mail become. `text` and `html` say the same. */
export type Mail = {
	/** The kind of email. One that ends in `-code` carries a one-time code, which the outbox forgets once it is sent. */
	kind: string
	subject: string
	text: string
	html: string
	/** The address for answers, if not the house. */
	replyTo?: string
}

let wake = () => {}

/** Has `listener` called whenever an email was committed to the outbox by this process. */
export function onEmailQueued(listener: () => void): void {
	wake = listener
}

/** Says that there is work for the worker of this process. */
export function wakeOutbox(): void {
	wake()
}

/** Tests whether an email of this kind carries a one-time code. */
export function carriesCode(kind: string): boolean {
	return kind.endsWith('-code')
}

/**
 * Puts an email into the outbox in the transaction that causes it: it is sent if and only if that transaction commits,
 * and then at once. An email with a known `dedupeKey` is not written again. `orderId`: of the order that it is about.
 * @returns its id; of one that was not written again, an id that nothing has.
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

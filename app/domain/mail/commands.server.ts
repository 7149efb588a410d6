import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import { afterCommit, write } from '~/server/db.server'
import { wakeOutbox } from '~/server/outbox.server'
import { outbox } from '~/server/schema.server'

/** Puts a mail that was given up back in line, on record. */
export async function sendMailAgain(
	id: string,
	by: { actorId: string; now: number },
): Promise<{ ok: true } | { ok: false; message: string }> {
	return await write(async tx => {
		const [mail] = await tx
			.update(outbox)
			.set({ failedAt: null, attempts: 0, nextAttemptAt: by.now, lockedUntil: null })
			.where(and(eq(outbox.id, id), isNotNull(outbox.failedAt), ne(outbox.text, '')))
			.returning({ kind: outbox.kind, recipient: outbox.recipient, lastError: outbox.lastError })
		if (!mail)
			return { ok: false, message: 'This mail cannot be sent again. Perhaps it is on its way already.' }
		await audit(tx, {
			at: by.now,
			actorId: by.actorId,
			action: 'mail.send-again',
			subjectType: 'mail',
			subjectId: id,
			detail: mail,
		})
		afterCommit(wakeOutbox)
		return { ok: true }
	})
}

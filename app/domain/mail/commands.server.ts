import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { audit } from '~/server/db/audit.server'
import { afterCommit, type Tx, write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { enqueueMail, wakeOutbox } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { testMail } from './operator-mails'

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
		afterCommit(tx, wakeOutbox)
		return { ok: true }
	})
}

/** Puts an email into the outbox that shows whether emails arrive, on record. `now`: UTC ms. */
export async function sendTestEmail(
	to: string,
	{ actor, now }: { actor: { id: string; fullName: string }; now: number },
): Promise<void> {
	await write(async tx => {
		await enqueueMail(tx, to, testMail({ askedBy: actor.fullName, at: now, url: absoluteUrl('/') }), { now })
		await recordTestEmail(tx, to, { actorId: actor.id, now })
	})
}

/** Records a test email. `actorId`: null for the operator's command line. */
export function recordTestEmail(
	tx: Tx,
	to: string,
	{ actorId, now }: { actorId: string | null; now: number },
): Promise<void> {
	const subject = { subjectType: 'mail', subjectId: to } as const
	return audit(tx, { at: now, actorId, action: 'mail.test', ...subject })
}

import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { findAccountById } from '~/domain/accounts/queries.server'
import type { Actor } from '~/domain/actor'
import { type Refusal, refusal } from '~/domain/refusal'
import { MINUTE_MS } from '~/domain/time'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { createOrderedId } from '~/server/db/ordered-id.server'
import { notes, orders } from '~/server/db/schema.server'
import { matchesSubject, type NoteSubject } from './queries.server'

/** Notes per subject: a page shows all of them. */
const MAX_NOTES = 100
const SAME_NOTE_MS = 10 * MINUTE_MS

type NoteResult = { ok: true } | Refusal<'unknown' | 'full'>

/**
 * Adds an administrator's note about a submitted order or an account. The audit entry does not contain its text. The
 * same note of the same administrator within ten minutes is added once. `now`: UTC ms.
 */
export async function addNote(
	subject: NoteSubject,
	text: string,
	{ actorId, now }: Actor,
): Promise<NoteResult> {
	return await write(async tx => {
		if (!(await hasSubject(tx, subject))) {
			return refusal('unknown', 'What this note is about does not exist any more.')
		}
		const isSame = and(
			matchesSubject(subject),
			eq(notes.authorId, actorId),
			eq(notes.text, text),
			gt(notes.createdAt, now - SAME_NOTE_MS),
		)
		if ((await tx.$count(notes, isSame)) > 0) return { ok: true }
		if ((await tx.$count(notes, matchesSubject(subject))) >= MAX_NOTES) {
			return refusal('full', `There are ${MAX_NOTES} notes here, which is the most there can be.`)
		}
		const id = createOrderedId(now)
		const { type: subjectType, id: subjectId } = subject
		await tx.insert(notes).values({ id, subjectType, subjectId, authorId: actorId, text, createdAt: now })
		await audit(tx, `${subjectType}.note`, subject, { actorId, now })
		return { ok: true }
	})
}

async function hasSubject(tx: Tx, { type, id }: NoteSubject): Promise<boolean> {
	if (type === 'account') return (await findAccountById(tx, id)) !== undefined
	return (await tx.$count(orders, and(eq(orders.id, id), isNotNull(orders.submittedAt)))) > 0
}

import { and, eq } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { auditEntries } from '~/server/db/schema.server'

/** Lists the audit actions on an account, an order or an email in order, optionally by one person. */
export async function actionsOn(subjectId: string, actorId?: string): Promise<string[]> {
	const ofSubject = eq(auditEntries.subjectId, subjectId)
	const entries = await db
		.select({ action: auditEntries.action })
		.from(auditEntries)
		.where(actorId ? and(ofSubject, eq(auditEntries.actorId, actorId)) : ofSubject)
	return entries.map(entry => entry.action)
}

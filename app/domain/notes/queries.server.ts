import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { accounts, notes } from '~/server/db/schema.server'

/** The subject of a note: a submitted order, or an account. */
export type NoteSubject = { type: 'order' | 'account'; id: string }

/** Matches the notes about a subject. */
export function matchesSubject({ type, id }: NoteSubject): SQL | undefined {
	return and(eq(notes.subjectType, type), eq(notes.subjectId, id))
}

/** Reads all notes about a subject, newest first. `createdAt`: UTC ms. */
export async function readNotes(subject: NoteSubject) {
	return await db
		.select({ id: notes.id, author: accounts.fullName, text: notes.text, createdAt: notes.createdAt })
		.from(notes)
		.innerJoin(accounts, eq(accounts.id, notes.authorId))
		.where(matchesSubject(subject))
		.orderBy(desc(notes.createdAt), desc(sql`notes.rowid`))
}

export type Note = Awaited<ReturnType<typeof readNotes>>[number]

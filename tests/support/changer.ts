import { desc, eq } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { sessionCookie } from './factories'

/** Signs an account in. @returns what commands about one's own account need. `signedInAt`: UTC ms. */
export async function signInChanger(account: { id: string }, signedInAt: number) {
	const before = new Set((await readSessions(account)).map(row => row.id))
	await sessionCookie(account.id)
	const session = (await readSessions(account)).find(row => !before.has(row.id))
	if (!session) throw new Error('No session was opened')
	return { id: account.id, sessionId: session.id, signedInAt }
}

/** Lists the sessions of an account. */
export async function readSessions({ id }: { id: string }) {
	return await db.select().from(sessions).where(eq(sessions.accountId, id)).orderBy(desc(sessions.signedInAt))
}

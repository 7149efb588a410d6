import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { countAttemptIn, type TooMany } from '../sign-in/limits.server'

type By = { accountId: string; now: number }
type Changed = { ok: true } | TooMany

/**
 * Changes the own name, on record. The version rises: an administrator who edits the account at the same time is told.
 */
export async function changeName(
	{ firstName, lastName }: { firstName: string; lastName: string },
	by: By,
): Promise<Changed> {
	const fullName = `${firstName} ${lastName}`
	return await change({ fullName }, 'account.name-change', by)
}

/** Changes the own telephone number, on record; an empty one removes it. It is not verified. */
export async function changePhone(phone: string, by: By): Promise<Changed> {
	return await change({ phone: phone || null }, 'account.phone-change', by)
}

/* Each is on record for good. */
async function change(
	values: { fullName: string } | { phone: string | null },
	action: string,
	{ accountId, now }: By,
): Promise<Changed> {
	return await write(async tx => {
		const tooMany = await countAttemptIn(tx, 'changesPerAccount', accountId, now)
		if (tooMany) return tooMany
		const changed = await tx
			.update(accounts)
			.set({ ...values, version: sql`${accounts.version} + 1` })
			.where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
			.returning({ id: accounts.id })
		if (changed.length !== 1) throw new Error('There is no account to change')
		await audit(tx, { at: now, actorId: accountId, action, subjectType: 'account', subjectId: accountId })
		return { ok: true }
	})
}

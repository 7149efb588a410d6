import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TooMany } from '~/domain/limits.server'
import { auditAccount } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { countAttemptIn } from '../sign-in/limits.server'

/** The account that changes itself, at `now` (UTC ms). */
type By = { accountId: string; now: number }
type Changed = { ok: true } | TooMany

/**
 * Changes one's own name and records it. Increments the version, so that an administrator who edits the account at the
 * same time is refused.
 */
export async function changeName({ firstName, lastName }: { firstName: string; lastName: string }, by: By) {
	return await change({ fullName: `${firstName} ${lastName}` }, 'account.name-change', by)
}

/** Changes one's own phone number and records it; an empty one removes it. It is not verified. */
export async function changePhone(phone: string, by: By): Promise<Changed> {
	return await change({ phone: phone || null }, 'account.phone-change', by)
}

/** Shows or hides one's name on the public pages of one's blocks, and records it. */
export async function changeNamePublic(isNamePublic: boolean, by: By): Promise<Changed> {
	return await change({ isNamePublic }, 'account.name-public-change', by)
}

/* Every change is recorded. */
async function change(
	values: { fullName: string } | { phone: string | null } | { isNamePublic: boolean },
	action: string,
	{ accountId, now }: By,
): Promise<Changed> {
	return await write(async tx => {
		const tooMany = await countAttemptIn(tx, 'changesPerAccount', accountId, now)
		if (tooMany) return tooMany
		const { rowsAffected } = await tx
			.update(accounts)
			.set({ ...values, version: sql`${accounts.version} + 1` })
			.where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
		if (rowsAffected !== 1) throw new Error('There is no account to change')
		await auditAccount(tx, accountId, action, now)
		return { ok: true }
	})
}

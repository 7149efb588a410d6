import { eq, sql } from 'drizzle-orm'
import { profileImageUrl } from '~/domain/files/rules'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { accounts } from '~/server/schema.server'
import type { SessionAccount } from '~/server/session.server'

/** What the own settings page shows of an account. */
export async function readProfile(account: SessionAccount) {
	const { id, fullName, email, profileImageKey, isGoogle, hasPassword } = account
	const [row] = await phoneOf.all(db, { id })
	const photo = profileImageUrl(profileImageKey)
	return { fullName, email, phone: row?.phone ?? null, photo, isGoogle, hasPassword }
}

const phoneOf = prepared(on =>
	on
		.select({ phone: accounts.phone })
		.from(accounts)
		.where(eq(accounts.id, sql.placeholder('id'))),
)

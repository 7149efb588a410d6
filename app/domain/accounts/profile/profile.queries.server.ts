import { eq } from 'drizzle-orm'
import { profileImageUrl } from '~/domain/files/rules'
import type { SessionAccount } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'

/** Reads the account for its own settings page. */
export async function readProfile(account: SessionAccount) {
	const { id, fullName, email, profileImageKey, isGoogle, hasPassword } = account
	const [row] = await db
		.select({ phone: accounts.phone, isNamePublic: accounts.isNamePublic })
		.from(accounts)
		.where(eq(accounts.id, id))
	const photo = profileImageUrl(profileImageKey)
	return {
		fullName,
		email,
		phone: row?.phone ?? null,
		isNamePublic: row?.isNamePublic ?? false,
		photo,
		isGoogle,
		hasPassword,
	}
}

import { findAccountById } from '~/domain/accounts/queries.server'
import { profileImageUrl } from '~/domain/files/rules'
import type { SessionAccount } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'

/** Reads the account for its own settings page. */
export async function readProfile(account: SessionAccount) {
	const { fullName, email, profileImageKey, isGoogle, hasPassword } = account
	const { phone = null, isNamePublic = false } = (await findAccountById(db, account.id)) ?? {}
	const photo = profileImageUrl(profileImageKey)
	return { fullName, email, phone, isNamePublic, photo, isGoogle, hasPassword }
}

import { write } from '~/server/db.server'
import { hashPassword } from '~/server/password.server'
import type { Asking } from './limits.server'
import { type Changer, type ProofRefusal, proveUnlessFresh, recheckChanger } from './own-password.server'
import { setPassword } from './password-change.server'
import { BAD_PASSWORD, isPersonalPassword, type Refused } from './rules'

/** Changes the own password (decision 22): this session goes on, the others end, and the account's address is told. */
export async function changePassword(
	changer: Changer,
	{ currentPassword, newPassword }: { currentPassword: string; newPassword: string },
	asking: Asking,
): Promise<{ ok: true } | ProofRefusal | Refused<'personal-password'>> {
	const proven = await proveUnlessFresh(changer, currentPassword, asking)
	if (!proven.ok) return proven
	const passwordHash = await hashPassword(newPassword)
	return await write(async tx => {
		const still = await recheckChanger(tx, changer, proven.proof)
		if (!still.ok) return still
		const { account } = still
		if (isPersonalPassword(newPassword, account)) return PERSONAL
		const action = 'account.password-change'
		await setPassword(tx, {
			account,
			passwordHash,
			action,
			keepSession: changer.sessionId,
			now: asking.now,
		})
		return { ok: true }
	})
}

const PERSONAL = {
	ok: false,
	code: 'personal-password',
	message: BAD_PASSWORD.personal,
	field: 'newPassword',
} as const

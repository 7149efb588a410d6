import { type Refusal, refusal } from '~/domain/refusal'
import { isFreshSignIn, staleSignIn } from '../rules'

/** Shown to others in place of the name of a deleted account (P41). */
export const DELETED_NAME = 'Deleted account'

/** 'Ada Example, ada@x.example', or that the account was deleted: a tombstone's address is not a real one. */
export function accountLabel(account: {
	accountName: string
	accountEmail: string
	accountDeletedAt: number | null
}): string {
	return account.accountDeletedAt === null ? `${account.accountName}, ${account.accountEmail}` : DELETED_NAME
}

/** Why pending orders of a deleted account are rejected. */
export const DELETION_REASON = 'The account was deleted'

/** Tells an administrator that the account has changed since the page was opened. */
export const LOSS_HAS_CHANGED =
	'What this user would lose has changed since you opened the page. Please check it again.'

/** Seconds within which a deletion must be confirmed after the password was entered. */
export const DELETION_SECONDS = 600

const SELF = refusal('self', 'You cannot delete your own account.')
const LAST_ADMIN = refusal('last-admin', 'The last administrator cannot be deleted.')
const CHANGED = refusal('changed', 'This account has changed since you opened it. Please look at it again.')

const STALE = refusal('stale', staleSignIn('you delete an account'))

/** Returns why an administrator's sign-in is not recent enough to delete an account at `now` (UTC ms), or undefined. */
export function staleDeletionRefusal({ signedInAt }: { signedInAt: number }, now: number) {
	return isFreshSignIn(signedInAt, now) ? undefined : STALE
}

/**
 * Returns why an administrator may not delete an account, or undefined: never oneself, never the last administrator
 * (P41).
 */
export function checkDeletion(
	account: { id: string; role: 'user' | 'admin'; version: number },
	by: { actorId: string; version: number; administrators: number },
): Refusal | undefined {
	if (account.id === by.actorId) return SELF
	if (account.role === 'admin' && by.administrators <= 1) return LAST_ADMIN
	return account.version === by.version ? undefined : CHANGED
}

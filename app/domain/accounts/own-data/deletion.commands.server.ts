import { createHash } from 'node:crypto'
import { type Refusal, refusal } from '~/domain/refusal'
import { write } from '~/server/db/db.server'
import { type AccountSession, recheckAccount, verifyOwnPassword } from '../profile/password.commands.server'
import { countAdministrators, findAccountById } from '../queries.server'
import { isFreshSignIn, staleSignIn } from '../rules'
import { consumeCode, findSecondFactor } from '../second-factor/second-factor.server'
import type { Caller } from '../sign-in/limits.server'
import { readLoss } from './deletion.queries.server'
import { closeAccount } from './deletion.server'
import { checkDeletion, DELETION_SECONDS, LOSS_HAS_CHANGED } from './deletion-rules'

/**
 * First step of deleting one's own account: checks the password, and the two-factor code if one is needed. An
 * account without a password needs a recent sign-in.
 * @returns the grant for the second step, to be kept in a signed cookie.
 */
export async function requestDeletion(
	changer: AccountSession,
	{ currentPassword, code }: { currentPassword: string; code: string },
	caller: Caller,
): Promise<{ ok: true; grant: string } | Refusal> {
	const { now } = caller
	const proven = await verifyOwnPassword(changer, currentPassword, caller)
	if (!proven.ok) return proven
	if (proven.passwordHash === null && !isFreshSignIn(changer.signedInAt, now)) return STALE
	return await write(async tx => {
		const still = await recheckAccount(tx, changer, proven)
		if (!still.ok) return still
		if (await findSecondFactor(tx, changer.id)) {
			const spent = await consumeCode(tx, { account: still.account, typed: code, now })
			if (!spent.ok) return spent
		}
		return { ok: true, grant: createGrant(changer, proven.passwordHash, now) }
	})
}

/**
 * Tests whether a grant is valid for the second step in this session at `now` (UTC ms). The step itself checks the
 * password again.
 */
export function isDeletionGrant(
	grant: string | undefined,
	{ sessionId }: Pick<AccountSession, 'sessionId'>,
	now: number,
) {
	const [session, at] = grant?.split('.') ?? []
	return session === sessionId && Number(at) <= now && Number(at) > now - DELETION_SECONDS * 1000
}

/**
 * Second step: deletes one's own account (P41). `seen`: fingerprint of the data that the page listed as lost; if it has
 * changed, the page is shown again. `grant` comes from a signed cookie. Administrators cannot delete themselves.
 */
export async function deleteOwnAccount(
	changer: AccountSession,
	{ grant, seen }: { grant: string | undefined; seen: string },
	now: number,
): Promise<{ ok: true } | Refusal> {
	if (!isDeletionGrant(grant, changer, now)) return EXPIRED
	return await write(async tx => {
		const still = await recheckAccount(tx, changer)
		if (!still.ok) return still
		const { account } = still
		if (createGrant(changer, account.passwordHash, getGrantTime(grant)) !== grant) return EXPIRED
		if (account.role === 'admin') return ADMIN
		if ((await readLoss(account.id, now, tx)).seen !== seen) return CHANGED
		await closeAccount(tx, account, { actorId: account.id, now })
		return { ok: true }
	})
}

/**
 * Deletes another account, as an administrator (P41). `version`: of the account when the page was opened; `seen`:
 * fingerprint of the data that the page listed as lost. All its cells become available, and its owner gets an email.
 */
export async function deleteAccount(input: {
	accountId: string
	actorId: string
	version: number
	seen?: string | undefined
	now: number
}): Promise<{ ok: true } | Refusal> {
	const { accountId, actorId, version, seen, now } = input
	return await write(async tx => {
		const account = await findAccountById(tx, accountId)
		if (!account) return UNKNOWN
		const administrators = await countAdministrators(tx)
		const refused = checkDeletion(account, { actorId, version, administrators })
		if (refused) return refused
		if (seen !== undefined && (await readLoss(accountId, now, tx)).seen !== seen) return LOSS_CHANGED
		await closeAccount(tx, account, { actorId, now })
		return { ok: true }
	})
}

/* Bound to the session and to the password that was entered. */
function createGrant({ sessionId }: AccountSession, passwordHash: string | null, at: number): string {
	const password = createHash('sha256')
		.update(`${sessionId} ${passwordHash ?? ''}`)
		.digest('base64url')
	return `${sessionId}.${at}.${password}`
}

const getGrantTime = (grant: string | undefined) => Number(grant?.split('.')[1])

const UNKNOWN = refusal('unknown', 'There is no such account.')
const EXPIRED = refusal('over', 'Please enter your password again.')
const ADMIN = refusal('admin', 'Administrators are deleted by another administrator.')
const CHANGED = refusal(
	'changed',
	'What you own has changed since you opened this page. Please look at it again.',
)
const LOSS_CHANGED = refusal('changed', LOSS_HAS_CHANGED)
const STALE = refusal('stale', staleSignIn('you delete your account'))

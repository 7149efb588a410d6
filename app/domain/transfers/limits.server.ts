import { waitText } from '~/domain/accounts/rules'
import { throttle } from '~/server/auth/throttle.server'

const PER_HOUR = 30

type InvitationCount = { ok: true } | { ok: false; code: 'too-many'; message: string; retryAfter: number }

/**
 * Counts an invitation that an account is about to send or to change: each is an email to somebody who did not
 * ask for it. `retryAfter`: seconds.
 */
export async function countInvitation(accountId: string): Promise<InvitationCount> {
	const allowed = await throttle(`invite:${accountId}`, PER_HOUR, 3_600)
	if (allowed.ok) return allowed
	const { retryAfter } = allowed
	const message = `Many invitations were sent from your account. Please wait ${waitText(retryAfter)} and try again.`
	return { ok: false, code: 'too-many', message, retryAfter }
}

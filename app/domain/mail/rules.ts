/** The status of an email in the outbox. */
export const OUTBOX_STATUSES = ['waiting', 'failed', 'sent'] as const
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number]

/** Returns the status of an email with these times. */
export function outboxStatus({ sentAt, failedAt }: { sentAt: number | null; failedAt: number | null }) {
	if (sentAt !== null) return 'sent'
	return failedAt === null ? 'waiting' : 'failed'
}

/* Emails to the owner of an address about their account, and warnings to an administrator. */
const ABOUT_ACCOUNT = [
	'account-made',
	'account-exists',
	'account-deleted',
	'role-changed',
	'reset-unknown',
	'password-changed',
	'email-changed',
	'email-change-taken',
	'second-factor-on',
	'second-factor-off',
	'wrong-second-factor',
	'recovery-codes-made',
	'recovery-code-used',
	'google-linked',
	'key-made',
	'limit-raised',
	'bank-details-changed',
]

/** Returns why an email of this kind may only go to its original address, or undefined. */
export function whyAddressIsFixed(kind: string): string | undefined {
	if (kind.endsWith('-code')) {
		return 'One-time codes cannot be sent to another address. Ask the recipient to request a new one.'
	}
	if (ABOUT_ACCOUNT.includes(kind)) {
		return 'Emails about an account cannot be sent to another address than its owner’s.'
	}
	return undefined
}

/** Failed emails sent again in one step. */
export const MAX_RESENT = 1_000

export const OUTBOX_PAGE_SIZE = 20

/** Emails of a status that a search scans, the first of its list, because no index covers them. */
export const OUTBOX_SEARCHED = 5_000

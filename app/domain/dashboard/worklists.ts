import { pluralize } from '~/domain/text'
/** Work waiting for administrators, by worklist. */
export type WorklistCounts = Readonly<Record<(typeof WORKLISTS)[number]['name'], number>>

/** The worklists of an administrator, each with the page that shows it. */
export const WORKLISTS = [
	{ name: 'toReview', title: 'Orders to review', href: '/admin/transactions?status=pending' },
	{ name: 'toDecide', title: 'Bank payments to decide', href: '/admin/payments?list=to-decide' },
	{ name: 'toSendBack', title: 'Money to send back', href: '/admin/transactions?money=to-send-back' },
	{ name: 'notSeen', title: 'Approved, not seen at the bank', href: '/admin/transactions?money=not-seen' },
	{ name: 'failedEmails', title: 'Failed emails', href: '/admin/outbox?status=failed' },
] as const

/** Lists the entries of the administrator's bell besides invitations: only orders to review. */
export function bellEntries({
	toReview,
}: Pick<WorklistCounts, 'toReview'>): { words: string; href: string }[] {
	if (toReview === 0) return []
	const words = `${pluralize(toReview, 'payment waits', 'payments wait')} for review`
	return [{ words, href: WORKLISTS[0].href }]
}

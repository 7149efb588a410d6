/** What waits for an administrator: how much of each. */
export type Waiting = { payments: number; failedOrders: number; failedMails: number }

/** One kind of what waits, in words, with the page that shows it. */
export type News = { words: string; href: string }

/** How many things wait. */
export function waitingCount({ payments, failedOrders, failedMails }: Waiting): number {
	return payments + failedOrders + failedMails
}

/** What the bell of an administrator lists beside invitations. */
export function newsOf({ payments, failedOrders, failedMails }: Waiting): News[] {
	return [
		...some(payments, 'payment waits', 'payments wait', ' for review', '/admin/transactions?status=pending'),
		...some(failedOrders, 'order has', 'orders have', ' failed', '/admin/transactions?status=failed'),
		...some(failedMails, 'email has', 'emails have', ' not been sent', '/admin/outbox'),
	]
}

function some(count: number, one: string, many: string, rest: string, href: string): News[] {
	if (count === 0) return []
	return [{ words: `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}${rest}`, href }]
}

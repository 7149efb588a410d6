/** Messages for payments that could not be read or decided. */
export const REVIEW_FAILED = {
	list: 'Failed to fetch transactions',
	decide: 'Failed to update payment status',
} as const

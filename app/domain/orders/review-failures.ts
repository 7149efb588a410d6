/** What is said when payments could not be read or decided (specification 3, section 8). */
export const REVIEW_FAILED = {
	list: 'Failed to fetch transactions',
	decide: 'Failed to update payment status',
} as const

/* Messages for server errors. */

const SERVER_ERROR = 'Server error occurred. Please try again later or contact support.'

export const COUPON_FAILED = {
	save: { title: 'Failed to generate/update coupon', message: SERVER_ERROR },
	delete: { title: 'Failed to delete coupon', message: SERVER_ERROR },
} as const

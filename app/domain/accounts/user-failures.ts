/** What is said when an administrator's change of an account failed (specification 3, section 8). */
export const USER_FAILED = {
	add: 'Failed to add user',
	update: 'Failed to update user details',
	delete: 'Failed to delete user',
} as const

export const USER_FAILED = {
	add: 'Failed to add user',
	update: 'Failed to update user details',
	delete: 'Failed to delete user',
} as const

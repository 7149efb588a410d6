/** What is said when a block could not be changed (specification 2, section 8). */
export const BLOCK_FAILED = {
	manage: 'Failed to manage pixel',
	deleteImage: 'Failed to delete image',
} as const

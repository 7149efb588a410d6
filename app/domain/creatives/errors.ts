/** Messages for a block that could not be changed. */
export const BLOCK_FAILED = {
	manage: 'Failed to manage pixel',
	deleteImage: 'Failed to delete image',
} as const

/** Messages for a page that cannot be read. */
export const LOAD_FAILED = {
	data: 'Failed to load data',
	grid: 'Failed to fetch pixels data',
	pixel: 'Failed to load pixel data',
} as const

/** What is said when a page cannot be read (specification 2, section 8). */
export const LOAD_FAILED = {
	data: 'Failed to load data',
	grid: 'Failed to fetch pixels data',
	pixel: 'Failed to load pixel data',
} as const

/** How many rows of a list are in memory at a time. */
export const PAGE = 500

/** Where a page begins that is counted from 0. */
export const at = (page: number) => page * PAGE

/** Whether a page is the last of its list. */
export const isLastPage = (rows: readonly unknown[]) => rows.length < PAGE

/** Where a mail stands in the outbox. */
export const OUTBOX_STATUSES = ['waiting', 'failed', 'sent'] as const
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number]

export const OUTBOX_PAGE_SIZE = 20

/** No index knows the words of a mail: a search looks through so many of a status, the first of its list. */
export const OUTBOX_SEARCHED = 5_000

/** Where a mail stands in the outbox. */
export const OUTBOX_STATES = ['waiting', 'failed', 'sent'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

export const OUTBOX_PAGE_SIZE = 20

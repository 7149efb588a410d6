import { DAY_MS, HOUR_MS } from '~/domain/time'

/**
 * How long data that is not part of the books is kept after use, in ms. Sessions and counted attempts have their own
 * expiry.
 */
export const RETENTION_MS = {
	/** The body of an email after it was sent or given up; its row stays. */
	emailBodies: 30 * DAY_MS,
	contactMessages: 365 * DAY_MS,
	/** A checkout whose buyer never asked for the bank details, so that no money can have been sent for it. */
	checkouts: 30 * DAY_MS,
	/** An image that was placed on a selection, for the form of the block. */
	placedImages: 30 * DAY_MS,
	/** An alert for free pixels. */
	alerts: 365 * DAY_MS,
	/** A code after its expiry: as long as its flow can be continued. */
	codes: HOUR_MS,
	/** The input of forms, kept for a new log-in or for the Back button. */
	restoredForms: HOUR_MS,
	/** A used payment token: no token is valid for longer. */
	paymentTokens: DAY_MS,
	/** The answer to a write that carried an Idempotency-Key. */
	idempotencyKeys: DAY_MS,
	/** Daily visitors of a block. */
	statistics: 400 * DAY_MS,
} as const

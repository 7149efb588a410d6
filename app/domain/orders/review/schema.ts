import { z } from 'zod'
import { optionalText, text } from '~/domain/fields'
import { dayField, LIST_FIELDS } from '~/domain/list'

/** The statuses of orders whose receipt was sent: all that an administrator sees. */
export const REVIEW_STATUSES = ['pending', 'approved', 'rejected', 'failed'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** What the list can be limited to: a refunded order is no longer listed as failed or rejected. */
export const REVIEW_FILTERS = [...REVIEW_STATUSES, 'refunded'] as const

/** What the list of transactions is asked for. Nonsense in the address counts as not asked. */
export const ReviewFilter = z.object({
	...LIST_FIELDS,
	status: z.enum(REVIEW_FILTERS).nullable().catch(null),
	from: dayField,
	to: dayField,
})
export type ReviewFilter = z.output<typeof ReviewFilter>

/* A decision carries the version of what the administrator saw (P17). */
const version = z.coerce.number().int().min(1)

const reason = optionalText({ most: 1000, tooLong: 'Please use at most 1,000 characters' }).optional()

export const ApproveForm = z.object({ intent: z.literal('approve'), version, reason })
export const AssignForm = z.object({ intent: z.literal('assign'), version })

export const RejectForm = z.object({
	intent: z.literal('reject'),
	version,
	reason,
})

/** The longest email that an administrator writes to a buyer, in characters. */
export const MESSAGE_LENGTH = 4_000

/** `edit`: back from the preview to the text. */
export const MessageForm = z.object({
	intent: z.enum(['preview', 'edit', 'send']),
	text: text('Please write the email', {
		most: MESSAGE_LENGTH,
		tooLong: 'Please use at most 4,000 characters',
	}),
})

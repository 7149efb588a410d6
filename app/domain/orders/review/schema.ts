import { z } from 'zod'
import { line, optionalText } from '~/domain/fields'
import { dayField, LIST_FIELDS } from '~/domain/list'
import { formatPounds, parsePounds } from '~/domain/money'
import { dayText, londonDay } from '~/domain/time'

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

/* A decision carries the version of what the administrator saw (decision 32). */
const version = z.coerce.number().int().min(1)

export const ApproveForm = z.object({ intent: z.literal('approve'), version })
export const AssignForm = z.object({ intent: z.literal('assign'), version })

export const RejectForm = z.object({
	intent: z.literal('reject'),
	version,
	reason: optionalText({ most: 1000, tooLong: 'Please use at most 1,000 characters' }).optional(),
})

const DAY = 'Please enter the day on which the money was sent back'
const AMOUNT = 'Please enter the amount in pounds, for example 400,000 or 400,000.50'

/**
 * How money was sent back (decision 46): on a day of the past, not before the order came, and never more than its
 * total. `now`: UTC ms.
 */
export const refundForm = (order: { totalPence: number; submittedAt: number }, now: number) => {
	const first = londonDay(order.submittedAt)
	return z
		.object({
			intent: z.literal('refund'),
			version,
			refunded_on: z.iso
				.date({ error: DAY, abort: true })
				.refine(day => day <= londonDay(now), 'This day is still to come')
				.refine(day => day >= first, `The order came on ${dayText(first)}, so the refund cannot be older`),
			amount: z.string({ error: AMOUNT }).transform((typed, { issues }) => {
				const pence = parsePounds(typed)
				const isTooMuch = pence !== null && pence > order.totalPence
				if (pence !== null && pence > 0 && !isTooMuch) return pence
				const message = isTooMuch ? `The order was over ${formatPounds(order.totalPence)} only` : AMOUNT
				issues.push({ code: 'custom', input: typed, message })
				return z.NEVER
			}),
			bank_reference: line('Bank reference is required', {
				most: 140,
				tooLong: 'Please keep it within 140 characters',
			}),
		})
		.transform(form => ({
			version: form.version,
			refund: { on: form.refunded_on, pence: form.amount, bankReference: form.bank_reference },
		}))
}

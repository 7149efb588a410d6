import { z } from 'zod'
import { line, optionalLine, pounds } from '~/domain/fields'
import { computeBalance, describeMaxRefund, type LedgerSums } from '~/domain/orders/balance'
import { formatDay, londonDay } from '~/domain/time'
import { MATCHES } from './proposals'

const version = z.coerce.number().int().min(1)
const amount = pounds('Please enter the amount in pounds, for example 400,000 or 400,000.50')

/** A day up to today in London. `now`: UTC ms. */
function pastDay(missing: string, now: number) {
	return z.iso
		.date({ error: missing, abort: true })
		.refine(day => day <= londonDay(now), 'This day is in the future')
}

const bankReference = line('Bank reference is required', {
	max: 140,
	tooLong: 'Please keep it within 140 characters',
})

const reason = line('Please say why', { max: 200, tooLong: 'Please keep it within 200 characters' })

/**
 * A payment that an administrator has seen at the bank. `intent` book shows it for confirmation, change shows the form
 * again, confirm books it.
 */
export const handBookingForm = (order: LedgerSums, now: number) =>
	z
		.object({
			intent: z.enum(['book', 'change', 'confirm']),
			version,
			direction: z.enum(['in', 'out'], { error: 'Please choose whether the money came or went' }),
			booked_on: pastDay('Please enter the day on which the bank booked it', now),
			amount,
			bank_reference: bankReference,
			note: optionalLine({ max: 200, tooLong: 'Please keep it within 200 characters' }).optional(),
		})
		.superRefine(({ direction, amount }, { addIssue }) => {
			if (direction === 'in' || amount <= computeBalance(order)) return
			addIssue({ code: 'custom', path: ['amount'], message: describeMaxRefund(computeBalance(order)) })
		})
export type HandBookingForm = z.output<ReturnType<typeof handBookingForm>>

export const ReverseForm = z.object({ intent: z.literal('reverse'), note: reason })

/** The refund of a failed or rejected order. `max`: pence. `now`: UTC ms. */
export const refundForm = (order: { submittedAt: number; max: number }, now: number) => {
	const first = londonDay(order.submittedAt)
	return z
		.object({
			intent: z.literal('refund'),
			version,
			refunded_on: pastDay('Please enter the day on which the money was sent back', now).refine(
				day => day >= first,
				`The order came on ${formatDay(first)}, so the refund cannot be older`,
			),
			amount: amount.refine(pence => pence <= order.max, describeMaxRefund(order.max)),
			bank_reference: bankReference,
		})
		.transform(form => ({
			version: form.version,
			payment: { pence: -form.amount, bookedOn: form.refunded_on, bankReference: form.bank_reference },
		}))
}

/** The filters of a statement's lines. Invalid values are ignored. */
export const EntryFilter = z.object({
	match: z.enum(MATCHES).nullable().catch(null),
	/** The line that is expanded on the page. */
	open: z.uuid().optional().catch(undefined),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})
export type EntryFilter = z.output<typeof EntryFilter>

const MAX_PARTS = 20
const REFERENCE_NEEDED = 'Please enter the reference of an order'
const reference = line(REFERENCE_NEEDED, {
	max: 40,
	tooLong: 'A reference has eight characters',
})
const part = z
	.object({ reference, amount: amount.nullable() })
	.transform(({ reference, amount: pence }) => ({ reference, pence }))

/**
 * A line booked on orders: `reference` and `amount` in pounds, repeated for a split; without an amount, all that is
 * left. `left`: the open pence when the line was shown.
 */
export const bookEntryForm = z
	.object({
		entry: z.uuid(),
		left: z.coerce.number().int().min(1),
		reference: z.array(z.string().max(40)).min(1, REFERENCE_NEEDED).max(MAX_PARTS),
		amount: z.array(z.string().max(40)).max(MAX_PARTS),
	})
	.transform(({ reference: references, amount: amounts, ...form }) => {
		const parts = references.map((typed, index) => ({
			reference: typed,
			amount: amounts[index]?.trim() || null,
		}))
		// The empty row of a split.
		return { ...form, parts: parts.filter((part, index) => index === 0 || part.reference.trim() !== '') }
	})
	.pipe(z.object({ entry: z.string(), left: z.number(), parts: z.array(part) }))

export const dismissEntryForm = z.object({ entry: z.array(z.uuid()).min(1).max(1_000), reason })
export const ReopenEntryForm = z.object({ entry: z.uuid() })

/** Lines that pay an order to the penny, formatted by `payableField` and joined by commas. */
export const payable = z
	.string()
	.transform(text => text.split(','))
	.pipe(z.array(z.string().regex(/^[\w-]{36}:[\w-]{1,40}:\d{1,9}$/)))
	.transform(all =>
		all.map(value => {
			const [entryId = '', orderId = '', seen] = value.split(':')
			return { entryId, orderId, version: Number(seen) }
		}),
	)

/** The confirmation of all exact payments. */
export const ConfirmExactForm = z.object({ intent: z.literal('confirm'), payable })

import { z } from 'zod'
import { line } from '~/domain/fields'
import { londonDay } from '~/domain/time'
import { MATCHES } from './rules'

/** What the entries of a statement are limited to. Nonsense in the address counts as not asked. */
export const EntryFilter = z.object({
	match: z.enum(MATCHES).nullable().catch(null),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})
export type EntryFilter = z.output<typeof EntryFilter>

/* Which entry, and the version of it that was seen (decision 32). */
const seen = { entry: z.uuid(), version: z.coerce.number().int().min(1) }

export const AssignEntryForm = z.object({
	intent: z.literal('assign'),
	...seen,
	reference: line('Please enter the reference of an order', {
		most: 40,
		tooLong: 'A reference has eight characters',
	}),
})

/** That money came to stay which a file seemed to take back. */
export const KeepEntryForm = z.object({ intent: z.literal('keep'), ...seen })

const DAY = 'Please enter the day on which the money was sent back'

/** That the money of an entry was sent back. `now`: UTC ms. */
export const returnEntryForm = (now: number) =>
	z.object({
		intent: z.literal('return'),
		...seen,
		returned_on: z.iso
			.date({ error: DAY, abort: true })
			.refine(day => day <= londonDay(now), 'This day is still to come'),
		bank_reference: line('Bank reference is required', {
			most: 140,
			tooLong: 'Please keep it within 140 characters',
		}),
	})

/* An order, the version of it that was seen, and the entries that pay it: 'order:version:entry+entry'. */
const PAYABLE = /^([\w-]{1,40}):(\d{1,9}):([\w-]{36}(?:\+[\w-]{36}){0,20})$/

/** As it stands in the form that confirms all exact payments. */
export function payableText({
	order,
	entryIds,
}: {
	order: { id: string; version: number }
	entryIds: string[]
}): string {
	return `${order.id}:${order.version}:${entryIds.join('+')}`
}

/** The confirmation of all exact payments, each order with what was seen of it, with commas between them. */
export const ApproveAllForm = z.object({
	intent: z.literal('confirm'),
	payable: z
		.string()
		.transform(text => text.split(','))
		.pipe(z.array(z.string().regex(PAYABLE)))
		.transform(all =>
			all.map(one => {
				const [, orderId = '', version, entryIds = ''] = PAYABLE.exec(one) ?? []
				return { orderId, version: Number(version), entryIds: entryIds.split('+') }
			}),
		),
})

import { z } from 'zod'
import { line, text } from '~/domain/fields'
import { describeAdminRefusal } from '~/domain/grid/admin-rules'
import { DAY_MS, londonDay, londonMoment } from '~/domain/time'
import { NOT_OFFERED } from '~/domain/transfers/rules'
import { oneEmail } from '~/domain/transfers/schema'

/** Messages after an action, and titles above the reason for a refusal. */
export const DONE = {
	reserve: 'Pixels reserved successfully',
	restore: 'Pixels Restored Successfully!',
	delete: 'Pixels Deleted Successfully!',
} as const
export const FAILED = {
	reserve: 'Failed to reserve pixels',
	restore: 'Failed to restore pixels',
	delete: 'Failed to delete pixels',
} as const

/** Titles above the reason why house pixels were not offered. */
export const SALE_FAILED: Readonly<Record<HouseSale, string>> = {
	sell: NOT_OFFERED,
	'temporary-sell': 'Failed to temporarily sell pixels',
}

/** The same for 'Delete Pixel' on the page of a block. */
export const PIXEL_MESSAGES = {
	title: 'Delete Pixel',
	done: 'Pixel deleted successfully',
	failed: 'Failed to delete pixel',
} as const

/** Taking cells away (P30): the reason, and the version of what the administrator was shown. */
export const ReleaseForm = z.object({
	reason: text('Please enter a reason', { max: 1000, tooLong: 'Please use at most 1,000 characters' }),
	version: z.string().regex(/^[\w-]{22}$/),
})

type HouseSale = 'sell' | 'temporary-sell'

const LENT_TO_ONESELF = 'You cannot temporarily sell pixels to yourself'

/** Returns why an offer of house pixels was refused, in the words of the action. */
export function describeSaleRefusal<Refusal extends { code: string; message: string }>(
	step: HouseSale,
	refusal: Refusal,
): Refusal {
	if (refusal.code === 'own-address') {
		return step === 'temporary-sell' ? { ...refusal, message: LENT_TO_ONESELF } : refusal
	}
	return { ...refusal, message: describeAdminRefusal(step, refusal.code) ?? refusal.message }
}

const NO_EMAIL = 'Please enter an email address'
export const NO_DAY = 'Please select an expiry date'
export const TOO_SOON = 'The expiry date must be at least tomorrow'
const MAX_DAYS = 3_650

/** The buyer of pixels from the house. The command refuses the administrator's own address. */
export const HouseSaleForm = z.object({ buyer_email: oneEmail(NO_EMAIL) })

/**
 * Returns the first and the last day in London until which the house may lend at `now` (UTC ms): from tomorrow, for ten
 * years.
 */
export function lendingDays(now: number): { first: string; last: string } {
	const today = Date.parse(londonDay(now))
	const getDay = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
	return { first: getDay(1), last: getDay(MAX_DAYS) }
}

/** The borrower of pixels from the house, and the last day in London, parsed to its end in UTC ms. `now`: UTC ms. */
export const temporarySaleForm = (now: number) => {
	const { first, last } = lendingDays(now)
	return z.object({
		buyer_email: oneEmail(NO_EMAIL),
		transfer_till: line(NO_DAY, { max: 10, tooLong: NO_DAY })
			.refine(day => z.iso.date().safeParse(day).success, { error: NO_DAY, abort: true })
			.refine(day => day >= first, { error: TOO_SOON, abort: true })
			.refine(day => day <= last, 'Please choose a date at most ten years from now')
			.transform(day => londonMoment(`${day}T23:59`)),
	})
}

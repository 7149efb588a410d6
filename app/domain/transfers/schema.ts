import { z } from 'zod'
import { optionalLine, ownPath, typedEmail } from '~/domain/fields'
import { LIST_FIELDS } from '~/domain/list'
import { londonMoment } from '~/domain/time'
import { checkLoanDate, DECISIONS, OWN_ADDRESS } from './rules'

/** The answer to an invitation: the version that was shown, and the page to return to. */
export const InvitationForm = z.object({
	intent: z.enum(DECISIONS),
	version: z.coerce.number().int().min(1).optional(),
	returnTo: ownPath(),
	/** Sent only by the page that shows the whole invitation; required for a high price. */
	confirmed: z.literal('yes').optional().catch(undefined),
})

/** The filters of received invitations. */
export const ReceivedFilter = z.object({
	...LIST_FIELDS,
	status: z.enum(['waiting', 'decided']).nullable().catch(null).default(null),
})
export type ReceivedFilter = z.infer<typeof ReceivedFilter>

/** One email address. Only the first error is reported. */
export function oneEmail(missing: string) {
	return typedEmail(missing)
		.refine(typed => !typed.includes(','), { error: 'Please enter only one email address', abort: true })
		.pipe(z.email('Please enter a valid email address'))
}

const NO_MOMENT = 'Please enter a date and a time, or leave it empty'

/** Until when pixels are lent, in London time; parsed to UTC ms. */
const until = optionalLine({ max: 30, tooLong: NO_MOMENT })
	.refine(typed => typed === '' || londonMoment(typed) !== null, NO_MOMENT)
	.transform(typed => londonMoment(typed))
	.optional()

/** The fields of an invitation that its sender may change. */
export const EditInvitationForm = z.object({
	buyer_email: oneEmail('Please enter an email address'),
	transfer_till: until,
	version: z.coerce.number().int().min(1),
})

/** Withdrawing an invitation, in the version that was shown. */
export const DeleteInvitationForm = z.object({
	intent: z.literal('delete'),
	version: z.coerce.number().int().min(1),
})

/** The recipient of pixels, permanently or until a time. The command refuses the sender's own address. */
export const BuyerForm = z.object({
	buyer_email: oneEmail('Please enter your email address'),
	transfer_till: until,
})

/**
 * Returns the errors of an offer as typed that its schema cannot know, by field, if any: they show together with the
 * schema's. `own`: the sender's address, and the message for it; `now`: UTC ms.
 */
export function findOfferErrors(
	typed: Record<string, unknown>,
	{ own, message = OWN_ADDRESS.message, now }: { own: string; message?: string; now: number },
) {
	const isOwn = oneEmail('').safeParse(typed['buyer_email']).data === own
	const late = checkLoanDate(londonMoment(String(typed['transfer_till'] ?? '')), now)
	if (!isOwn && !late) return undefined
	return {
		...(isOwn ? { buyer_email: [message] } : {}),
		...(late ? { transfer_till: [late.message] } : {}),
	}
}

/** The query of a list of sold pixels: an account's own, or everybody's. */
export const SoldFilter = z.object(LIST_FIELDS)

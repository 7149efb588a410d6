import { z } from 'zod'
import { email, line } from '~/domain/fields'
import { LIST_FIELDS } from '~/domain/list'
import { OUTBOX_STATUSES } from './rules'

/** The filters of the outbox. Invalid values in the address are ignored. */
export const OutboxFilter = z.object({ ...LIST_FIELDS, status: z.enum(OUTBOX_STATUSES).catch('waiting') })
export type OutboxFilter = z.output<typeof OutboxFilter>

/** Another address for an email. `seen`: the one shown on the page. */
export const AddressForm = z.object({
	intent: z.literal('change'),
	seen: line('Please open this page again', { max: 254, tooLong: 'Please open this page again' }),
	email: email('Please enter an email address'),
})

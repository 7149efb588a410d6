import { z } from 'zod'
import { LIST_FIELDS } from '~/domain/list'
import { REVIEW_FILTERS } from '~/domain/orders/review/schema'

/** The filters of a member's list of purchases. */
export const HISTORY_STATUSES = [...REVIEW_FILTERS, 'received'] as const

/** The query of a member's list of purchases. Invalid values in the address are ignored. */
export const HistoryFilter = z.object({
	...LIST_FIELDS,
	status: z.enum(HISTORY_STATUSES).nullable().catch(null),
})
export type HistoryFilter = z.output<typeof HistoryFilter>

/** The filter that matches everything, from the newest on. */
export const WHOLE_HISTORY: HistoryFilter = { q: '', status: null, page: 1 }

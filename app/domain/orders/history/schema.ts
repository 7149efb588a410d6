import { z } from 'zod'
import { LIST_FIELDS } from '~/domain/list'
import { REVIEW_FILTERS } from '~/domain/orders/review/schema'

/** What a member's list of purchases can be limited to. */
export const HISTORY_STATUSES = [...REVIEW_FILTERS, 'received'] as const

/** What a member's list of purchases is asked for. Nonsense in the address counts as not asked. */
export const HistoryFilter = z.object({
	...LIST_FIELDS,
	status: z.enum(HISTORY_STATUSES).nullable().catch(null),
})
export type HistoryFilter = z.output<typeof HistoryFilter>

/** Everything, from the newest on. */
export const WHOLE_HISTORY: HistoryFilter = { q: '', status: null, page: 1 }

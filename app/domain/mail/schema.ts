import { z } from 'zod'
import { LIST_FIELDS } from '~/domain/list'
import { OUTBOX_STATUSES } from './rules'

/** What the outbox is asked for. Nonsense in the address counts as not asked. */
export const OutboxFilter = z.object({ ...LIST_FIELDS, status: z.enum(OUTBOX_STATUSES).catch('waiting') })
export type OutboxFilter = z.output<typeof OutboxFilter>

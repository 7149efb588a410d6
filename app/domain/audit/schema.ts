import { z } from 'zod'
import { dayField, LIST_FIELDS } from '~/domain/list'
import { AUDIT_KINDS } from './words'

/** What the audit is asked for. Nonsense in the address counts as not asked. */
export const AuditFilter = z.object({
	...LIST_FIELDS,
	kind: z.enum(AUDIT_KINDS).nullable().catch(null),
	from: dayField,
	to: dayField,
})
export type AuditFilter = z.output<typeof AuditFilter>

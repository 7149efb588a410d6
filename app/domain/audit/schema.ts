import { z } from 'zod'
import { dayField, LIST_FIELDS } from '~/domain/list'
import { AUDIT_KINDS } from './words'

/** The filters of the audit. Invalid values in the address are ignored. */
export const AuditFilter = z.object({
	...LIST_FIELDS,
	kind: z.enum(AUDIT_KINDS).nullable().catch(null),
	from: dayField,
	to: dayField,
})
export type AuditFilter = z.output<typeof AuditFilter>

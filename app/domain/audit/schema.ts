import { z } from 'zod'
import { dayField, LIST_FIELDS } from '~/domain/list'
import { AUDIT_ACTIONS, AUDIT_KINDS } from './labels'

/** The filter for entries without a signed-in account. */
export const NO_ACTOR = 'nobody'

/** The filters of the audit log. Invalid values are ignored. */
export const AuditFilter = z.object({
	...LIST_FIELDS,
	who: z
		.union([z.literal(NO_ACTOR), z.uuid()])
		.nullable()
		.catch(null),
	/** A kind of subject, or one action. */
	kind: z
		.enum([...AUDIT_KINDS, ...AUDIT_ACTIONS])
		.nullable()
		.catch(null),
	from: dayField,
	to: dayField,
})
export type AuditFilter = z.output<typeof AuditFilter>

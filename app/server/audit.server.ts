import { sql } from 'drizzle-orm'
import { putOff, type Tx } from './db.server'
import { orderedId } from './ordered-id.server'
import { prepared } from './prepared.server'
import { requestContext } from './request-context.server'
import { auditEntries } from './schema.server'

/**
 * Records who did what to which subject; call it in the transaction of every change of money, ownership, role or
 * setting.
 */
export async function audit(
	_tx: Tx,
	entry: {
		at: number
		actorId: string | null
		action: string
		subjectType:
			| 'order'
			| 'account'
			| 'cell'
			| 'coupon'
			| 'setting'
			| 'transfer'
			| 'creative'
			| 'mail'
			| 'statement'
		subjectId: string
		detail?: Record<string, unknown>
	},
): Promise<void> {
	const context = requestContext()
	const asked = { address: context?.address ?? null, requestId: context?.id ?? null }
	putOff(insertion.of({ id: orderedId(entry.at), ...asked, detail: null, ...entry }))
}

const insertion = prepared(on =>
	on.insert(auditEntries).values({
		id: sql.placeholder('id'),
		at: sql.placeholder('at'),
		actorId: sql.placeholder('actorId'),
		action: sql.placeholder('action'),
		subjectType: sql.placeholder('subjectType'),
		subjectId: sql.placeholder('subjectId'),
		detail: sql.placeholder('detail'),
		address: sql.placeholder('address'),
		requestId: sql.placeholder('requestId'),
	}),
)

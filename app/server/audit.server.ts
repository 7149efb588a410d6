import { randomUUID } from 'node:crypto'
import { putOff, type Tx } from './db.server'
import { requestContext } from './request-context.server'
import { auditEntries } from './schema.server'

/**
 * Records who did what to which subject; call it in the transaction of every change of money, ownership, role or
 * setting.
 */
export async function audit(
	tx: Tx,
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
	putOff(tx.insert(auditEntries).values({ id: randomUUID(), ...asked, ...entry }))
}

import { callerForAudit } from '../ops/caller.server'
import type { Tx } from './db.server'
import { createOrderedId } from './ordered-id.server'
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
		detail?: Record<string, unknown> | undefined
	},
): Promise<void> {
	await tx.insert(auditEntries).values({ id: createOrderedId(entry.at), ...callerForAudit(), ...entry })
}

/** {@link audit} of what is done to an account, by its owner unless `actorId` says otherwise. `at`: UTC ms. */
export async function auditAccount(
	tx: Tx,
	accountId: string,
	action: string,
	at: number,
	{ actorId = accountId, detail }: { actorId?: string | null; detail?: Record<string, unknown> } = {},
): Promise<void> {
	await audit(tx, { at, actorId, action, subjectType: 'account', subjectId: accountId, detail })
}

/** {@link audit} of what is done to an order. `now`: UTC ms. */
export async function auditOrder(
	tx: Tx,
	orderId: string,
	action: `order.${string}`,
	{ actorId, now }: { actorId: string; now: number },
	detail: Record<string, unknown>,
): Promise<void> {
	await audit(tx, { at: now, actorId, action, subjectType: 'order', subjectId: orderId, detail })
}

import { callerForAudit } from '../ops/caller.server'
import type { Tx } from './db.server'
import { createOrderedId } from './ordered-id.server'
import { auditEntries } from './schema.server'

/** The kinds of subjects of the audit; the name of each action begins with one. */
export type AuditKind =
	| 'order'
	| 'account'
	| 'cell'
	| 'coupon'
	| 'setting'
	| 'transfer'
	| 'creative'
	| 'mail'
	| 'statement'

/**
 * Records who did what to which subject. Call it in the transaction of every change of money, ownership, roles or
 * settings.
 */
export async function audit(
	tx: Tx,
	entry: {
		at: number
		actorId: string | null
		action: string
		subjectType: AuditKind
		subjectId: string
		detail?: Record<string, unknown> | undefined
	},
): Promise<void> {
	await tx.insert(auditEntries).values({ id: createOrderedId(entry.at), ...callerForAudit(), ...entry })
}

/** Calls {@link audit} for a change to an account; the actor is its owner unless `actorId` is given. `at`: UTC ms. */
export async function auditAccount(
	tx: Tx,
	accountId: string,
	action: string,
	at: number,
	{ actorId = accountId, detail }: { actorId?: string | null; detail?: Record<string, unknown> } = {},
): Promise<void> {
	await audit(tx, { at, actorId, action, subjectType: 'account', subjectId: accountId, detail })
}

/** Calls {@link audit} for a change to an order. `now`: UTC ms. */
export async function auditOrder(
	tx: Tx,
	orderId: string,
	action: `order.${string}`,
	{ actorId, now }: { actorId: string; now: number },
	detail: Record<string, unknown>,
): Promise<void> {
	await audit(tx, { at: now, actorId, action, subjectType: 'order', subjectId: orderId, detail })
}

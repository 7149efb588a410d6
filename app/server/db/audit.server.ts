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
 * Records who did what to which subject, when (UTC ms). Call it in the transaction of every change of money, ownership,
 * roles or settings. `actorId`: null for an automatic change, or one on the command line.
 */
export async function audit(
	tx: Tx,
	action: string,
	subject: { type: AuditKind; id: string },
	{ actorId, now: at }: { actorId: string | null; now: number },
	detail?: Record<string, unknown>,
): Promise<void> {
	const about = { subjectType: subject.type, subjectId: subject.id, detail }
	await tx
		.insert(auditEntries)
		.values({ id: createOrderedId(at), ...callerForAudit(), at, actorId, action, ...about })
}

/** Calls {@link audit} for a change to an account; the actor is its owner unless `actorId` is given. `now`: UTC ms. */
export async function auditAccount(
	tx: Tx,
	accountId: string,
	action: string,
	now: number,
	{ actorId = accountId, detail }: { actorId?: string | null; detail?: Record<string, unknown> } = {},
): Promise<void> {
	await audit(tx, action, { type: 'account', id: accountId }, { actorId, now }, detail)
}

/** Calls {@link audit} for a change to an order. `now`: UTC ms. */
export async function auditOrder(
	tx: Tx,
	orderId: string,
	action: `order.${string}`,
	by: { actorId: string; now: number },
	detail: Record<string, unknown>,
): Promise<void> {
	await audit(tx, action, { type: 'order', id: orderId }, by, detail)
}

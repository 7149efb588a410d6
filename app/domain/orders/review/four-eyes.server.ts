import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { isAdministrator } from '~/domain/accounts/queries.server'
import type { Actor } from '~/domain/actor'
import { formatPounds } from '~/domain/money'
import { getSetting } from '~/domain/settings/queries.server'
import { auditOrder } from '~/server/db/audit.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { accounts, auditEntries, bankEntries, firstConfirmations, orders } from '~/server/db/schema.server'

/* Four eyes: above the limit of the settings, one administrator decides and another confirms (P53). */

/** The decision. `pence` > 0; `total`: pence compared with the limit. Days as `2026-11-21`. */
export type ProposedDecision = { pence: number; total: number; reason?: string | null } & (
	| { kind: 'approve' }
	| { kind: 'send-back'; bookedOn: string; bankReference: string; bankEntryId: string | null }
)

type VersionedOrder = { id: string; version: number }

/** The message for an administrator who tries to confirm their own decision. */
const OWN_FIRST = 'You have already decided this. Another administrator must confirm it.'

/** The message for an administrator who is not independent of the first (see {@link areRelated}). */
const RELATED =
	'You cannot confirm this: one of you created or changed the other’s account, or one person did so for both. Ask another administrator.'

/** Returns the message after a decision: that it was the first of two, or else `done`. */
export function decidedMessage(outcome: { ok: boolean; isWaiting?: true }, done: string): string {
	return outcome.isWaiting ? 'Your decision is recorded. Another administrator must confirm it.' : done
}

/**
 * The decision may be carried out; `first`: the administrator who decided first. `isWaiting`: it was recorded as the
 * first of two, and the version of the order incremented. Not `ok`: the same administrator was the first, or one who is
 * not independent of them.
 */
export type ConfirmationResult =
	| { ok: true; isWaiting?: true; first?: string }
	| { ok: false; code: 'second'; message: string }

/** Checks whether a decision may be carried out now, or records it as the first of two. */
export async function requestConfirmation(
	tx: Tx,
	order: VersionedOrder,
	proposal: ProposedDecision,
	{ actorId, now }: Actor,
): Promise<ConfirmationResult> {
	const first = await findFirst(tx, order, proposal)
	if (first) {
		const message = await whyNotSecond(tx, first.byId, actorId)
		return message ? { ok: false, code: 'second', message } : { ok: true, first: first.by }
	}
	const limit = await getSetting('secondAbovePence', tx)
	const isAbove = limit > 0 && proposal.total > limit
	if (!isAbove && !(await hasWaited(tx, order.id, proposal.kind))) return { ok: true }
	const { total: _, kind, reason = null, ...rest } = proposal
	const row = {
		bookedOn: null,
		bankReference: null,
		bankEntryId: null,
		...rest,
		reason,
		orderVersion: order.version + 1,
		confirmedAt: now,
		confirmedBy: actorId,
	}
	await tx
		.insert(firstConfirmations)
		.values({ orderId: order.id, kind, ...row })
		.onConflictDoUpdate({ target: [firstConfirmations.orderId, firstConfirmations.kind], set: row })
	await tx
		.update(orders)
		.set({ version: sql`${orders.version} + 1` })
		.where(eq(orders.id, order.id))
	const { bookedOn, bankReference } = row
	const detail = {
		pence: proposal.pence,
		...(kind === 'send-back' ? { on: bookedOn, bankReference } : {}),
		...(reason ? { reason } : {}),
	}
	await auditOrder(tx, order.id, `order.${kind}-first`, { actorId, now }, detail)
	return { ok: true, isWaiting: true }
}

/**
 * Tests whether the last change of an order was this first decision by this administrator, who saw `version` before it.
 */
export async function isOwnFirstDecision(
	tx: Tx,
	order: VersionedOrder,
	proposal: ProposedDecision,
	{ actorId, version }: { actorId: string; version: number },
): Promise<boolean> {
	return order.version === version + 1 && (await findFirst(tx, order, proposal))?.byId === actorId
}

/** Finds the first confirmation of this decision, while the order has not changed since. */
async function findFirst(tx: Tx, order: VersionedOrder, proposal: ProposedDecision) {
	const first = (await readFirstDecisions(tx, order)).find(({ kind }) => kind === proposal.kind)
	if (!first || proposal.kind === 'approve') return first
	const isSame =
		first.pence === proposal.pence &&
		first.bookedOn === proposal.bookedOn &&
		first.bankReference === proposal.bankReference &&
		first.bankEntryId === proposal.bankEntryId
	return isSame ? first : undefined
}

/**
 * Tests whether such a decision about an order has waited before: raising the limit does not remove the second
 * confirmation.
 */
async function hasWaited(from: Readable, orderId: string, kind: ProposedDecision['kind']): Promise<boolean> {
	const isFirst = eq(auditEntries.action, `order.${kind}-first`)
	return (await from.$count(auditEntries, and(eq(auditEntries.subjectId, orderId), isFirst))) > 0
}

/** Returns why an administrator cannot confirm the decision of `firstId`; undefined when they can. */
async function whyNotSecond(from: Readable, firstId: string, id: string): Promise<string | undefined> {
	if (firstId === id) return OWN_FIRST
	return (await areRelated(from, firstId, id)) ? RELATED : undefined
}

/**
 * Tests whether one person may control two administrators: one created the other's account, changed its role, or set
 * its password or address, or a third did so to both, over any number of steps. Anything before the operator last
 * issued a password on the command line, or made the account an administrator there, is ignored.
 */
async function areRelated(from: Readable, one: string, other: string): Promise<boolean> {
	const related = await from.all(sql`
		with recursive makers(root, id) as (
			values (${one}, ${one}), (${other}, ${other})
			union
			select makers.root, entry.actor_id from makers
			join audit_entries entry on entry.subject_id = makers.id
			where entry.subject_type = 'account' and entry.actor_id <> entry.subject_id
				and entry.action in ('account.create', 'account.role', 'account.password-set', 'account.email-change')
				and entry.rowid > coalesce((
					select max(issued.rowid) from audit_entries issued
					where issued.subject_id = makers.id and issued.actor_id is null
						and issued.action in ('account.password-issued', 'account.role')
				), 0)
		)
		select 1 from makers a join makers b on a.id = b.id where a.root = ${one} and b.root = ${other} limit 1`)
	return related.length > 0
}

/** Reads the decisions about an order that wait for a second administrator. */
export async function readFirstDecisions(from: Readable, { id, version }: VersionedOrder) {
	return await selectFirst(from).where(
		and(eq(firstConfirmations.orderId, id), eq(firstConfirmations.orderVersion, version)),
	)
}

function selectFirst(from: Readable) {
	return from
		.select({
			...getTableColumns(firstConfirmations),
			statementId: bankEntries.statementId,
			at: firstConfirmations.confirmedAt,
			byId: firstConfirmations.confirmedBy,
			by: accounts.fullName,
		})
		.from(firstConfirmations)
		.innerJoin(accounts, and(eq(accounts.id, firstConfirmations.confirmedBy), isAdministrator))
		.leftJoin(bankEntries, eq(bankEntries.id, firstConfirmations.bankEntryId))
}

const isCurrent = sql`${firstConfirmations.orderVersion} =
	(select version from orders where id = ${firstConfirmations.orderId})`

/**
 * Reads the first decisions about bank lines for the administrator viewing them, by the id of the line. `statementId`:
 * of this statement only.
 */
export async function readWaitingLines(viewerId: string, statementId?: string) {
	const isShown = statementId ? eq(bankEntries.statementId, statementId) : isNotNull(bankEntries.id)
	const waiting = await selectFirst(db).where(and(isShown, isCurrent))
	return new Map((await addBarred(waiting, viewerId)).map(first => [first.bankEntryId, first]))
}

/* Adds why the viewer cannot confirm a decision; undefined when they can. */
async function addBarred<First extends { byId: string }>(waiting: readonly First[], viewerId: string) {
	return await Promise.all(
		waiting.map(async ({ byId, ...first }) => ({ ...first, barred: await whyNotSecond(db, byId, viewerId) })),
	)
}

/** Deletes the first confirmations of an order that has changed. */
export async function deleteFirstDecisions(tx: Tx, orderId: string): Promise<void> {
	await tx.delete(firstConfirmations).where(eq(firstConfirmations.orderId, orderId))
}

/** Reads the limit and the first decisions for the administrator viewing the page. */
export async function readConfirmation(order: VersionedOrder, viewerId: string) {
	const [limit, waiting] = await Promise.all([getSetting('secondAbovePence'), readFirstDecisions(db, order)])
	const shown = await addBarred(waiting, viewerId)
	return {
		/** The rule as a sentence; null without a limit. */
		rule: limit === 0 ? null : `Above ${formatPounds(limit)} a second administrator must confirm.`,
		limit,
		approval: shown.find(({ kind }) => kind === 'approve'),
		sendBack: shown.find(({ kind }) => kind === 'send-back'),
	}
}

export type PendingConfirmation = Awaited<ReturnType<typeof readConfirmation>>

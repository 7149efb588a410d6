import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { brand } from '~/domain/brand'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import { deletePlacedImages } from '~/domain/creatives/placed-image.server'
import { releaseFiles } from '~/domain/files/commands.server'
import { cellsByIds } from '~/domain/grid/layout'
import { accountDeletedEmail } from '~/domain/mail/account-emails'
import { loanAccountDeletedEmail } from '~/domain/mail/loan-emails'
import { matchesSubject } from '~/domain/notes/queries.server'
import { abandonOpenOrder } from '~/domain/orders/checkout/holds.server'
import { rejectPendingOrders } from '~/domain/orders/review/commands.server'
import { freeCells } from '~/domain/ownership/house.server'
import { type EndedLoan, endLoansFrom, endLoansTo } from '~/domain/ownership/loans.server'
import { closeTransfers } from '~/domain/transfers/end-invitations.server'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import {
	accounts,
	availabilityAlerts,
	cellHolders,
	certificates,
	challenges,
	creatives,
	notes,
	recoveryCodes,
	restoredForms,
	secondFactors,
} from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { DELETED_NAME, DELETION_REASON } from './deletion-rules'

type Account = typeof accounts.$inferSelect

/**
 * Turns an account into a tombstone, in the caller's transaction (P41; docs/decisions/0085): ends everything it has
 * open, makes its cells available, erases its creatives, and frees its address and Google account. Orders, receipts,
 * audit entries and events stay. Emails its owner and everyone with an open invitation or loan. The caller has checked
 * that the account may be deleted.
 */
export async function closeAccount(tx: Tx, account: Account, by: Actor): Promise<void> {
	const { id, email, fullName, profileImageKey } = account
	const { actorId, now } = by
	const { rowsAffected } = await tx
		.update(accounts)
		.set({
			deletedAt: now,
			email: `deleted:${id}`,
			fullName: DELETED_NAME,
			passwordHash: null,
			googleSubject: null,
			profileImageKey: null,
			phone: null,
			isNamePublic: false,
			version: sql`${accounts.version} + 1`,
		})
		.where(and(eq(accounts.id, id), isNull(accounts.deletedAt)))
	if (rowsAffected !== 1) throw new Error('An account was deleted twice')
	await endAccess(tx, account)
	/* The name is removed, because certificates are public. */
	await tx.update(certificates).set({ holder: DELETED_NAME }).where(eq(certificates.accountId, id))
	const invitations = await closeTransfers(tx, account, now)
	await abandonOpenOrder(tx, id, now)
	const { cells, references, creativeIds } = await releasePixels(tx, id, by)
	await eraseCreatives(tx, id, creativeIds)
	await deletePlacedImages(tx, id)
	await releaseFiles(tx, [profileImageKey])
	const detail = { cells, references, invitations }
	await auditAccount(tx, id, 'account.delete', now, { actorId, detail })
	const deletion = { fullName, at: now, cells: cellsByIds(cells), references, byHouse: actorId !== id }
	await enqueueEmail(tx, email, accountDeletedEmail(deletion), { now })
}

async function endAccess(tx: Tx, { id, email }: Account): Promise<void> {
	await endAccountSessions(tx, id)
	await tx.delete(challenges).where(or(eq(challenges.accountId, id), eq(challenges.email, email)))
	await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id))
	await tx.delete(secondFactors).where(eq(secondFactors.accountId, id))
	await tx.delete(restoredForms).where(eq(restoredForms.accountId, id))
	await tx.delete(availabilityAlerts).where(eq(availabilityAlerts.accountId, id))
	await tx.delete(notes).where(matchesSubject({ type: 'account', id }))
}

/* Loans first, while the owner of their cells is still recorded; then pending orders, then owned cells. */
async function releasePixels(tx: Tx, id: string, by: Actor) {
	const owned = await tx
		.select({ cell: cellHolders.cell })
		.from(cellHolders)
		.where(and(eq(cellHolders.accountId, id), eq(cellHolders.kind, 'owned')))
	const cells = owned.map(row => row.cell)
	const lent = await endLoansFrom(tx, cells, by)
	const borrowed = await endLoansTo(tx, id, by)
	await notifyOtherSide(tx, 'borrower', lent, by.now)
	await notifyOtherSide(tx, 'owner', borrowed, by.now)
	const rejected = await rejectPendingOrders(tx, id, { ...by, reason: DELETION_REASON })
	const freed = await freeCells(tx, cells, { ...by, kind: 'account-deleted' })
	const loans = [...lent, ...borrowed].map(loan => loan.creativeId)
	const creativeIds = [...rejected.creativeIds, ...freed.creativeIds, ...loans]
	return { cells, references: rejected.references, creativeIds }
}

/** Erases the creatives of the account, and those of borrowers shown only on its cells. */
async function eraseCreatives(
	tx: Tx,
	accountId: string,
	released: readonly (string | null)[],
): Promise<void> {
	const own = await tx.select({ id: creatives.id }).from(creatives).where(eq(creatives.accountId, accountId))
	await deleteOrphaned(tx, [...released, ...own.map(row => row.id)])
}

/* Emails the other side of each loan: borrowers of the account's cells, and lenders of cells to it. */
async function notifyOtherSide(tx: Tx, side: 'owner' | 'borrower', loans: readonly EndedLoan[], now: number) {
	/* A loan whose time has passed was over already, swept or not. */
	const cellsByAccount = new Map<string | null, number[]>()
	for (const { borrowerId, cell } of loans.filter(loan => loan.until > now)) {
		const recipientId = side === 'borrower' ? borrowerId : await readOwner(tx, cell)
		cellsByAccount.set(recipientId, [...(cellsByAccount.get(recipientId) ?? []), cell])
	}
	for (const [whom, ids] of cellsByAccount) {
		const [account] = await tx
			.select()
			.from(accounts)
			.where(eq(accounts.id, whom ?? ''))
		const mail = loanAccountDeletedEmail({
			fullName: account?.fullName ?? null,
			side,
			cells: cellsByIds(ids),
		})
		await enqueueEmail(tx, account?.email ?? brand.supportEmail, mail, { now })
	}
}

async function readOwner(tx: Tx, cell: number): Promise<string | null> {
	const [holder] = await tx.select().from(cellHolders).where(eq(cellHolders.cell, cell))
	return holder?.accountId ?? null
}

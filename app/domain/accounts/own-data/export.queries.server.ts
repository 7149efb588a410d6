import { and, asc, eq, gte, like, ne, not, or } from 'drizzle-orm'
import { isTo } from '~/domain/transfers/addressed.server'
import { db } from '~/server/db/db.server'
import {
	auditEntries,
	blockStatistics,
	contactMessages,
	creatives,
	files,
	outbox,
	sessions,
	transfers,
} from '~/server/db/schema.server'
import { at, PAGE } from './export-page'
import {
	readBorrowed,
	readCertificates,
	readInvitations,
	readOrders,
	readOwnership,
	readPixels,
	readReceipts,
} from './export-trade.queries.server'

/* What the file with all data of an account is read from, a page at a time. Every column is named: what is not here is
   no business of the reader's (hashes, keys, codes), or is about somebody else. */

export type ExportedAccount = { id: string; email: string; createdAt: number }
/** One list of the file; `page` counts from 0. */
export type Section = { name: string; read: (page: number) => Promise<Record<string, unknown>[]> }

/**
 * Everything that is kept about an account, list by list. What came to its address before it had the account is not its
 * own.
 */
export function sectionsOf({ id, email, createdAt: since }: ExportedAccount): Section[] {
	return [
		{ name: 'sessions', read: page => readSessions(id, page) },
		{ name: 'orders', read: page => readOrders(id, page) },
		{ name: 'receipts', read: page => readReceipts(id, page) },
		{ name: 'certificates', read: page => readCertificates(id, page) },
		{ name: 'pixels', read: page => readPixels(id, page) },
		{ name: 'borrowedPixels', read: page => readBorrowed(id, page) },
		{ name: 'creatives', read: page => readCreatives(id, page) },
		{ name: 'statistics', read: page => readStatistics(id, page) },
		{ name: 'files', read: page => readFiles(id, page) },
		{ name: 'invitationsSent', read: page => readInvitations(eq(transfers.senderId, id), page) },
		{
			name: 'invitationsReceived',
			read: page => readInvitations(isTo({ id, email }), page),
		},
		{ name: 'ownership', read: page => readOwnership(id, page) },
		{ name: 'emails', read: page => readEmails(email, since, page) },
		{ name: 'contactMessages', read: page => readMessages(email, since, page) },
		{ name: 'activity', read: page => readActivity(id, page) },
	]
}

async function readSessions(id: string, page: number) {
	return await db
		.select({
			signedInAt: sessions.signedInAt,
			lastSeenAt: sessions.lastSeenAt,
			expiresAt: sessions.expiresAt,
			address: sessions.address,
			userAgent: sessions.userAgent,
		})
		.from(sessions)
		.where(eq(sessions.accountId, id))
		.orderBy(asc(sessions.id))
		.limit(PAGE)
		.offset(at(page))
}

async function readCreatives(id: string, page: number) {
	return await db
		.select({
			id: creatives.id,
			description: creatives.description,
			link: creatives.link,
			imageKey: creatives.imageKey,
			createdAt: creatives.createdAt,
			updatedAt: creatives.updatedAt,
			archivedAt: creatives.archivedAt,
		})
		.from(creatives)
		.where(eq(creatives.accountId, id))
		.orderBy(asc(creatives.id))
		.limit(PAGE)
		.offset(at(page))
}

/* How many visitors its blocks had day by day. */
async function readStatistics(id: string, page: number) {
	return await db
		.select({
			creativeId: blockStatistics.creativeId,
			day: blockStatistics.day,
			views: blockStatistics.views,
			clicks: blockStatistics.clicks,
		})
		.from(blockStatistics)
		.innerJoin(creatives, eq(creatives.id, blockStatistics.creativeId))
		.where(eq(creatives.accountId, id))
		.orderBy(asc(blockStatistics.creativeId), asc(blockStatistics.day))
		.limit(PAGE)
		.offset(at(page))
}

async function readFiles(id: string, page: number) {
	return await db
		.select({
			key: files.key,
			kind: files.kind,
			mime: files.mime,
			bytes: files.bytes,
			name: files.name,
			createdAt: files.createdAt,
		})
		.from(files)
		.where(eq(files.accountId, id))
		.orderBy(asc(files.key))
		.limit(PAGE)
		.offset(at(page))
}

async function readEmails(email: string, since: number, page: number) {
	return await db
		.select({
			kind: outbox.kind,
			subject: outbox.subject,
			text: outbox.text,
			createdAt: outbox.createdAt,
			sentAt: outbox.sentAt,
		})
		.from(outbox)
		.where(and(eq(outbox.recipient, email), gte(outbox.createdAt, since), not(like(outbox.kind, '%-code'))))
		.orderBy(asc(outbox.createdAt), asc(outbox.id))
		.limit(PAGE)
		.offset(at(page))
}

async function readMessages(email: string, since: number, page: number) {
	return await db
		.select({
			firstName: contactMessages.firstName,
			lastName: contactMessages.lastName,
			message: contactMessages.message,
			createdAt: contactMessages.createdAt,
		})
		.from(contactMessages)
		.where(and(eq(contactMessages.email, email), gte(contactMessages.createdAt, since)))
		.orderBy(asc(contactMessages.createdAt), asc(contactMessages.id))
		.limit(PAGE)
		.offset(at(page))
}

/* Notes of administrators are not in the file (P51), so that one was written is not either. */
async function readActivity(id: string, page: number) {
	const rows = await db
		.select({
			at: auditEntries.at,
			actorId: auditEntries.actorId,
			action: auditEntries.action,
			subjectType: auditEntries.subjectType,
			subjectId: auditEntries.subjectId,
			address: auditEntries.address,
		})
		.from(auditEntries)
		.where(
			or(
				eq(auditEntries.actorId, id),
				and(
					eq(auditEntries.subjectType, 'account'),
					eq(auditEntries.subjectId, id),
					ne(auditEntries.action, 'account.note'),
				),
			),
		)
		.orderBy(asc(auditEntries.at), asc(auditEntries.id))
		.limit(PAGE)
		.offset(at(page))
	/* Where somebody else was who did something to the account is about them. */
	return rows.map(({ actorId, address, ...row }) =>
		actorId === id ? { ...row, byYou: true, address } : { ...row, byYou: false },
	)
}
